//===- RematDialect.td - The remat dialect -*- tablegen -*-===//
#ifndef REMAT_IR_REMATDIALECT_TD
#define REMAT_IR_REMATDIALECT_TD

include "mlir/IR/DialectBase.td"

def Remat_Dialect : Dialect {
  let name = "remat";
  let cppNamespace = "::mlir::remat";
  let summary = "Rematerialization: tensor ops, barriers and memory annotations.";
  let description = [{
    The dialect holds what a rewritten program needs beside its own ops: `remat.barrier`, which keeps a recomputation from being
    merged back or hoisted, and annotations of values and ops with their memory.

    Its tensor ops are those of StableHLO, in name and meaning, on tensors of static shape; programs in them are planned, laid
    out in memory and run. Attributes are plain: integer lists are `array<i64: …>`, the dimension numbers of products, convolutions, gather and
    scatter are attributes of their own, and padding of windows is one flat list, low and high of each dimension in turn.

    Discardable attributes, valid on an op of any dialect, verified by the dialect:

    | attribute | on | type | meaning |
    |---|---|---|---|
    | `remat.bytes` | op | array of i64, one per result | bytes of the storage of each result; 0 for views and folded values |
    | `remat.offset` | op | array of i64, one per result | place of each result in the arena, in bytes; -1 where it has none |
    | `remat.result` | op | array of i64, one per result | number of the function's (or region's) result whose buffer it is written to; -1: none |
    | `remat.scratch_offset`, `remat.scratch_bytes` | op | i64 | place and size of the op's scratch in the arena |
    | `remat.arena_bytes`, `remat.argument_bytes`, `remat.result_bytes`, `remat.total_bytes` | function | i64 | memory of a planned function: arena, arguments, results outside of donated arguments, and their sum |
    | `remat.kernel` | function | unit | the function is one kernel |
    | `remat.workspace_bytes` | op | i64 | bytes that a library needs beside the op's operands and results, for the planner |
    | `remat.in_place` | kernel | array of i64, one per result | operand whose buffer the result is written to; -1 for none |
    | `remat.cost_key` | launch | string | kind and shape of the kernel's root op, as a table of measured costs names it |
    | `remat.comparator` | sort | symbol | the kernel that compares two elements |
    | `remat.policy` | op | `#remat.policy<save>`, `<recompute>`, `<auto>` | what the user wants of the op's results |
    | `remat.name` | op | string | a name for the op's results, for policies and reports |
    | `remat.full_precision` | product, convolution | unit | its author asked for more than the default precision: operands are never rounded to tf32 |
    | `remat.copy_of` | op | string | in a rewritten program: the op is a recomputation of the value named |
  }];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // REMAT_IR_REMATDIALECT_TD
