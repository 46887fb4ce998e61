//===- Inputs.cpp - Arguments of a run, and where its results go ----------===//
#include "Inputs.h"
#include "Npy.h"
#include "NumpyRandom.h"
#include "remat/Planning/OutputFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

static std::string elementName(RankedTensorType type) {
  std::string name;
  llvm::raw_string_ostream(name) << type.getElementType();
  return name;
}

static int64_t arrayBytes(RankedTensorType type) {
  return type.getNumElements() * elementBytes(elementName(type));
}

/// An argument as a message names it.
static std::string argumentText(const StepSignature &signature, unsigned number) {
  const std::string &name = signature.argumentNames[number];
  return fmt::format("argument {}{}", number, name.empty() ? "" : " (" + name + ")");
}

static llvm::Error makeError(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

static std::string filePath(StringRef folder, StringRef kind, unsigned number) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, fmt::format("{}_{:03}.npy", kind.str(), number));
  return path.str().str();
}

/// Draws integers of any width; those of less than a byte have bytes of their own.
static void drawIntegers(NumpyRandom &random, uint32_t limit, int64_t bytes, HostBuffer &buffer) {
  for (char *place = buffer.data(), *end = place + buffer.size(); place < end; place += bytes) {
    uint64_t number = random.integer(limit);
    std::memcpy(place, &number, bytes);
  }
}

llvm::Expected<HostValues> mlir::remat::drawInputs(const StepSignature &signature,
                                                   const RandomInputs &inputs) {
  NumpyRandom random(inputs.seed);
  HostValues values;
  for (auto [number, type] : llvm::enumerate(signature.arguments)) {
    std::string element = elementName(type);
    int64_t bytes = elementBytes(element);
    if (bytes == 0)
      return makeError(argumentText(signature, number) + ": no random numbers of type " + element);
    HostBuffer &buffer = values.emplace_back(arrayBytes(type));
    if (type.getElementType().isInteger()) {
      drawIntegers(random, element == "i1" ? 2 : inputs.integerLimit, bytes, buffer);
      continue;
    }
    bool isSecondMoment = StringRef(signature.argumentNames[number]).contains(".nu[");
    double low = inputs.isSigned && !isSecondMoment ? -0.1 : 0.01;
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      storeFloat(element, random.uniform(low, 0.1), buffer.data() + i * bytes);
  }
  return values;
}

llvm::Expected<HostValues> mlir::remat::readInputs(const StepSignature &signature,
                                                   StringRef folder) {
  if (!llvm::sys::fs::is_directory(folder))
    return makeError("there is no folder '" + folder + "' to read inputs from");
  HostValues values;
  for (auto [number, type] : llvm::enumerate(signature.arguments)) {
    HostBuffer &buffer = values.emplace_back(arrayBytes(type));
    if (llvm::Error error =
            readNpy(filePath(folder, "in", number), elementName(type), type.getShape(),
                    llvm::MutableArrayRef(buffer.data(), buffer.size())))
      return makeError(argumentText(signature, number) + ": " + llvm::toString(std::move(error)));
  }
  return values;
}

static llvm::json::Array elementNames(ArrayRef<RankedTensorType> types) {
  llvm::json::Array names;
  for (RankedTensorType type : types)
    names.push_back(elementName(type));
  return names;
}

llvm::Error mlir::remat::saveOutputs(const StepSignature &signature, const HostValues &results,
                                     StringRef folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return makeError("cannot make folder '" + folder + "': " + error.message());
  rematplan::OutputFiles files;
  for (auto [number, type] : llvm::enumerate(signature.results)) {
    const HostBuffer &buffer = results[number];
    if (llvm::Error error = files.add(filePath(folder, "out", number), [&](llvm::raw_ostream &os) {
          writeNpy(os, elementName(type), type.getShape(),
                   ArrayRef<char>(buffer.data(), buffer.size()));
        }))
      return error;
  }
  llvm::json::Object manifest{
      {"note", "element types of the program; types that numpy lacks (bf16, f8) are stored as "
               "float32"},
      {"in", elementNames(signature.arguments)},
      {"out", elementNames(signature.results)}};
  SmallString<128> path(folder);
  llvm::sys::path::append(path, "manifest.json");
  if (llvm::Error error = files.add(path, [&](llvm::raw_ostream &os) {
        os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(manifest)));
      }))
    return error;
  return files.commit();
}
