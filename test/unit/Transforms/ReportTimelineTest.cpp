//===- ReportTimelineTest.cpp - Timelines, fates and forms of a report ----===//
#include "ParsedProgram.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/RematerializeReport.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <numeric>

using namespace mlir;
using namespace mlir::remat;

namespace {

class ReportTimeline : public ParsedProgram {
protected:
  RematerializeReport plan(FunctionOpInterface function, MemoryModelKind kind, StringRef budget,
                           unsigned paretoPoints = 0) {
    FunctionPlanOptions options;
    options.planning.memoryModel = kind;
    options.planning.device = *findDevice("reference");
    options.budget = budget.str();
    options.effort = 0;
    FailureOr<FunctionPlan> plan = planFunction(function, options);
    EXPECT_TRUE(succeeded(plan)) << errors;
    FailureOr<RematerializeReport> report =
        makeReport(function, *plan, options, {/*withArena=*/true, paretoPoints});
    EXPECT_TRUE(succeeded(report)) << errors;
    return std::move(*report);
  }

  FunctionOpInterface load(StringRef file) {
    step = parseSourceFile<ModuleOp>(REMAT_TEST_DATA_DIR "/" + file.str(), &context);
    EXPECT_TRUE(step) << errors;
    FunctionOpInterface function = *findEntryFunction(*step, "");
    SymbolTable symbols(*step);
    EXPECT_TRUE(succeeded(inlineCalls(function, symbols)));
    return function;
  }

  OwningOpRef<ModuleOp> step;
};

// Values of 1 KiB each. Backward begins at the peak, where d is made.
constexpr const char *kChain = R"(
  func.func @f(%x: tensor<256xf32> loc("x")) -> tensor<256xf32> {
    %a = math.exp %x : tensor<256xf32> loc("a")
    %b = math.sin %a : tensor<256xf32> loc("b")
    %c = math.cos %b : tensor<256xf32> loc("c")
    %d = arith.mulf %c, %b : tensor<256xf32> loc("d")
    %e = arith.mulf %d, %a : tensor<256xf32> loc("e")
    return %e : tensor<256xf32>
  })";

std::vector<int64_t> kibibytes(ArrayRef<int64_t> bytes) {
  std::vector<int64_t> result;
  for (int64_t number : bytes)
    result.push_back(number / 1024);
  return result;
}

std::vector<int64_t> kind(const Timeline &timeline, ByteKind kind) {
  return kibibytes(timeline.bytesOfKind[static_cast<size_t>(kind)]);
}

using Kibibytes = std::vector<int64_t>;

void expectConsistent(const RematerializeReport &report, const Timeline &timeline,
                      int64_t peakBytes) {
  EXPECT_EQ(timeline.peakBytes(), peakBytes);
  ASSERT_EQ(timeline.steps.size(), timeline.liveBytes.size());
  for (size_t step = 0; step < timeline.steps.size(); ++step) {
    int64_t sum = 0;
    for (const std::vector<int64_t> &bytes : timeline.bytesOfKind) {
      EXPECT_GE(bytes[step], 0);
      sum += bytes[step];
    }
    ASSERT_EQ(sum, timeline.liveBytes[step]) << "step " << step;
  }
  for (const StorageSpan &span : timeline.storages) {
    ASSERT_LT(span.value, report.values.size());
    EXPECT_LT(span.begin, span.end);
    EXPECT_LE(span.end, timeline.steps.size());
  }
  ArrayRef<ArenaSpan> places = timeline.arena.spans;
  for (size_t index = 0; index < places.size(); ++index) {
    EXPECT_LE(places[index].offsetBytes + places[index].bytes, timeline.arena.heightBytes);
    for (const ArenaSpan &other : places.take_front(index))
      EXPECT_TRUE(other.end <= places[index].begin || places[index].end <= other.begin ||
                  other.offsetBytes + other.bytes <= places[index].offsetBytes ||
                  places[index].offsetBytes + places[index].bytes <= other.offsetBytes);
  }
}

} // namespace

TEST_F(ReportTimeline, OfAChain) {
  auto function = cast<FunctionOpInterface>(parse(kChain).getParentOp());
  const RematerializeReport report = plan(function, MemoryModelKind::Stored, "4KiB");
  // x is there throughout; a waits for the last product, b and c for the first one.
  EXPECT_EQ(kibibytes(report.before.liveBytes), (Kibibytes{2, 3, 4, 5, 4}));
  EXPECT_EQ(report.before.peakStep, 3u);
  EXPECT_EQ(report.before.backwardBegin, 3u);
  EXPECT_EQ(report.boundaryRule, "peak");
  EXPECT_EQ(kind(report.before, ByteKind::Parameter), (Kibibytes{1, 1, 1, 1, 1}));
  EXPECT_EQ(kind(report.before, ByteKind::Activation), (Kibibytes{1, 2, 3, 3, 1}));
  EXPECT_EQ(kind(report.before, ByteKind::Gradient), (Kibibytes{0, 0, 0, 1, 1}));
  EXPECT_EQ(kind(report.before, ByteKind::Output), (Kibibytes{0, 0, 0, 0, 1}));

  // a is dropped after b was made, and made again at step 5 for e, behind a barrier.
  EXPECT_EQ(kibibytes(report.after.liveBytes), (Kibibytes{2, 3, 3, 4, 2, 3, 4}));
  EXPECT_EQ(kind(report.after, ByteKind::Activation), (Kibibytes{1, 2, 2, 2, 0, 0, 0}));
  EXPECT_EQ(kind(report.after, ByteKind::Recomputed), (Kibibytes{0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(report.after.peakStep, 3u);
  std::vector<bool> repeated;
  for (const TimelineStep &step : report.after.steps)
    repeated.push_back(step.isRepetition);
  EXPECT_EQ(repeated, (std::vector<bool>{false, false, false, false, false, true, false}));
  EXPECT_EQ(report.after.steps[5].op, "math.exp");

  std::map<std::string, std::string> fates;
  for (const ReportedValue &value : report.values)
    fates[value.name] = valueFateName(value.fate).str();
  EXPECT_EQ(fates, (std::map<std::string, std::string>{{"x", "argument"},
                                                       {"a", "dropped"},
                                                       {"b", "kept"},
                                                       {"c", "kept"},
                                                       {"d", "temporary"},
                                                       {"e", "output"}}));
  // A kernel of one value read and one written: 2 KiB at 1.5 TB/s are 1.4 ns, and the launch 1 us.
  EXPECT_EQ(report.values[1].name, "a");
  EXPECT_EQ(report.values[1].copies, 1u);
  EXPECT_EQ(report.values[1].costNs, 1001);
  EXPECT_EQ(report.values[1].bytes, 1024);

  // Between argument and result a, b, c and d: three of them at once.
  EXPECT_FALSE(report.before.arena.isPlanned);
  EXPECT_EQ(report.before.arena.heightBytes, 4096);
  EXPECT_EQ(report.after.arena.heightBytes, 3072);
}

TEST_F(ReportTimeline, OfAProgramThatFits) {
  auto function = cast<FunctionOpInterface>(parse(kChain).getParentOp());
  const RematerializeReport report = plan(function, MemoryModelKind::Stored, "5KiB");
  EXPECT_FALSE(report.isRewritten);
  EXPECT_EQ(report.after.liveBytes, report.before.liveBytes);
  for (const ReportedValue &value : report.values)
    EXPECT_TRUE(value.copies == 0 && value.fate != ValueFate::Dropped) << value.name;
}

TEST_F(ReportTimeline, OfTrainingSteps) {
  for (StringRef file : {"mlp.mlir", "tiny_cnn.mlir", "layers32.mlir"})
    for (MemoryModelKind kind : {MemoryModelKind::Fused, MemoryModelKind::Stored}) {
      SCOPED_TRACE(file.str());
      const RematerializeReport report = plan(load(file), kind, "85%");
      expectConsistent(report, report.before, report.peakBeforeBytes);
      expectConsistent(report, report.after, report.peakAfterBytes);
      EXPECT_TRUE(report.isRewritten);
    }
}

// The three forms print the numbers of one structure.
TEST_F(ReportTimeline, FormsAgree) {
  auto function = cast<FunctionOpInterface>(parse(kChain).getParentOp());
  const RematerializeReport report = plan(function, MemoryModelKind::Stored, "4KiB", 4);
  ASSERT_TRUE(report.pareto);
  EXPECT_EQ(report.pareto->before.peakBytes, report.peakBeforeBytes);
  std::string json, text, page;
  llvm::raw_string_ostream jsonStream(json), textStream(text), pageStream(page);
  report.printJson(jsonStream);
  report.printText(textStream);
  report.printPage(pageStream);

  auto [head, rest] = StringRef(page).split("id=\"report\">");
  llvm::Expected<llvm::json::Value> embedded = llvm::json::parse(rest.split("</script>").first);
  ASSERT_TRUE(static_cast<bool>(embedded)) << llvm::toString(embedded.takeError());
  llvm::json::Object &inPage = *embedded->getAsObject();
  ASSERT_TRUE(inPage.erase("timelines") && inPage.erase("command"));
  EXPECT_EQ(*embedded, llvm::cantFail(llvm::json::parse(json)));

  for (const char *key : {"peak_before_bytes", "peak_after_bytes", "budget_bytes",
                          "budget_lower_limit_bytes", "recomputed_ops", "barriers"})
    EXPECT_NE(text.find(std::to_string(*inPage.getInteger(key))), std::string::npos) << key;
  EXPECT_NE(text.find("live bytes after: peak 4096 bytes at step 3 of 7"), std::string::npos);
}

// A name cannot end the element that holds the report.
TEST_F(ReportTimeline, NamesStayInTheReport) {
  auto function =
      cast<FunctionOpInterface>(parse(R"(func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
        %a = math.exp %x : tensor<4xf32> loc("</script><script>alert(1)</script>")
        return %a : tensor<4xf32>
      })")
                                    .getParentOp());
  std::string page;
  llvm::raw_string_ostream os(page);
  plan(function, MemoryModelKind::Stored, "100%").printPage(os);
  EXPECT_EQ(StringRef(page).count("</script>"), 2u);
  EXPECT_NE(page.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
}
