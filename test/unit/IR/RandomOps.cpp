//===- RandomOps.cpp - Tensor ops with random valid attributes ------------===//
#include "RandomOps.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::remat;

llvm::ArrayRef<llvm::StringRef> RandomOps::mnemonics() {
  static const llvm::StringRef all[] = {"broadcast_in_dim", "transpose",  "slice",         "pad",
                                        "concatenate",      "reduce",     "reduce_window", "gather",
                                        "dot_general",      "convolution"};
  return all;
}

int64_t RandomOps::draw(int64_t least, int64_t most) {
  return least + static_cast<int64_t>(generator() % static_cast<uint64_t>(most - least + 1));
}

RandomOps::Shape RandomOps::drawShape(int64_t rank) {
  Shape shape;
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(draw(1, 5));
  return shape;
}

RandomOps::Shape RandomOps::drawDimensions(int64_t rank, int64_t count) {
  Shape all(rank);
  std::iota(all.begin(), all.end(), 0);
  for (int64_t i = 0; i + 1 < rank; ++i)
    std::swap(all[i], all[draw(i, rank - 1)]);
  all.resize(count);
  return all;
}

void RandomOps::operand(OperationState &state, Block &block, llvm::ArrayRef<int64_t> shape,
                        Type element) {
  auto type = RankedTensorType::get(shape, element ? element : builder.getF32Type());
  state.addOperands(block.addArgument(type, builder.getUnknownLoc()));
}

void RandomOps::list(OperationState &state, llvm::StringRef name, llvm::ArrayRef<int64_t> numbers) {
  state.addAttribute(name, builder.getDenseI64ArrayAttr(numbers));
}

void RandomOps::number(OperationState &state, llvm::StringRef name, int64_t value) {
  state.addAttribute(name, builder.getI64IntegerAttr(value));
}

void RandomOps::result(OperationState &state, llvm::ArrayRef<int64_t> shape) {
  state.addTypes(RankedTensorType::get(shape, builder.getF32Type()));
}

void RandomOps::addingBody(OperationState &state) {
  Block *body = new Block; // owned by the region
  state.addRegion()->push_back(body);
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  Location location = builder.getUnknownLoc();
  body->addArguments({scalar, scalar}, {location, location});
  OperationState sum(location, "remat.add", body->getArguments(), scalar);
  body->push_back(Operation::create(sum));
  OperationState yield(location, "remat.yield", body->back().getResults(), {});
  body->push_back(Operation::create(yield));
}

void RandomOps::broadcast(OperationState &state, Block &block) {
  Shape to = drawShape(draw(0, 4));
  Shape dimensions = drawDimensions(to.size(), draw(0, to.size()));
  Shape from;
  for (int64_t dimension : dimensions)
    from.push_back(draw(0, 2) == 0 ? 1 : to[dimension]);
  operand(state, block, from);
  list(state, "broadcast_dimensions", dimensions);
  result(state, to);
}

void RandomOps::transpose(OperationState &state, Block &block) {
  Shape from = drawShape(draw(1, 4)), to;
  Shape permutation = drawDimensions(from.size(), from.size());
  for (int64_t dimension : permutation)
    to.push_back(from[dimension]);
  operand(state, block, from);
  list(state, "permutation", permutation);
  result(state, to);
}

void RandomOps::slice(OperationState &state, Block &block) {
  Shape from = drawShape(draw(1, 4)), starts, limits, strides, to;
  for (int64_t size : from) {
    starts.push_back(draw(0, size));
    limits.push_back(draw(starts.back(), size));
    strides.push_back(draw(1, 3));
    to.push_back(0);
    for (int64_t at = starts.back(); at < limits.back(); at += strides.back())
      ++to.back();
  }
  operand(state, block, from);
  list(state, "start_indices", starts);
  list(state, "limit_indices", limits);
  list(state, "strides", strides);
  result(state, to);
}

void RandomOps::pad(OperationState &state, Block &block) {
  Shape from = drawShape(draw(1, 3)), low, high, interior, to;
  for (int64_t size : from) {
    interior.push_back(draw(0, 2));
    int64_t inner = 0;
    for (int64_t at = 0; at < size; ++at)
      inner += at + 1 < size ? 1 + interior.back() : 1;
    low.push_back(draw(-inner, 3));
    high.push_back(draw(-std::max<int64_t>(0, inner + low.back()), 3));
    to.push_back(inner + low.back() + high.back());
  }
  operand(state, block, from);
  operand(state, block, {});
  list(state, "edge_padding_low", low);
  list(state, "edge_padding_high", high);
  list(state, "interior_padding", interior);
  result(state, to);
}

void RandomOps::concatenate(OperationState &state, Block &block) {
  Shape shape = drawShape(draw(1, 4));
  int64_t dimension = draw(0, shape.size() - 1), total = 0;
  for (int64_t count = draw(1, 4); count > 0; --count) {
    shape[dimension] = draw(0, 4);
    total += shape[dimension];
    operand(state, block, shape);
  }
  shape[dimension] = total;
  number(state, "dimension", dimension);
  result(state, shape);
}

void RandomOps::reduce(OperationState &state, Block &block) {
  Shape from = drawShape(draw(1, 4)), to;
  Shape dimensions = drawDimensions(from.size(), draw(0, from.size()));
  for (int64_t dimension = 0; dimension < static_cast<int64_t>(from.size()); ++dimension)
    if (!llvm::is_contained(dimensions, dimension))
      to.push_back(from[dimension]);
  operand(state, block, from);
  operand(state, block, {});
  list(state, "dimensions", dimensions);
  result(state, to);
  addingBody(state);
}

int64_t RandomOps::window(int64_t base, int64_t size, int64_t &stride, int64_t &baseDilation,
                          int64_t &windowDilation, int64_t &low, int64_t &high) {
  stride = draw(1, 3);
  baseDilation = draw(1, 2);
  windowDilation = draw(1, 2);
  low = draw(0, 2);
  int64_t last = (base - 1) * baseDilation + low, reach = (size - 1) * windowDilation;
  high = std::max<int64_t>(draw(0, 2), reach - last);
  int64_t places = 0;
  for (int64_t at = 0; at + reach <= last + high; at += stride)
    ++places;
  return places;
}

void RandomOps::reduceWindow(OperationState &state, Block &block) {
  Shape from = drawShape(draw(1, 3)), sizes, strides, baseDilations, windowDilations, padding, to;
  for (int64_t base : from) {
    sizes.push_back(draw(1, 3));
    int64_t stride, baseDilation, windowDilation, low, high;
    to.push_back(window(base, sizes.back(), stride, baseDilation, windowDilation, low, high));
    strides.push_back(stride);
    baseDilations.push_back(baseDilation);
    windowDilations.push_back(windowDilation);
    padding.append({low, high});
  }
  operand(state, block, from);
  operand(state, block, {});
  list(state, "window_dimensions", sizes);
  list(state, "window_strides", strides);
  list(state, "base_dilations", baseDilations);
  list(state, "window_dilations", windowDilations);
  list(state, "padding", padding);
  result(state, to);
  addingBody(state);
}

void RandomOps::gather(OperationState &state, Block &block) {
  // Rows and columns of a matrix, one of them maybe taken whole; index vectors come last.
  Shape from = drawShape(draw(1, 3)), batch = drawShape(draw(0, 2)), sizes, collapsed, window;
  Shape map = drawDimensions(from.size(), draw(1, from.size()));
  for (int64_t dimension = 0; dimension < static_cast<int64_t>(from.size()); ++dimension) {
    bool drops = draw(0, 1) == 1;
    sizes.push_back(drops ? 1 : draw(1, from[dimension]));
    if (drops)
      collapsed.push_back(dimension);
    else
      window.push_back(sizes.back());
  }
  int64_t rank = batch.size() + window.size();
  Shape offsets = drawDimensions(rank, window.size()), to;
  llvm::sort(offsets);
  size_t nextWindow = 0, nextBatch = 0;
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    to.push_back(llvm::is_contained(offsets, dimension) ? window[nextWindow++]
                                                        : batch[nextBatch++]);
  Shape indices = batch;
  indices.push_back(map.size());
  operand(state, block, from);
  operand(state, block, indices, builder.getI32Type());
  list(state, "offset_dims", offsets);
  list(state, "collapsed_slice_dims", collapsed);
  list(state, "start_index_map", map);
  number(state, "index_vector_dim", batch.size());
  list(state, "slice_sizes", sizes);
  result(state, to);
}

void RandomOps::dotGeneral(OperationState &state, Block &block) {
  Shape batch = drawShape(draw(0, 2)), contract = drawShape(draw(0, 2)),
        lhsFree = drawShape(draw(0, 2)), rhsFree = drawShape(draw(0, 2));
  auto side = [&](StringRef name, const Shape &free) {
    int64_t rank = batch.size() + contract.size() + free.size();
    Shape places = drawDimensions(rank, rank), shape(rank);
    ArrayRef<int64_t> left = places;
    ArrayRef<int64_t> batchPlaces = left.take_front(batch.size());
    left = left.drop_front(batch.size());
    ArrayRef<int64_t> contractPlaces = left.take_front(contract.size());
    Shape freePlaces(left.drop_front(contract.size()));
    llvm::sort(freePlaces);
    for (auto [place, size] : llvm::zip_equal(batchPlaces, batch))
      shape[place] = size;
    for (auto [place, size] : llvm::zip_equal(contractPlaces, contract))
      shape[place] = size;
    for (auto [place, size] : llvm::zip_equal(freePlaces, free))
      shape[place] = size;
    operand(state, block, shape);
    list(state, (name + "_batching_dimensions").str(), batchPlaces);
    list(state, (name + "_contracting_dimensions").str(), contractPlaces);
  };
  side("lhs", lhsFree);
  side("rhs", rhsFree);
  Shape to = batch;
  to.append(lhsFree);
  to.append(rhsFree);
  result(state, to);
}

void RandomOps::convolution(OperationState &state, Block &block) {
  int64_t spatialRank = draw(0, 3), rank = spatialRank + 2;
  int64_t featureGroups = draw(1, 2), batchGroups = featureGroups == 1 ? draw(1, 2) : 1;
  int64_t kernelInputs = draw(1, 3), batch = batchGroups * draw(1, 3);
  int64_t outputs = featureGroups * batchGroups * draw(1, 3);
  Shape input = drawDimensions(rank, rank), kernel = drawDimensions(rank, rank),
        output = drawDimensions(rank, rank);
  Shape inputShape(rank), kernelShape(rank), outputShape(rank), strides, padding, lhsDilations,
      rhsDilations;
  inputShape[input[0]] = batch;
  inputShape[input[1]] = kernelInputs * featureGroups;
  kernelShape[kernel[0]] = kernelInputs;
  kernelShape[kernel[1]] = outputs;
  outputShape[output[0]] = batch / batchGroups;
  outputShape[output[1]] = outputs;
  for (int64_t i = 2; i < rank; ++i) {
    inputShape[input[i]] = draw(1, 6);
    kernelShape[kernel[i]] = draw(1, 3);
    int64_t stride, lhsDilation, rhsDilation, low, high;
    outputShape[output[i]] = window(inputShape[input[i]], kernelShape[kernel[i]], stride,
                                    lhsDilation, rhsDilation, low, high);
    strides.push_back(stride);
    lhsDilations.push_back(lhsDilation);
    rhsDilations.push_back(rhsDilation);
    padding.append({low, high});
  }
  operand(state, block, inputShape);
  operand(state, block, kernelShape);
  number(state, "input_batch_dimension", input[0]);
  number(state, "input_feature_dimension", input[1]);
  list(state, "input_spatial_dimensions", ArrayRef(input).drop_front(2));
  number(state, "kernel_input_feature_dimension", kernel[0]);
  number(state, "kernel_output_feature_dimension", kernel[1]);
  list(state, "kernel_spatial_dimensions", ArrayRef(kernel).drop_front(2));
  number(state, "output_batch_dimension", output[0]);
  number(state, "output_feature_dimension", output[1]);
  list(state, "output_spatial_dimensions", ArrayRef(output).drop_front(2));
  list(state, "window_strides", strides);
  list(state, "padding", padding);
  list(state, "lhs_dilation", lhsDilations);
  list(state, "rhs_dilation", rhsDilations);
  SmallVector<bool> reversal(spatialRank, draw(0, 1) == 1);
  state.addAttribute("window_reversal", builder.getDenseBoolArrayAttr(reversal));
  number(state, "feature_group_count", featureGroups);
  number(state, "batch_group_count", batchGroups);
  result(state, outputShape);
}

Operation *RandomOps::make(Block &block, llvm::StringRef mnemonic) {
  OperationState state(builder.getUnknownLoc(), ("remat." + mnemonic).str());
  static constexpr void (RandomOps::*makers[])(OperationState &, Block &) = {
      &RandomOps::broadcast,   &RandomOps::transpose,  &RandomOps::slice,        &RandomOps::pad,
      &RandomOps::concatenate, &RandomOps::reduce,     &RandomOps::reduceWindow, &RandomOps::gather,
      &RandomOps::dotGeneral,  &RandomOps::convolution};
  (this->*makers[llvm::find(mnemonics(), mnemonic) - mnemonics().begin()])(state, block);
  Operation *op = Operation::create(state);
  block.push_back(op);
  return op;
}
