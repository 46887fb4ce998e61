//===- RepeatedLayers.h - The layers that a program repeats -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_REPEATEDLAYERS_H
#define REMAT_ANALYSIS_REPEATEDLAYERS_H

#include "remat/Analysis/BlockProgram.h"
#include <string>

namespace mlir::remat {

/// One of several alike parts of a program.
struct RepeatedLayer {
  /// The path of locations (`Model/layers/31`), or `repeat 1, block 3 of 12`.
  std::string name;
  /// Half-open ranges of ops of the BlockProgram, ascending; forward and backward are two.
  SmallVector<std::pair<uint32_t, uint32_t>, 2> ranges;
};

/// The layers of a block, ordered by their first op.
struct RepeatedLayers {
  enum class Source {
    /// Nothing repeats.
    None,
    /// Numbers in the names of locations.
    Locations,
    /// Equal sequences of ops.
    Structure,
  };
  Source source = Source::None;
  std::vector<RepeatedLayer> layers;
  /// Per op of the BlockProgram: its layer, or -1.
  std::vector<int32_t> layerOf;

  /// By locations where they name at least two layers, else by structure.
  static RepeatedLayers find(const BlockProgram &program);

  /// By numbers in the paths that locations carry (`…/layers/31/self_attn/mul`, `block_4`). Forward
  /// and backward ops of a layer are one layer. Of nested numbers (`stages/0/layers/2`) the
  /// outermost is taken by which at least two layers are the same ops in the same order. A number
  /// counts only where another one stands in its place elsewhere. Linear in the names.
  static RepeatedLayers byLocation(const BlockProgram &program);

  /// By blocks of ops that follow each other and are alike: same names, attributes and types, and
  /// operands made equally far before, as long as they come from the same block or the one before
  /// it. Of overlapping repetitions the one that covers most ops is taken; those that cover less
  /// than 4 ops, or 1/256 of the program, are none. O(n log n).
  static RepeatedLayers byStructure(const BlockProgram &program);
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_REPEATEDLAYERS_H
