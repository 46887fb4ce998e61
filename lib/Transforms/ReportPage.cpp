//===- ReportPage.cpp - The report as a page ------------------------------===//
//
// The page is made of the files in ReportPage/, which the build puts into one text. The report is
// embedded as JSON: what printJson prints, and the timelines in packed columns.
//
//===----------------------------------------------------------------------===//
#include "ReportColumns.h"
#include "ReportParts.h"

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

/// One number of each row.
static std::string columnOf(const auto &rows, auto &&cell) {
  std::vector<int64_t> numbers;
  numbers.reserve(rows.size());
  for (const auto &row : rows)
    numbers.push_back(cell(row));
  return packNumbers(numbers);
}

static int64_t number(size_t position) { return static_cast<int64_t>(position); }

/// The steps at which a number of bytes changes, and by how much.
static Object changesOf(ArrayRef<int64_t> bytes, SharedCells &cells) {
  std::vector<int64_t> steps, changes;
  int64_t last = 0;
  for (auto [step, now] : llvm::enumerate(bytes)) {
    if (now == last)
      continue;
    steps.push_back(number(step));
    changes.push_back(cells.bytes(now - last));
    last = now;
  }
  return Object{{"steps", packNumbers(steps)}, {"changes", packNumbers(changes)}};
}

static Object packValues(ArrayRef<ReportedValue> values, SharedCells &cells) {
  auto column = [&](auto &&cell) { return columnOf(values, cell); };
  auto text = [&](std::string ReportedValue::*field) {
    return column([&](const ReportedValue &value) { return cells.text(value.*field); });
  };
  return Object{
      {"name", text(&ReportedValue::name)},
      {"source", text(&ReportedValue::source)},
      {"op", text(&ReportedValue::op)},
      {"type", text(&ReportedValue::type)},
      {"reason", text(&ReportedValue::reason)},
      {"bytes", column([&](const ReportedValue &value) { return cells.bytes(value.bytes); })},
      {"kind", column([](const ReportedValue &value) { return int64_t(value.kind); })},
      {"fate", column([](const ReportedValue &value) { return int64_t(value.fate); })},
      {"copies", column([](const ReportedValue &value) { return int64_t(value.copies); })},
      {"cost_ns", column([](const ReportedValue &value) { return value.costNs; })},
      {"layer", column([](const ReportedValue &value) { return int64_t(value.layer); })}};
}

static Object packArena(const ArenaPicture &arena, SharedCells &cells) {
  auto column = [&](auto &&cell) { return columnOf(arena.spans, cell); };
  return Object{
      {"is_planned", arena.isPlanned},
      {"height_bytes", arena.heightBytes},
      {"value", column([](const ArenaSpan &span) { return span.value; })},
      {"kind", column([](const ArenaSpan &span) { return int64_t(span.kind); })},
      {"bytes", column([&](const ArenaSpan &span) { return cells.bytes(span.bytes); })},
      {"offset", column([&](const ArenaSpan &span) { return cells.bytes(span.offsetBytes); })},
      {"begin", column([](const ArenaSpan &span) { return number(span.begin); })},
      {"end", column([](const ArenaSpan &span) { return number(span.end); })}};
}

static Object packTimeline(const Timeline &timeline, SharedCells &cells) {
  auto text = [&](std::string TimelineStep::*field) {
    return columnOf(timeline.steps,
                    [&](const TimelineStep &step) { return cells.text(step.*field); });
  };
  auto span = [&](auto &&cell) { return columnOf(timeline.storages, cell); };
  Array bytesOfKind;
  std::vector<int64_t> repetitions;
  for (size_t step = 0; step < timeline.steps.size(); ++step)
    if (timeline.steps[step].isRepetition)
      repetitions.push_back(number(step));
  for (const std::vector<int64_t> &bytes : timeline.bytesOfKind)
    bytesOfKind.push_back(changesOf(bytes, cells));
  return Object{
      {"peak_step", number(timeline.peakStep)},
      {"backward_begin", number(timeline.backwardBegin)},
      {"bytes_of_kind", std::move(bytesOfKind)},
      {"steps", Object{{"op", text(&TimelineStep::op)},
                       {"name", text(&TimelineStep::name)},
                       {"source", text(&TimelineStep::source)},
                       {"repetitions", packNumbers(repetitions)}}},
      {"storages",
       Object{
           {"value", span([](const StorageSpan &storage) { return int64_t(storage.value); })},
           {"kind", span([](const StorageSpan &storage) { return int64_t(storage.kind); })},
           {"bytes", span([&](const StorageSpan &storage) { return cells.bytes(storage.bytes); })},
           {"begin", span([](const StorageSpan &storage) { return number(storage.begin); })},
           {"end", span([](const StorageSpan &storage) { return number(storage.end); })}}},
      {"arena", packArena(timeline.arena, cells)}};
}

static Object packTimelines(const RematerializeReport &report) {
  SharedCells cells;
  Array kinds, fates;
  for (size_t kind = 0; kind < kNumByteKinds; ++kind)
    kinds.push_back(byteKindName(static_cast<ByteKind>(kind)));
  for (size_t fate = 0; fate <= static_cast<size_t>(ValueFate::Temporary); ++fate)
    fates.push_back(valueFateName(static_cast<ValueFate>(fate)));
  Object packed{{"kinds", std::move(kinds)},
                {"fates", std::move(fates)},
                {"boundary_rule", report.boundaryRule},
                {"values", packValues(report.values, cells)},
                {"before", packTimeline(report.before, cells)},
                {"after", report.isRewritten ? llvm::json::Value(packTimeline(report.after, cells))
                                             : llvm::json::Value(nullptr)}};
  cells.write(packed);
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
