//===- AllocateCsv.cpp - Buffers as CSV -----------------------------------===//
#include "remat/Planning/AllocateCsv.h"
#include "Names.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace rematplan {

namespace {

/// Where the fields stand that are read.
struct Header {
  std::optional<size_t> id, lower, upper, size, alignment, offset;
  size_t columns = 0;
};

llvm::Error fail(size_t line, const llvm::Twine &what) {
  return llvm::createStringError("line " + llvm::Twine(line) + ": " + what);
}

llvm::SmallVector<llvm::StringRef> fieldsOf(llvm::StringRef line) {
  llvm::SmallVector<llvm::StringRef> fields;
  line.split(fields, ',');
  for (llvm::StringRef &field : fields) {
    field = field.trim();
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
      field = field.drop_front().drop_back();
  }
  return fields;
}

llvm::Expected<Header> readHeader(size_t line, llvm::StringRef text) {
  Header header;
  const std::pair<const char *, std::optional<size_t> *> known[] = {
      {"id", &header.id},     {"lower", &header.lower},         {"upper", &header.upper},
      {"size", &header.size}, {"alignment", &header.alignment}, {"offset", &header.offset}};
  for (llvm::StringRef field : fieldsOf(text)) {
    for (auto [name, position] : known) {
      if (field != name)
        continue;
      if (*position)
        return fail(line, "column '" + llvm::Twine(name) + "' occurs twice");
      *position = header.columns;
    }
    ++header.columns;
  }
  for (auto [name, position] : llvm::ArrayRef(known).take_front(4))
    if (!*position)
      return fail(line, "no column '" + llvm::Twine(name) +
                            "'; expected a header with id, lower, upper and size");
  return header;
}

llvm::Expected<int64_t> readNumber(size_t line, llvm::StringRef name, llvm::StringRef text) {
  int64_t number = 0;
  if (text.getAsInteger(10, number))
    return fail(line, name + " '" + printable(text) + "' is not an integer of 64 bits");
  return number;
}

llvm::Error readRow(size_t line, llvm::StringRef text, const Header &header, BufferTable &table) {
  const llvm::SmallVector<llvm::StringRef> fields = fieldsOf(text);
  if (fields.size() != header.columns)
    return fail(line, llvm::Twine(fields.size()) + " fields, the header has " +
                          llvm::Twine(header.columns));
  Buffer buffer;
  std::pair<const char *, std::pair<std::optional<size_t>, int64_t *>> numbers[] = {
      {"lower", {header.lower, &buffer.lower}},
      {"upper", {header.upper, &buffer.upper}},
      {"size", {header.size, &buffer.sizeBytes}},
      {"alignment", {header.alignment, &buffer.alignmentBytes}}};
  for (auto [name, target] : numbers) {
    if (!target.first)
      continue;
    llvm::Expected<int64_t> number = readNumber(line, name, fields[*target.first]);
    if (!number)
      return number.takeError();
    *target.second = *number;
  }
  if (header.offset && !fields[*header.offset].empty()) {
    llvm::Expected<int64_t> offset = readNumber(line, "offset", fields[*header.offset]);
    if (!offset)
      return offset.takeError();
    buffer.fixedOffsetBytes = *offset;
  }
  table.ids.push_back(fields[*header.id].str());
  table.buffers.push_back(buffer);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<BufferTable> readBuffers(llvm::StringRef text) {
  BufferTable table;
  std::optional<Header> header;
  llvm::StringSet<> ids;
  size_t number = 0;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    ++number;
    if (line.trim().empty())
      continue;
    if (!header) {
      llvm::Expected<Header> read = readHeader(number, line);
      if (!read)
        return read.takeError();
      header = *read;
      continue;
    }
    if (llvm::Error error = readRow(number, line, *header, table))
      return error;
    if (!ids.insert(table.ids.back()).second)
      return fail(number, "id '" + printable(table.ids.back()) + "' occurs twice");
  }
  if (!header)
    return llvm::createStringError("empty; expected a header with id, lower, upper and size");
  if (llvm::Error error = checkBuffers(table.buffers, [&](size_t buffer) {
        return ("'" + llvm::Twine(printable(table.ids[buffer])) + "'").str();
      }))
    return error;
  return table;
}

void writeAllocation(llvm::raw_ostream &os, const BufferTable &table,
                     llvm::ArrayRef<int64_t> offsetsBytes) {
  os << "id,lower,upper,size,offset\n";
  for (size_t number = 0; number < table.buffers.size(); ++number) {
    const Buffer &buffer = table.buffers[number];
    os << table.ids[number] << "," << buffer.lower << "," << buffer.upper << "," << buffer.sizeBytes
       << "," << offsetsBytes[number] << "\n";
  }
}

} // namespace rematplan
