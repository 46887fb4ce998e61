//===- TensorOpset.cpp - Tensor ops by name, in groups --------------------===//
#include "remat/Interfaces/TensorOpset.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::remat;
using llvm::StringLiteral;
using llvm::StringRef;
using Group = TensorOpGroup;

namespace {
/// Ops of one dialect and group, separated by blanks.
struct Row {
  StringLiteral dialect;
  Group group;
  StringLiteral mnemonics;
};
} // namespace

// `hlo` rows hold for stablehlo, for mhlo, its predecessor, and for the remat dialect, which takes
// names and meaning of its ops from there.
static constexpr Row kRows[] = {
    {"hlo", Group::Constant, "constant iota partition_id replica_id"},
    {"hlo", Group::View, "reshape get_tuple_element"},
    {"hlo", Group::BitCast, "bitcast_convert"},
    {"hlo", Group::Barrier, "optimization_barrier"},
    {"hlo", Group::Broadcast, "broadcast broadcast_in_dim dynamic_broadcast_in_dim dynamic_iota"},
    {"hlo", Group::Arithmetic,
     "abs add and ceil clamp compare complex convert count_leading_zeros divide floor imag "
     "is_finite map maximum minimum multiply negate not or popcnt real reduce_precision remainder "
     "round_nearest_afz round_nearest_even select shift_left shift_right_arithmetic "
     "shift_right_logical sign subtract uniform_dequantize uniform_quantize xor"},
    {"hlo", Group::Transcendental,
     "atan2 cbrt cosine exponential exponential_minus_one log log_plus_one logistic power rsqrt "
     "sine sqrt tan tanh"},
    {"hlo", Group::Movement,
     "dynamic_pad dynamic_reshape dynamic_slice get_dimension_size pad real_dynamic_slice reverse "
     "set_dimension_size slice transpose"},
    {"hlo", Group::Reduction, "reduce"},
    {"hlo", Group::Kernel,
     "batch_norm_grad batch_norm_inference batch_norm_training cholesky concatenate convolution "
     "dot dot_general dynamic_conv dynamic_gather einsum fft gather reduce_window "
     "rng_bit_generator select_and_scatter sort torch_index_select triangular_solve tuple "
     "unary_einsum"},
    {"hlo", Group::Update, "dynamic_update_slice scatter"},
    {"hlo", Group::Loop, "while"},
    {"hlo", Group::Branch, "case if"},
    {"hlo", Group::Composite, "composite"},
    {"hlo", Group::CustomCall, "custom_call"},
    {"hlo", Group::Collective,
     "all_gather all_reduce all_to_all collective_broadcast collective_permute reduce_scatter"},
    {"hlo", Group::Effect,
     "after_all async_done async_start create_token cross-replica-sum infeed outfeed recv rng "
     "rng_uniform send trace"},

    {"remat", Group::Barrier, "barrier"},
    {"remat", Group::Branch, "checkpoint"},
    {"remat", Group::SpecialFunction, "erf erfc"},
    {"remat", Group::Kernel, "dot_epilogue"},

    {"mhlo", Group::Arithmetic, "stochastic_convert"},
    {"mhlo", Group::Transcendental, "acos acosh asin asinh atan atanh cosh sinh"},
    {"mhlo", Group::SpecialFunction, "erf"},
    {"mhlo", Group::Movement, "copy"},
    {"mhlo", Group::BitCast, "bitcast"},
    {"mhlo", Group::Kernel, "ragged_dot topk"},

    {"chlo", Group::Constant, "constant"},
    {"chlo", Group::Broadcast, "constant_like"},
    {"chlo", Group::Arithmetic,
     "broadcast_add broadcast_and broadcast_compare broadcast_complex broadcast_divide "
     "broadcast_maximum broadcast_minimum broadcast_multiply broadcast_next_after broadcast_or "
     "broadcast_remainder broadcast_select broadcast_shift_left broadcast_shift_right_arithmetic "
     "broadcast_shift_right_logical broadcast_subtract broadcast_xor conj is_inf is_neg_inf "
     "is_pos_inf mulhi next_after square"},
    {"chlo", Group::Transcendental,
     "acos acosh asin asinh atan atanh broadcast_atan2 broadcast_power cosh sinh tan"},
    {"chlo", Group::SpecialFunction,
     "bessel_i1e broadcast_polygamma broadcast_zeta digamma erf erf_inv erfc lgamma polygamma "
     "zeta"},
    {"chlo", Group::Movement, "dynamic_reshape"},
    {"chlo", Group::Kernel, "ragged_dot top_k"},

    {"sdy", Group::Movement, "sharding_constraint"},
};

static llvm::StringMap<Group> buildGroups() {
  llvm::StringMap<Group> groups;
  for (const Row &row : kRows) {
    llvm::SmallVector<StringRef> mnemonics, dialects;
    StringRef(row.mnemonics).split(mnemonics, ' ', -1, /*KeepEmpty=*/false);
    if (row.dialect == "hlo")
      dialects = {"stablehlo", "mhlo", "remat"};
    else
      dialects = {row.dialect};
    for (StringRef dialect : dialects)
      for (StringRef mnemonic : mnemonics)
        groups[dialect.str() + "." + mnemonic.str()] = row.group;
  }
  return groups;
}

std::optional<Group> mlir::remat::tensorOpGroup(StringRef opName) {
  static const llvm::StringMap<Group> groups = buildGroups();
  auto it = groups.find(opName);
  return it == groups.end() ? std::nullopt : std::optional(it->second);
}
