//===- Json.cpp - Problems and schedules as JSON text ---------------------===//
#include "remat/Planning/Json.h"
#include "JsonCursor.h"
#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <limits>

namespace json = llvm::json;

namespace rematplan {

namespace {

constexpr llvm::StringRef problemFormat = "remat-problem";
constexpr llvm::StringRef scheduleFormat = "remat-schedule";
constexpr int64_t formatVersion = 1;

int64_t readCount(JsonCursor &in) {
  return in.readCount(std::numeric_limits<int64_t>::max(), "a non-negative integer of 64 bits");
}

uint32_t readPosition(JsonCursor &in) {
  return static_cast<uint32_t>(in.readCount(std::numeric_limits<uint32_t>::max() - 1,
                                            "a position (a non-negative integer of 32 bits)"));
}

/// Null means the same as a field that is absent.
std::optional<uint32_t> readOptionalPosition(JsonCursor &in) {
  if (in.readNull())
    return std::nullopt;
  return readPosition(in);
}

std::vector<uint32_t> readPositions(JsonCursor &in) {
  std::vector<uint32_t> result;
  in.readArray([&] { result.push_back(readPosition(in)); });
  return result;
}

/// Which fields of an object were there, and which of these must be.
class Fields {
public:
  /// Whether `key` is `field`; notes that it was there.
  bool is(llvm::StringRef key, llvm::StringRef field) {
    if (key != field)
      return false;
    seen.push_back(field);
    return true;
  }
  bool has(llvm::StringRef field) const { return llvm::is_contained(seen, field); }
  void require(JsonCursor &in, llvm::StringRef field, const llvm::Twine &expected) const {
    if (!has(field))
      in.fail("expected " + expected + ", got nothing", field);
  }

private:
  llvm::SmallVector<llvm::StringRef> seen;
};

/// Reads `key` if it says what the text is.
bool readFormat(JsonCursor &in, Fields &fields, llvm::StringRef key, llvm::StringRef format) {
  if (fields.is(key, "format")) {
    if (in.readString() != format)
      in.fail("not a " + format);
    return true;
  }
  if (fields.is(key, "version")) {
    if (readCount(in) != formatVersion)
      in.fail("unknown; this program reads version " + llvm::Twine(formatVersion));
    return true;
  }
  return false;
}

void requireFormat(JsonCursor &in, const Fields &fields, llvm::StringRef format) {
  if (!fields.has("format"))
    in.fail("not a " + format, "format");
  fields.require(in, "version", llvm::Twine(formatVersion));
}

Value readValue(JsonCursor &in) {
  Value value;
  Fields fields;
  in.readObject([&](llvm::StringRef key) {
    if (fields.is(key, "name"))
      value.name = in.readString();
    else if (fields.is(key, "bytes"))
      value.bytes = readCount(in);
    else if (fields.is(key, "alias_of"))
      value.aliasOf = readOptionalPosition(in);
    else if (fields.is(key, "drop_at"))
      value.dropAt = readOptionalPosition(in);
    else if (!fields.is(key, "policy"))
      in.skip();
    else if (!in.readNull()) {
      value.save = in.readString() == "save";
      if (!value.save)
        in.fail("unknown (only \"save\" is known)");
    }
  });
  fields.require(in, "bytes", "a non-negative integer of 64 bits");
  return value;
}

std::pair<uint32_t, uint32_t> readReuse(JsonCursor &in) {
  const std::vector<uint32_t> pair = readPositions(in);
  if (pair.size() == 2)
    return {pair[0], pair[1]};
  in.fail("expected [output position, input position]");
  return {0, 0};
}

Op readOp(JsonCursor &in) {
  Op op;
  Fields fields;
  in.readObject([&](llvm::StringRef key) {
    if (fields.is(key, "name"))
      op.name = in.readString();
    else if (fields.is(key, "inputs"))
      op.inputs = readPositions(in);
    else if (fields.is(key, "outputs"))
      op.outputs = readPositions(in);
    else if (fields.is(key, "cost"))
      op.cost = readCount(in);
    else if (fields.is(key, "repeat_cost"))
      op.repeatCost = readCount(in);
    else if (fields.is(key, "scratch_bytes"))
      op.scratchBytes = readCount(in);
    else if (fields.is(key, "recomputable"))
      op.recomputable = in.readBool();
    else if (fields.is(key, "reuses"))
      in.readArray([&] { op.reuses.push_back(readReuse(in)); });
    else
      in.skip();
  });
  fields.require(in, "cost", "a non-negative integer of 64 bits");
  if (!fields.has("repeat_cost"))
    op.repeatCost = op.cost;
  return op;
}

void writePositions(json::OStream &out, llvm::StringRef field,
                    const std::vector<uint32_t> &positions) {
  out.attributeArray(field, [&] {
    for (uint32_t position : positions)
      out.value(position);
  });
}

void writeValue(json::OStream &out, const Value &value) {
  if (!value.name.empty())
    out.attribute("name", value.name);
  out.attribute("bytes", value.bytes);
  if (value.aliasOf)
    out.attribute("alias_of", *value.aliasOf);
  if (value.save)
    out.attribute("policy", "save");
  if (value.dropAt)
    out.attribute("drop_at", *value.dropAt);
}

void writeOp(json::OStream &out, const Op &op) {
  if (!op.name.empty())
    out.attribute("name", op.name);
  writePositions(out, "inputs", op.inputs);
  writePositions(out, "outputs", op.outputs);
  out.attribute("cost", op.cost);
  if (op.repeatCost != op.cost)
    out.attribute("repeat_cost", op.repeatCost);
  if (op.scratchBytes != 0)
    out.attribute("scratch_bytes", op.scratchBytes);
  if (!op.recomputable)
    out.attribute("recomputable", false);
  if (op.reuses.empty())
    return;
  out.attributeArray("reuses", [&] {
    for (auto [output, input] : op.reuses)
      out.value(json::Array{output, input});
  });
}

/// One line per value or op, so that two problems can be compared line by line.
template <typename T>
void writeEntries(llvm::raw_ostream &os, llvm::StringRef field, const std::vector<T> &entries,
                  void (*write)(json::OStream &, const T &)) {
  os << "\"" << field << "\": [";
  for (size_t i = 0; i < entries.size(); ++i) {
    os << (i ? ",\n" : "\n");
    json::OStream out(os);
    out.object([&] { write(out, entries[i]); });
  }
  os << "\n],\n";
}

} // namespace

llvm::Expected<Problem> readProblem(llvm::StringRef text) {
  JsonCursor in(text);
  Problem problem;
  Fields fields;
  in.readObject([&](llvm::StringRef key) {
    if (readFormat(in, fields, key, problemFormat))
      return;
    if (fields.is(key, "name"))
      problem.name = in.readString();
    else if (fields.is(key, "cost_unit"))
      problem.costUnit = in.readString();
    else if (fields.is(key, "values"))
      in.readArray([&] { problem.values.push_back(readValue(in)); });
    else if (fields.is(key, "ops"))
      in.readArray([&] { problem.ops.push_back(readOp(in)); });
    else if (fields.is(key, "inputs"))
      problem.inputs = readPositions(in);
    else if (fields.is(key, "donated"))
      problem.donated = readPositions(in);
    else if (fields.is(key, "outputs"))
      problem.outputs = readPositions(in);
    else
      in.skip();
  });
  in.finish();
  requireFormat(in, fields, problemFormat);
  fields.require(in, "values", "a list");
  fields.require(in, "ops", "a list");
  if (llvm::Error error = in.takeError())
    return error;
  if (llvm::Error error = problem.check())
    return error;
  return problem;
}

llvm::Expected<Schedule> readSchedule(llvm::StringRef text, const Problem &problem) {
  JsonCursor in(text);
  Schedule steps;
  Fields fields;
  in.readObject([&](llvm::StringRef key) {
    if (readFormat(in, fields, key, scheduleFormat))
      return;
    if (fields.is(key, "steps")) {
      steps = readPositions(in);
    } else if (fields.is(key, "problem")) {
      const std::string name = in.readString();
      if (name != problem.name)
        in.fail("the schedule was made for \"" + printable(name) + "\", not for \"" +
                printable(problem.name) + "\"");
    } else {
      in.skip();
    }
  });
  in.finish();
  requireFormat(in, fields, scheduleFormat);
  fields.require(in, "steps", "a list");
  if (llvm::Error error = in.takeError())
    return error;
  return steps;
}

void writeProblem(llvm::raw_ostream &os, const Problem &problem) {
  os << "{\"format\": \"" << problemFormat << "\", \"version\": " << formatVersion
     << ",\n\"name\": " << json::Value(problem.name)
     << ", \"cost_unit\": " << json::Value(problem.costUnit) << ",\n";
  writeEntries(os, "values", problem.values, writeValue);
  writeEntries(os, "ops", problem.ops, writeOp);
  os << "\"inputs\": " << json::Value(json::Array(problem.inputs))
     << ",\n\"donated\": " << json::Value(json::Array(problem.donated))
     << ",\n\"outputs\": " << json::Value(json::Array(problem.outputs)) << "}\n";
}

void writeSchedule(llvm::raw_ostream &os, const Problem &problem, const Schedule &steps) {
  os << "{\"format\": \"" << scheduleFormat << "\", \"version\": " << formatVersion
     << ", \"problem\": " << json::Value(problem.name) << ", \"steps\": [";
  for (size_t step = 0; step < steps.size(); ++step)
    os << (step ? ", " : "") << steps[step];
  os << "]}\n";
}

} // namespace rematplan
