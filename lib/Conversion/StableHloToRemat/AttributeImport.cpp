//===- AttributeImport.cpp - Attributes of StableHLO as the remat dialect spells them -===//
#include "AttributeImport.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "remat/Interfaces/AttributeText.h"

using namespace mlir;
using namespace mlir::remat;

void AttributeImport::fail(StringRef name, const Twine &expected) {
  if (!failed)
    op->emitError() << "cannot import '" << op->getName() << "': attribute '" << name
                    << "' is missing or not as expected: " << expected;
  failed = true;
}

FailureOr<NamedAttrList> AttributeImport::result() const {
  if (failed)
    return failure();
  return made;
}

void AttributeImport::setList(StringRef name, ArrayRef<int64_t> numbers) {
  set(name, DenseI64ArrayAttr::get(op->getContext(), numbers));
}

void AttributeImport::setInteger(StringRef name, int64_t number) {
  set(name, Builder(op->getContext()).getI64IntegerAttr(number));
}

void AttributeImport::keep(StringRef name) {
  if (Attribute value = op->getAttr(name))
    return set(name, value);
  fail(name, "a value");
}

void AttributeImport::integers(StringRef name) {
  if (std::optional<SmallVector<int64_t>> numbers = readIntegers(op->getAttr(name)))
    return setList(name, *numbers);
  fail(name, "a list of integers");
}

void AttributeImport::integers(StringRef name, int64_t count, int64_t fallback) {
  if (op->getAttr(name))
    return integers(name);
  setList(name, SmallVector<int64_t>(count, fallback));
}

void AttributeImport::integer(StringRef name, std::optional<int64_t> fallback) {
  if (auto number = op->getAttrOfType<IntegerAttr>(name))
    return setInteger(name, number.getInt());
  if (fallback && !op->getAttr(name))
    return setInteger(name, *fallback);
  fail(name, "an integer");
}

void AttributeImport::flag(StringRef name) {
  if (op->getAttrOfType<UnitAttr>(name))
    return set(name, UnitAttr::get(op->getContext()));
  auto value = op->getAttrOfType<BoolAttr>(name);
  if (!value && op->getAttr(name))
    return fail(name, "true or false");
  if (value && value.getValue())
    set(name, UnitAttr::get(op->getContext()));
}

void AttributeImport::windowReversal(int64_t spatialRank) {
  StringRef name = "window_reversal";
  Attribute value = op->getAttr(name);
  SmallVector<bool> reversed(spatialRank, false);
  if (auto array = dyn_cast_or_null<DenseBoolArrayAttr>(value))
    reversed.assign(array.asArrayRef().begin(), array.asArrayRef().end());
  else if (std::optional<SmallVector<int64_t>> numbers = readIntegers(value))
    reversed.assign(numbers->begin(), numbers->end());
  else if (value)
    return fail(name, "one bool per spatial dimension");
  set(name, DenseBoolArrayAttr::get(op->getContext(), reversed));
}

void AttributeImport::channel() {
  if (!op->getAttr("channel_handle"))
    return;
  std::optional<int64_t> number = readInteger(attributeText(op, "channel_handle"), "handle");
  if (!number)
    return fail("channel_handle", "#stablehlo.channel_handle<handle = integer, …>");
  // 0 says that there is none.
  if (*number != 0)
    setInteger("channel_id", *number);
}

void AttributeImport::dimension(StringRef name, int64_t rank) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  if (!number && op->getAttr(name))
    return fail(name, "an integer");
  int64_t dimension = number ? number.getInt() : -1;
  setInteger(name, dimension < 0 ? dimension + rank : dimension);
}

void AttributeImport::dimensionLists(StringRef source, StringRef kind, ArrayRef<StringRef> keys) {
  std::string text = attributeText(op, source);
  if (!StringRef(text).contains((kind + "<").str()))
    return fail(source, "#stablehlo." + kind + "<…>");
  for (StringRef key : keys) {
    std::optional<SmallVector<int64_t>> numbers = readIntegerList(text, key);
    if (!numbers)
      return fail(source, key + " = [integers]");
    setList(key, *numbers);
  }
}

void AttributeImport::indexVectorDim(StringRef source) {
  setInteger("index_vector_dim",
             readInteger(attributeText(op, source), "index_vector_dim").value_or(0));
}

/// The axes of one side: `[b, 0, 1, f]` with `letters` "bf" sets b and f as attributes named by
/// `letterNames`, and the spatial dimensions in the order of their numbers.
bool AttributeImport::convolutionSide(StringRef axes, StringRef prefix, StringRef letters,
                                      ArrayRef<StringRef> letterNames) {
  SmallVector<StringRef> words;
  axes.split(words, ',');
  SmallVector<int64_t> places(letters.size(), -1), spatial(words.size(), -1);
  int64_t numSpatial = 0;
  for (auto [position, word] : llvm::enumerate(words)) {
    word = word.trim();
    unsigned number;
    size_t letter = word.size() == 1 ? letters.find(word.front()) : StringRef::npos;
    if (letter != StringRef::npos) {
      places[letter] = position;
    } else if (!word.getAsInteger(10, number) && number < spatial.size()) {
      spatial[number] = position;
      ++numSpatial;
    } else {
      return false;
    }
  }
  spatial.resize(numSpatial);
  if (llvm::is_contained(places, -1) || llvm::is_contained(spatial, -1))
    return false;
  for (auto [place, name] : llvm::zip_equal(places, letterNames))
    setInteger(name, place);
  setList((prefix + "_spatial_dimensions").str(), spatial);
  return true;
}

bool AttributeImport::convolutionRaw(StringRef text) {
  for (StringRef key :
       {"input_batch_dimension", "input_feature_dimension", "kernel_input_feature_dimension",
        "kernel_output_feature_dimension", "output_batch_dimension", "output_feature_dimension"}) {
    std::optional<int64_t> number = readInteger(text, key);
    if (!number)
      return false;
    setInteger(key, *number);
  }
  for (StringRef key :
       {"input_spatial_dimensions", "kernel_spatial_dimensions", "output_spatial_dimensions"}) {
    std::optional<SmallVector<int64_t>> numbers = readIntegerList(text, key);
    if (!numbers)
      return false;
    setList(key, *numbers);
  }
  return true;
}

int64_t AttributeImport::convolutionDimensions() {
  StringRef name = "dimension_numbers", expected = "#stablehlo.conv<[…]x[…]->[…]>";
  std::string text = attributeText(op, name);
  StringRef rest = StringRef(text).split("conv<").second;
  bool good;
  if (rest.starts_with("raw")) {
    good = convolutionRaw(rest);
  } else {
    auto [input, behindInput] = rest.split("]x[");
    auto [kernel, output] = behindInput.split("]->[");
    good = input.consume_front("[") &&
           convolutionSide(input, "input", "bf",
                           {"input_batch_dimension", "input_feature_dimension"}) &&
           convolutionSide(kernel, "kernel", "io",
                           {"kernel_input_feature_dimension", "kernel_output_feature_dimension"}) &&
           convolutionSide(output.split(']').first, "output", "bf",
                           {"output_batch_dimension", "output_feature_dimension"});
  }
  if (!good) {
    fail(name, expected);
    return 0;
  }
  return cast<DenseI64ArrayAttr>(made.get("input_spatial_dimensions")).size();
}

std::string AttributeImport::enumeration(StringRef name) {
  return lastWord(attributeText(op, name)).str();
}
