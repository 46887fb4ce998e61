//===- ReportTraceTest.cpp - Traces against the format of Chrome's JSON ---===//
//
// What viewers demand of a trace ("Trace Event Format", which Perfetto and chrome://tracing read),
// checked event by event.
//
//===----------------------------------------------------------------------===//
#include "remat/Transforms/ReportTrace.h"
#include "ParsedProgram.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::remat;
using llvm::json::Object;

namespace {

class ReportTrace : public ParsedProgram {
protected:
  RematerializeReport planStep(StringRef file, StringRef budget) {
    step = parseSourceFile<ModuleOp>(REMAT_TEST_DATA_DIR "/" + file.str(), &context);
    EXPECT_TRUE(step) << errors;
    FunctionPlanOptions options;
    options.planning.device = *findDevice("reference");
    options.budget = budget.str();
    options.effort = 0;
    FunctionOpInterface function = *findEntryFunction(*step, "");
    SymbolTable symbols(*step);
    EXPECT_TRUE(succeeded(inlineCalls(function, symbols)));
    FailureOr<FunctionPlan> plan = planFunction(function, options);
    EXPECT_TRUE(succeeded(plan)) << errors;
    return *makeReport(function, *plan, options);
  }

  OwningOpRef<ModuleOp> step;
};

std::string traceOf(const RematerializeReport &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTrace(os, report);
  return text;
}

/// The first key that stands twice in one object; a parser would silently take one of the two.
std::string duplicateKey(StringRef json) {
  std::vector<std::set<std::string>> objects;
  for (size_t at = 0; at < json.size(); ++at) {
    if (json[at] == '{')
      objects.emplace_back();
    else if (json[at] == '}')
      objects.pop_back();
    if (json[at] != '"')
      continue;
    size_t end = at + 1;
    while (json[end] != '"')
      end += json[end] == '\\' ? 2 : 1;
    std::string text = json.slice(at + 1, end).str();
    if (json[end + 1] == ':' && !objects.back().insert(text).second)
      return text;
    at = end;
  }
  return "";
}

/// JavaScript, and so both viewers, have no larger exact integers.
constexpr double kLargestExact = 9007199254740992.0;

void expectExactNumbers(const llvm::json::Value &value) {
  if (std::optional<double> number = value.getAsNumber()) {
    EXPECT_LE(std::abs(*number), kLargestExact);
  }
  if (const llvm::json::Array *array = value.getAsArray())
    for (const llvm::json::Value &element : *array)
      expectExactNumbers(element);
  if (const Object *object = value.getAsObject())
    for (const auto &entry : *object)
      expectExactNumbers(entry.second);
}

/// Nanoseconds; times are written in microseconds with three decimals.
int64_t nanoseconds(const Object &event, StringRef key) {
  std::optional<double> time = event.getNumber(key);
  EXPECT_TRUE(time && *time >= 0) << key.str();
  return std::llround(time.value_or(0) * 1e3);
}

using Track = std::pair<int64_t, int64_t>;

/// The events of a trace by kind, with the checks that every event must pass.
struct Trace {
  std::map<int64_t, std::string> processes;
  std::map<Track, std::string> threads;
  std::map<Track, std::vector<std::pair<int64_t, int64_t>>> slices;
  std::map<std::pair<int64_t, std::string>, std::vector<std::pair<int64_t, int64_t>>> counters;
  struct Arrow {
    std::optional<std::pair<Track, int64_t>> from, to;
  };
  std::map<int64_t, Arrow> arrows;

  void read(const Object &event);
};

void Trace::read(const Object &event) {
  const std::string kind = event.getString("ph").value_or("").str();
  const std::string name = event.getString("name").value_or("").str();
  EXPECT_FALSE(name.empty());
  const Track track{event.getInteger("pid").value_or(0), event.getInteger("tid").value_or(0)};
  EXPECT_TRUE(track.first > 0 && track.second > 0);
  const int64_t timeNs = nanoseconds(event, "ts");
  const Object *args = event.getObject("args");
  if (kind == "M") {
    ASSERT_TRUE(args && args->getString("name")) << name;
    const std::string shown = args->getString("name")->str();
    const bool isNew = name == "process_name" ? processes.try_emplace(track.first, shown).second
                                              : threads.try_emplace(track, shown).second;
    EXPECT_TRUE((name == "process_name" || name == "thread_name") && isNew) << name;
  } else if (kind == "X") {
    slices[track].push_back({timeNs, nanoseconds(event, "dur")});
    EXPECT_TRUE(event.getString("cat"));
  } else if (kind == "C") {
    ASSERT_TRUE(args && args->size() == 1) << name;
    std::optional<int64_t> bytes = args->getInteger("bytes");
    ASSERT_TRUE(bytes && *bytes >= 0) << name;
    counters[{track.first, name}].push_back({timeNs, *bytes});
  } else if (kind == "s" || kind == "f") {
    ASSERT_TRUE(event.getInteger("id"));
    EXPECT_TRUE(event.getString("cat"));
    // An end without it would lead to the next slice instead of the one that it stands in.
    EXPECT_EQ(event.getString("bp").value_or(""), kind == "f" ? "e" : "");
    Arrow &arrow = arrows[*event.getInteger("id")];
    auto &end = kind == "s" ? arrow.from : arrow.to;
    EXPECT_FALSE(end.has_value());
    end = {track, timeNs};
  } else {
    ADD_FAILURE() << "event of kind '" << kind << "'";
  }
}

void expectSound(const Trace &trace, size_t numProcesses) {
  EXPECT_EQ(trace.processes.size(), numProcesses);
  std::set<std::pair<Track, int64_t>> begins;
  for (const auto &[track, slices] : trace.slices) {
    EXPECT_TRUE(trace.processes.count(track.first) && trace.threads.count(track));
    int64_t end = 0;
    for (auto [begin, duration] : slices) {
      EXPECT_GE(begin, end) << "slices of one track overlap or go back";
      EXPECT_GT(duration, 0);
      end = begin + duration;
      begins.insert({track, begin});
    }
  }
  for (const auto &[name, samples] : trace.counters) {
    EXPECT_TRUE(trace.processes.count(name.first));
    for (size_t at = 1; at < samples.size(); ++at)
      EXPECT_LT(samples[at - 1].first, samples[at].first) << name.second;
  }
  for (const auto &[id, arrow] : trace.arrows) {
    ASSERT_TRUE(arrow.from && arrow.to) << "arrow " << id;
    EXPECT_TRUE(begins.count(*arrow.from) && begins.count(*arrow.to)) << "arrow " << id;
    EXPECT_LT(arrow.from->second, arrow.to->second) << "arrow " << id;
  }
}

Trace readTrace(const std::string &text) {
  EXPECT_EQ(duplicateKey(text), "");
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  Trace trace;
  if (!json) {
    ADD_FAILURE() << llvm::toString(json.takeError());
    return trace;
  }
  expectExactNumbers(*json);
  EXPECT_EQ(json->getAsObject()->getString("displayTimeUnit"), "ns");
  for (const llvm::json::Value &event : *json->getAsObject()->getArray("traceEvents"))
    trace.read(*event.getAsObject());
  return trace;
}

int64_t largest(const Trace &trace, int64_t process) {
  int64_t most = 0;
  for (auto [time, bytes] : trace.counters.at({process, "live bytes"}))
    most = std::max(most, bytes);
  return most;
}

} // namespace

TEST_F(ReportTrace, IsSound) {
  for (StringRef file : {"layers32.mlir", "tiny_cnn.mlir"}) {
    SCOPED_TRACE(file.str());
    const RematerializeReport report = planStep(file, "80%");
    ASSERT_FALSE(report.recomputed.empty());
    Trace trace = readTrace(traceOf(report));
    expectSound(trace, 2);
    EXPECT_EQ(largest(trace, 1), report.peakBeforeBytes);
    EXPECT_EQ(largest(trace, 2), report.peakAfterBytes);
    // One slice per step, and the repetitions on a track of their own.
    EXPECT_EQ((trace.slices[{1, 1}].size()), report.before.steps.size());
    EXPECT_EQ((trace.slices[{2, 1}].size() + trace.slices[{2, 2}].size()),
              report.after.steps.size());
    EXPECT_FALSE(trace.arrows.empty());
  }
}

TEST_F(ReportTrace, OfAProgramThatFits) {
  const Trace trace = readTrace(traceOf(planStep("mlp.mlir", "100%")));
  expectSound(trace, 1);
  EXPECT_TRUE(trace.arrows.empty());
}

// Names are whatever a program's author wrote.
TEST_F(ReportTrace, OddNames) {
  auto function = cast<FunctionOpInterface>(parse(R"(
    func.func @"a \"quoted\" function"(%x: tensor<4xf32>) -> tensor<4xf32> {
      %a = math.exp %x : tensor<4xf32> loc("\"\\\n\t</script>\C3\A9")
      return %a : tensor<4xf32>
    })")
                                                .getParentOp());
  FunctionPlanOptions options;
  options.planning.device = *findDevice("reference");
  options.budget = "100%";
  FailureOr<FunctionPlan> plan = planFunction(function, options);
  ASSERT_TRUE(succeeded(plan)) << errors;
  expectSound(readTrace(traceOf(*makeReport(function, *plan, options))), 1);
}

// The checks above can fail.
TEST(TraceFormat, DuplicateKeysAreFound) {
  EXPECT_EQ(duplicateKey(R"({"a":{"b":1,"c":"b\":","b":2},"b":3})"), "b");
  EXPECT_EQ(duplicateKey(R"({"a":{"b":1},"b":[{"b":2}]})"), "");
}
