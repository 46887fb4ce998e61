//===- JsonTest.cpp - Problems and schedules as text ----------------------===//
#include "remat/Planning/Json.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

std::string written(const Problem &problem) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeProblem(os, problem);
  return text;
}

std::string problemError(llvm::StringRef text) {
  llvm::Expected<Problem> problem = readProblem(text);
  return problem ? "" : llvm::toString(problem.takeError());
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const size_t position = text.find(from);
  EXPECT_NE(position, std::string::npos) << from;
  return text.replace(position, from.size(), to);
}

const char twoLayers[] = R"({
  "format": "remat-problem", "version": 1, "name": "two_layers", "cost_unit": "us",
  "comment": {"unknown fields": [1.5, "are left alone"]},
  "values": [
    {"name": "x", "bytes": 4096},
    {"name": "h", "bytes": 8192, "drop_at": 2},
    {"name": "h_view", "bytes": 0, "alias_of": 1},
    {"name": "dx", "bytes": 4096, "policy": "save"}
  ],
  "ops": [
    {"name": "dot.1", "inputs": [0], "outputs": [1], "cost": 1200, "repeat_cost": 1100, "scratch_bytes": 64},
    {"name": "reshape.2", "inputs": [1], "outputs": [2], "cost": 0, "recomputable": false},
    {"name": "dot.3", "inputs": [0, 2], "outputs": [3], "cost": 2400, "reuses": [[0, 0]]}
  ],
  "inputs": [0], "donated": [0], "outputs": [3]
})";

TEST(Json, ReadsEveryField) {
  const Problem problem = llvm::cantFail(readProblem(twoLayers));
  EXPECT_EQ(problem.name, "two_layers");
  EXPECT_EQ(problem.costUnit, "us");
  ASSERT_EQ(problem.values.size(), 4u);
  EXPECT_EQ(problem.values[0].name, "x");
  EXPECT_EQ(problem.values[0].bytes, 4096);
  EXPECT_EQ(problem.values[0].aliasOf, std::nullopt);
  EXPECT_EQ(problem.values[1].dropAt, 2u);
  EXPECT_EQ(problem.values[2].aliasOf, 1u);
  EXPECT_FALSE(problem.values[2].save);
  EXPECT_TRUE(problem.values[3].save);
  ASSERT_EQ(problem.ops.size(), 3u);
  EXPECT_EQ(problem.ops[0].name, "dot.1");
  EXPECT_EQ(problem.ops[0].cost, 1200);
  EXPECT_EQ(problem.ops[0].repeatCost, 1100);
  EXPECT_EQ(problem.ops[0].scratchBytes, 64);
  EXPECT_TRUE(problem.ops[0].recomputable);
  EXPECT_FALSE(problem.ops[1].recomputable);
  EXPECT_EQ(problem.ops[2].repeatCost, 2400);
  EXPECT_EQ(problem.ops[2].inputs, (std::vector<ValueId>{0, 2}));
  EXPECT_EQ(problem.ops[2].outputs, (std::vector<ValueId>{3}));
  EXPECT_EQ(problem.ops[2].reuses, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 0}}));
  EXPECT_EQ(problem.inputs, (std::vector<ValueId>{0}));
  EXPECT_EQ(problem.donated, (std::vector<ValueId>{0}));
  EXPECT_EQ(problem.outputs, (std::vector<ValueId>{3}));
}

TEST(Json, Defaults) {
  const Problem problem = llvm::cantFail(readProblem(
      R"({"format": "remat-problem", "version": 1, "values": [{"bytes": 1, "alias_of": null}],
          "ops": [{"outputs": [0], "cost": 7}]})"));
  EXPECT_EQ(problem.name, "");
  EXPECT_EQ(problem.costUnit, "ns");
  EXPECT_EQ(problem.ops[0].repeatCost, 7);
  EXPECT_EQ(problem.ops[0].scratchBytes, 0);
  EXPECT_TRUE(problem.ops[0].recomputable);
}

TEST(Json, WhatIsWrittenReadsTheSame) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const std::string text = written(randomProblem(seed, 3 + seed % 20, seed % 2));
    EXPECT_EQ(written(llvm::cantFail(readProblem(text))), text) << seed;
  }
  const std::string text = written(llvm::cantFail(readProblem(twoLayers)));
  EXPECT_EQ(written(llvm::cantFail(readProblem(text))), text);
}

TEST(Json, NamesSurvive) {
  Problem problem = thereAndBack();
  problem.name = "a \"quoted\"\n\\ name";
  problem.values[0].name = "\xC3\xA9\x01";
  const Problem read = llvm::cantFail(readProblem(written(problem)));
  EXPECT_EQ(read.name, problem.name);
  EXPECT_EQ(read.values[0].name, problem.values[0].name);
}

struct BrokenText {
  const char *from;
  const char *to;
  const char *message;
};

#define COUNT "expected a non-negative integer of 64 bits, got "
#define PLACE "expected a position (a non-negative integer of 32 bits), got "
const BrokenText brokenTexts[] = {
    {"remat-problem", "remat-schedule", "format: not a remat-problem"},
    {"\"format\": \"remat-problem\",", "", "format: not a remat-problem"},
    {"\"version\": 1", "\"version\": 2", "version: unknown; this program reads version 1"},
    {"\"two_layers\"", "3", "name: expected a string, got 3"},
    {"\"us\"", "[]", "cost_unit: expected a string, got a list"},
    {"\"name\": \"h\"", "\"name\": {}", "values[1].name: expected a string, got an object"},
    {"8192", "-8192", "values[1].bytes: " COUNT "-8192"},
    {"8192", "\"8192\"", "values[1].bytes: " COUNT "a string"},
    {"8192", "true", "values[1].bytes: " COUNT "true"},
    {"8192", "null", "values[1].bytes: " COUNT "null"},
    {"\"bytes\": 8192, ", "", "values[1].bytes: " COUNT "nothing"},
    {"8192", "9223372036854775808", "values[1].bytes: " COUNT "9223372036854775808"},
    {"8192", "-9223372036854775809", "values[1].bytes: " COUNT "-9223372036854775809"},
    {"\"alias_of\": 1", "\"alias_of\": -1", "values[2].alias_of: " PLACE "-1"},
    {"\"drop_at\": 2", "\"drop_at\": 4294967296", "values[1].drop_at: " PLACE "4294967296"},
    {"\"save\"", "\"drop\"", "values[3].policy: unknown (only \"save\" is known)"},
    {"\"cost\": 1200, ", "", "ops[0].cost: " COUNT "nothing"},
    {"1100", "-1", "ops[0].repeat_cost: " COUNT "-1"},
    {"64", "[64]", "ops[0].scratch_bytes: " COUNT "a list"},
    {"false", "0", "ops[1].recomputable: expected true or false, got 0"},
    {"[0, 2]", "[0, \"2\"]", "ops[2].inputs[1]: " PLACE "a string"},
    {"[0, 2]", "{}", "ops[2].inputs: expected a list, got an object"},
    {"[[0, 0]]", "[[0, 0], [0]]", "ops[2].reuses[1]: expected [output position, input position]"},
    {"[[0, 0]]", "[[0, -1]]", "ops[2].reuses[0][1]: " PLACE "-1"},
    {"[[0, 0]]", "[[0, 2]]",
     "op 2 (\"dot.3\"): reuses [0, 2] is not [output position, input position]"},
    {"\"donated\": [0]", "\"donated\": [null]", "donated[0]: " PLACE "null"},
    {"{\"name\": \"x\", \"bytes\": 4096}", "7", "values[0]: expected an object, got 7"},
    {"\"ops\"", "\"opps\"", "ops: expected a list, got nothing"},
};
#undef COUNT
#undef PLACE

TEST(Json, ErrorsNameTheFieldAndItsPlace) {
  for (const auto &[from, to, message] : brokenTexts)
    EXPECT_EQ(problemError(replaced(twoLayers, from, to)), message);
}

TEST(Json, IntegersAreWrittenAsIntegers) {
  const std::string expected = "expected a non-negative integer of 64 bits, got ";
  for (const char *number :
       {"8192.5", "8192.0", "1e3", "1e400", "-0", "08192", "+1", "0x10", "NaN"})
    EXPECT_EQ(problemError(replaced(twoLayers, "8192", number)),
              "values[1].bytes: " + expected + number);
  EXPECT_EQ(
      problemError(replaced(twoLayers, "[[0, 0]]", "[[0, 0.0]]")),
      "ops[2].reuses[0][1]: expected a position (a non-negative integer of 32 bits), got 0.0");
}

TEST(Json, AKeyIsGivenOnce) {
  EXPECT_EQ(problemError(replaced(twoLayers, "\"bytes\": 8192", "\"bytes\": 1, \"bytes\": 2")),
            "values[1]: the key \"bytes\" is given twice in one object");
  EXPECT_EQ(
      problemError(replaced(twoLayers, "\"bytes\": 8192", "\"bytes\": 1, \"\\u0062ytes\": 2")),
      "values[1]: the key \"bytes\" is given twice in one object");
  EXPECT_EQ(problemError(replaced(twoLayers, "\"version\": 1", "\"version\": 1, \"version\": 1")),
            "the key \"version\" is given twice in one object");
}

TEST(Json, DeepNestingIsRefused) {
  const std::string deepList(1000000, '[');
  EXPECT_EQ(problemError(deepList), "expected an object, got a list");
  std::string deepObject;
  for (size_t i = 0; i < 1000000; ++i)
    deepObject += "{\"a\":";
  EXPECT_EQ(problemError(deepObject), "line 1, column 321: more than 64 levels of nesting");
  EXPECT_EQ(problemError("{\"unknown\": " + deepList),
            "line 1, column 76: more than 64 levels of nesting");
  // Brackets within strings do not nest.
  EXPECT_EQ(problemError(replaced(twoLayers, "two_layers", std::string(1000, '['))), "");
}

TEST(Json, BrokenJsonNamesLineAndColumn) {
  EXPECT_EQ(problemError(""), "expected an object, got nothing");
  EXPECT_EQ(problemError("{\"inputs\": [}"),
            "inputs[0]: expected a position (a non-negative integer "
            "of 32 bits), got }");
  EXPECT_EQ(problemError("{\"inputs\": [\"1"), "inputs[0]: expected a position (a non-negative "
                                               "integer of 32 bits), got a string");
  EXPECT_EQ(problemError("{\"a\": 1\n \"b\": 2}"),
            "line 2, column 2: expected ',' or '}' in an object");
  EXPECT_EQ(problemError("{\"a\": [1 2]}"), "line 1, column 10: expected ',' or ']' in a list");
  EXPECT_EQ(problemError("{\"a\" 1}"), "line 1, column 6: expected ':' after a key");
  EXPECT_EQ(problemError("{a: 1}"), "line 1, column 2: expected a key in quotes");
  EXPECT_EQ(problemError("{\"a\": 01}"), "line 1, column 7: expected a value");
  EXPECT_EQ(problemError("{\"a\": \"b}"),
            "line 1, column 7: a string that does not end on its line");
  EXPECT_EQ(problemError("{\"a\": \"\\x\"}"), "line 1, column 7: a string with a broken escape");
  EXPECT_EQ(problemError("{\"\xFF\": 1}"), "line 1, column 3: no valid UTF-8");
  EXPECT_EQ(problemError(std::string(twoLayers) + "\n x"),
            "line 17, column 2: expected the end of the text");
}

TEST(Json, BrokenTextsFail) {
  for (const char *text :
       {"", "{", "[", "}", "]", "\"", "\"\\", "{\"a", "{\"a\\", "nul", "-", "1 2", "[1,]",
        "{\"a\":}", "\xFF", "{\"\xFF\": 1}", "\"\\ud800\"", "[\"\\u12\"]"})
    EXPECT_NE(problemError(text), "") << text;
  // Every beginning of a good text, and the text with each of its bytes changed.
  const std::string good = twoLayers;
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(problemError(good.substr(0, size)), "") << size;
  for (size_t position = 0; position < good.size(); ++position)
    for (char byte : {'\0', '"', '\\', '{', ']', '9', '\x80'}) {
      std::string changed = good;
      changed[position] = byte;
      problemError(changed);
    }
}

std::string scheduleError(llvm::StringRef text, const Problem &problem) {
  llvm::Expected<Schedule> steps = readSchedule(text, problem);
  return steps ? "" : llvm::toString(steps.takeError());
}

TEST(Json, Schedules) {
  const Problem problem = thereAndBack();
  const Schedule steps{0, 1, 0, 2, 3, 4};
  std::string text;
  llvm::raw_string_ostream os(text);
  writeSchedule(os, problem, steps);
  EXPECT_EQ(text, "{\"format\": \"remat-schedule\", \"version\": 1, \"problem\": "
                  "\"there_and_back\", \"steps\": [0, 1, 0, 2, 3, 4]}\n");
  EXPECT_EQ(llvm::cantFail(readSchedule(text, problem)), steps);
  EXPECT_EQ(scheduleError(replaced(text, "\"problem\": \"there_and_back\", ", ""), problem), "");

  EXPECT_EQ(scheduleError(replaced(text, "there_and_back", "other"), problem),
            "problem: the schedule was made for \"other\", not for \"there_and_back\"");
  EXPECT_EQ(scheduleError(replaced(text, "\"steps\"", "\"stops\""), problem),
            "steps: expected a list, got nothing");
  EXPECT_EQ(scheduleError(replaced(text, "[0, 1, 0", "[0, 1, -1"), problem),
            "steps[2]: expected a position (a non-negative integer of 32 bits), got -1");
  EXPECT_EQ(scheduleError(replaced(text, "[0, 1, 0", "[0, 1, 0.0"), problem),
            "steps[2]: expected a position (a non-negative integer of 32 bits), got 0.0");
  EXPECT_EQ(scheduleError(replaced(text, "remat-schedule", "remat-problem"), problem),
            "format: not a remat-schedule");
  EXPECT_EQ(scheduleError(replaced(text, "1,", "3,"), problem),
            "version: unknown; this program reads version 1");
}

} // namespace
