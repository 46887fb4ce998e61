//===- ReportPage.cpp - The report as a page ------------------------------===//
//
// The page is made of the files in ReportPage/, which the build puts into one text. The report is
// embedded as JSON: what printJson prints, and the timelines in columns of numbers, in which texts
// are named by their position in one list.
//
//===----------------------------------------------------------------------===//
#include "ReportParts.h"
#include "remat/Transforms/RematerializeReport.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::remat;
using llvm::json::Array;
using llvm::json::Object;

static constexpr llvm::StringLiteral kPageBegin =
#include "ReportPageBegin.inc"
    ;
static constexpr llvm::StringLiteral kPageEnd =
#include "ReportPageEnd.inc"
    ;

namespace {

/// Texts, each once.
class TextList {
public:
  int64_t add(StringRef text) {
    auto [entry, isNew] = positions.try_emplace(text, static_cast<int64_t>(texts.size()));
    if (isNew)
      texts.push_back(text);
    return entry->second;
  }
  Array take() { return std::move(texts); }

private:
  llvm::StringMap<int64_t> positions;
  Array texts;
};

} // namespace

static Array columnOf(const auto &rows, auto &&cell) {
  Array column;
  column.reserve(rows.size());
  for (const auto &row : rows)
    column.push_back(cell(row));
  return column;
}

static int64_t number(size_t position) { return static_cast<int64_t>(position); }

/// Step and bytes of each change.
static Array changesOf(ArrayRef<int64_t> bytes) {
  Array changes;
  for (size_t step = 0; step < bytes.size(); ++step)
    if (step == 0 || bytes[step] != bytes[step - 1]) {
      changes.push_back(number(step));
      changes.push_back(bytes[step]);
    }
  return changes;
}

static Object packValues(ArrayRef<ReportedValue> values, TextList &texts) {
  auto text = [&](std::string ReportedValue::*field) {
    return columnOf(values, [&](const ReportedValue &value) { return texts.add(value.*field); });
  };
  return Object{
      {"name", text(&ReportedValue::name)},
      {"source", text(&ReportedValue::source)},
      {"op", text(&ReportedValue::op)},
      {"type", text(&ReportedValue::type)},
      {"reason", text(&ReportedValue::reason)},
      {"bytes", columnOf(values, [](const ReportedValue &value) { return value.bytes; })},
      {"kind", columnOf(values, [](const ReportedValue &value) { return int64_t(value.kind); })},
      {"fate", columnOf(values, [](const ReportedValue &value) { return int64_t(value.fate); })},
      {"copies",
       columnOf(values, [](const ReportedValue &value) { return int64_t(value.copies); })},
      {"cost_ns", columnOf(values, [](const ReportedValue &value) { return value.costNs; })},
      {"layer", columnOf(values, [](const ReportedValue &value) { return int64_t(value.layer); })}};
}

static Object packArena(const ArenaPicture &arena) {
  auto column = [&](auto &&cell) { return columnOf(arena.spans, cell); };
  return Object{{"is_planned", arena.isPlanned},
                {"height_bytes", arena.heightBytes},
                {"value", column([](const ArenaSpan &span) { return span.value; })},
                {"kind", column([](const ArenaSpan &span) { return int64_t(span.kind); })},
                {"bytes", column([](const ArenaSpan &span) { return span.bytes; })},
                {"offset", column([](const ArenaSpan &span) { return span.offsetBytes; })},
                {"begin", column([](const ArenaSpan &span) { return number(span.begin); })},
                {"end", column([](const ArenaSpan &span) { return number(span.end); })}};
}

static Object packTimeline(const Timeline &timeline, TextList &texts) {
  auto text = [&](std::string TimelineStep::*field) {
    return columnOf(timeline.steps,
                    [&](const TimelineStep &step) { return texts.add(step.*field); });
  };
  auto span = [&](auto &&cell) { return columnOf(timeline.storages, cell); };
  Array repetitions, bytesOfKind;
  for (size_t step = 0; step < timeline.steps.size(); ++step)
    if (timeline.steps[step].isRepetition)
      repetitions.push_back(number(step));
  for (const std::vector<int64_t> &bytes : timeline.bytesOfKind)
    bytesOfKind.push_back(changesOf(bytes));
  return Object{
      {"peak_step", number(timeline.peakStep)},
      {"backward_begin", number(timeline.backwardBegin)},
      {"bytes_of_kind", std::move(bytesOfKind)},
      {"steps", Object{{"op", text(&TimelineStep::op)},
                       {"name", text(&TimelineStep::name)},
                       {"source", text(&TimelineStep::source)},
                       {"repetitions", std::move(repetitions)}}},
      {"storages",
       Object{{"value", span([](const StorageSpan &storage) { return int64_t(storage.value); })},
              {"kind", span([](const StorageSpan &storage) { return int64_t(storage.kind); })},
              {"bytes", span([](const StorageSpan &storage) { return storage.bytes; })},
              {"begin", span([](const StorageSpan &storage) { return number(storage.begin); })},
              {"end", span([](const StorageSpan &storage) { return number(storage.end); })}}},
      {"arena", packArena(timeline.arena)}};
}

static Object packTimelines(const RematerializeReport &report) {
  TextList texts;
  Array kinds, fates;
  for (size_t kind = 0; kind < kNumByteKinds; ++kind)
    kinds.push_back(byteKindName(static_cast<ByteKind>(kind)));
  for (size_t fate = 0; fate <= static_cast<size_t>(ValueFate::Temporary); ++fate)
    fates.push_back(valueFateName(static_cast<ValueFate>(fate)));
  Object packed{{"kinds", std::move(kinds)},
                {"fates", std::move(fates)},
                {"boundary_rule", report.boundaryRule},
                {"values", packValues(report.values, texts)},
                {"before", packTimeline(report.before, texts)},
                {"after", report.isRewritten ? llvm::json::Value(packTimeline(report.after, texts))
                                             : llvm::json::Value(nullptr)}};
  packed["strings"] = texts.take();
  return packed;
}

void RematerializeReport::printPage(llvm::raw_ostream &os) const {
  Object object = reportJson(*this);
  object["timelines"] = packTimelines(*this);
  // Only here: the data of two runs differs only where the runs do.
  object["command"] = command;
  std::string json = llvm::formatv("{0}", llvm::json::Value(std::move(object)));
  os << kPageBegin;
  // Nothing in a name may end the element that holds the text.
  StringRef rest = json;
  for (size_t at; (at = rest.find('<')) != StringRef::npos; rest = rest.drop_front(at + 1))
    os << rest.take_front(at) << "\\u003c";
  os << rest << kPageEnd;
}
