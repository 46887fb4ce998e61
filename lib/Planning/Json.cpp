//===- Json.cpp - Problems and schedules as JSON text ---------------------===//
#include "remat/Planning/Json.h"
#include "JsonText.h"
#include "Names.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

namespace json = llvm::json;

namespace rematplan {

namespace {

constexpr llvm::StringRef problemFormat = "remat-problem";
constexpr llvm::StringRef scheduleFormat = "remat-schedule";
constexpr int64_t formatVersion = 1;

constexpr llvm::StringRef integerFields[] = {"bytes",       "alias_of",      "drop_at", "cost",
                                             "repeat_cost", "scratch_bytes", "inputs",  "outputs",
                                             "donated",     "version",       "reuses",  "steps"};

/// Reads typed fields out of a parsed text. The first error stays, whatever is read afterwards.
class FieldReader {
public:
  llvm::Error takeError() {
    if (message.empty())
      return llvm::Error::success();
    return llvm::createStringError(llvm::Twine(message));
  }
  bool failed() const { return !message.empty(); }

  void fail(const llvm::Twine &path, const llvm::Twine &what) {
    if (message.empty())
      message = (path + ": " + what).str();
  }

  /// Whether `value` is an object that says it is of `format`, in the version that is known here.
  bool isFormat(const json::Value &value, llvm::StringRef format) {
    const json::Object *object = value.getAsObject();
    if (!object || object->getString("format") != format)
      fail("format", "not a " + format);
    else if (object->getInteger("version") != formatVersion)
      fail("version", "unknown; this program reads version " + llvm::Twine(formatVersion));
    return !failed();
  }

  std::string text(const json::Object &object, const llvm::Twine &path, llvm::StringRef field,
                   llvm::StringRef absent) {
    const json::Value *value = object.get(field);
    if (!value)
      return absent.str();
    if (std::optional<llvm::StringRef> text = value->getAsString())
      return text->str();
    unexpected(path + field, "a string", value);
    return "";
  }

  /// `absent` is taken where the field is missing; without one it must be there.
  int64_t count(const json::Object &object, const llvm::Twine &path, llvm::StringRef field,
                std::optional<int64_t> absent = std::nullopt) {
    const json::Value *value = object.get(field);
    if (!value && absent)
      return *absent;
    const std::optional<int64_t> number = value ? value->getAsInteger() : std::nullopt;
    if (number && *number >= 0)
      return *number;
    unexpected(path + field, "a non-negative integer of 64 bits", value);
    return 0;
  }

  bool flag(const json::Object &object, const llvm::Twine &path, llvm::StringRef field,
            bool absent) {
    const json::Value *value = object.get(field);
    if (!value)
      return absent;
    if (std::optional<bool> flag = value->getAsBoolean())
      return *flag;
    unexpected(path + field, "true or false", value);
    return absent;
  }

  uint32_t position(const json::Value &value, const llvm::Twine &path) {
    const std::optional<int64_t> number = value.getAsInteger();
    if (number && *number >= 0 && *number < std::numeric_limits<uint32_t>::max())
      return static_cast<uint32_t>(*number);
    unexpected(path, "a position (a non-negative integer of 32 bits)", &value);
    return 0;
  }

  /// Absent and null mean the same.
  std::optional<uint32_t> optionalPosition(const json::Object &object, const llvm::Twine &path,
                                           llvm::StringRef field) {
    const json::Value *value = object.get(field);
    if (!value || value->getAsNull())
      return std::nullopt;
    return position(*value, path + field);
  }

  std::vector<uint32_t> positions(const json::Object &object, const llvm::Twine &path,
                                  llvm::StringRef field) {
    std::vector<uint32_t> result;
    if (const json::Array *entries = array(object, path, field, /*required=*/false)) {
      result.reserve(entries->size());
      for (size_t i = 0; i < entries->size(); ++i)
        result.push_back(position((*entries)[i], path + field + "[" + llvm::Twine(i) + "]"));
    }
    return result;
  }

  const json::Array *array(const json::Object &object, const llvm::Twine &path,
                           llvm::StringRef field, bool required) {
    const json::Value *value = object.get(field);
    if (!value && !required)
      return nullptr;
    const json::Array *entries = value ? value->getAsArray() : nullptr;
    if (!entries)
      unexpected(path + field, "a list", value);
    return entries;
  }

  const json::Object *entry(const json::Value &value, const llvm::Twine &path) {
    const json::Object *object = value.getAsObject();
    if (!object)
      unexpected(path, "an object", &value);
    return object;
  }

  void unexpected(const llvm::Twine &path, const llvm::Twine &expected, const json::Value *found) {
    if (failed())
      return;
    std::string got = "nothing";
    if (found && found->getAsArray()) {
      got = "a list";
    } else if (found && found->getAsObject()) {
      got = "an object";
    } else if (found) {
      got.clear();
      llvm::raw_string_ostream os(got);
      os << *found;
    }
    fail(path, "expected " + expected + ", got " + printable(got));
  }

private:
  std::string message;
};

Value readValue(FieldReader &reader, const json::Object &object, const llvm::Twine &path) {
  Value value;
  value.name = reader.text(object, path, "name", "");
  value.bytes = reader.count(object, path, "bytes");
  value.aliasOf = reader.optionalPosition(object, path, "alias_of");
  value.dropAt = reader.optionalPosition(object, path, "drop_at");
  const json::Value *policy = object.get("policy");
  if (policy && !policy->getAsNull()) {
    value.save = policy->getAsString() == "save";
    if (!value.save)
      reader.unexpected(path + "policy", "\"save\" (no other policy is known)", policy);
  }
  return value;
}

std::vector<std::pair<uint32_t, uint32_t>>
readReuses(FieldReader &reader, const json::Object &object, const llvm::Twine &path) {
  std::vector<std::pair<uint32_t, uint32_t>> reuses;
  const json::Array *entries = reader.array(object, path, "reuses", /*required=*/false);
  for (size_t i = 0; entries && i < entries->size(); ++i) {
    const std::string place = (path + "reuses[" + llvm::Twine(i) + "]").str();
    const json::Array *pair = (*entries)[i].getAsArray();
    if (!pair || pair->size() != 2) {
      reader.fail(place, "expected [output position, input position]");
      break;
    }
    reuses.emplace_back(reader.position((*pair)[0], place), reader.position((*pair)[1], place));
  }
  return reuses;
}

Op readOp(FieldReader &reader, const json::Object &object, const llvm::Twine &path) {
  Op op;
  op.name = reader.text(object, path, "name", "");
  op.inputs = reader.positions(object, path, "inputs");
  op.outputs = reader.positions(object, path, "outputs");
  op.cost = reader.count(object, path, "cost");
  op.repeatCost = reader.count(object, path, "repeat_cost", op.cost);
  op.scratchBytes = reader.count(object, path, "scratch_bytes", 0);
  op.recomputable = reader.flag(object, path, "recomputable", true);
  op.reuses = readReuses(reader, object, path);
  return op;
}

/// Reads `field` as a list of objects, each by `read`.
template <typename T>
std::vector<T> readEntries(FieldReader &reader, const json::Object &object, llvm::StringRef field,
                           T (*read)(FieldReader &, const json::Object &, const llvm::Twine &)) {
  std::vector<T> result;
  const json::Array *entries = reader.array(object, "", field, /*required=*/true);
  if (!entries)
    return result;
  result.reserve(entries->size());
  for (size_t i = 0; i < entries->size() && !reader.failed(); ++i) {
    const std::string place = (field + "[" + llvm::Twine(i) + "]").str();
    if (const json::Object *entry = reader.entry((*entries)[i], place))
      result.push_back(read(reader, *entry, place + "."));
  }
  return result;
}

llvm::Expected<json::Value> parse(llvm::StringRef text) {
  if (llvm::Error error = checkJsonText(text, integerFields))
    return error;
  return json::parse(text);
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
  llvm::Expected<json::Value> parsed = parse(text);
  if (!parsed)
    return parsed.takeError();
  FieldReader reader;
  Problem problem;
  if (reader.isFormat(*parsed, problemFormat)) {
    const json::Object &object = *parsed->getAsObject();
    problem.name = reader.text(object, "", "name", "");
    problem.costUnit = reader.text(object, "", "cost_unit", problem.costUnit);
    problem.values = readEntries<Value>(reader, object, "values", readValue);
    problem.ops = readEntries<Op>(reader, object, "ops", readOp);
    problem.inputs = reader.positions(object, "", "inputs");
    problem.donated = reader.positions(object, "", "donated");
    problem.outputs = reader.positions(object, "", "outputs");
  }
  if (llvm::Error error = reader.takeError())
    return error;
  if (llvm::Error error = problem.check())
    return error;
  return problem;
}

llvm::Expected<Schedule> readSchedule(llvm::StringRef text, const Problem &problem) {
  llvm::Expected<json::Value> parsed = parse(text);
  if (!parsed)
    return parsed.takeError();
  FieldReader reader;
  Schedule steps;
  if (reader.isFormat(*parsed, scheduleFormat)) {
    const json::Object &object = *parsed->getAsObject();
    const std::string name = reader.text(object, "", "problem", problem.name);
    if (name != problem.name)
      reader.fail("problem", "the schedule was made for \"" + printable(name) + "\", not for \"" +
                                 printable(problem.name) + "\"");
    if (reader.array(object, "", "steps", /*required=*/true))
      steps = reader.positions(object, "", "steps");
  }
  if (llvm::Error error = reader.takeError())
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
