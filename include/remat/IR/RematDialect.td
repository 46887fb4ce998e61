//===- RematDialect.td - The remat dialect -*- tablegen -*-===//
#ifndef REMAT_IR_REMATDIALECT_TD
#define REMAT_IR_REMATDIALECT_TD

include "mlir/IR/DialectBase.td"

def Remat_Dialect : Dialect {
  let name = "remat";
  let cppNamespace = "::mlir::remat";
  let summary = "Rematerialization: barriers and memory annotations.";
  let description = [{
    The dialect holds what a rewritten program needs beside its own ops: `remat.barrier`, which keeps a recomputation from being
    merged back or hoisted, and annotations of values and ops with their memory.

    Discardable attributes, valid on an op of any dialect, verified by the dialect:

    | attribute | on | type | meaning |
    |---|---|---|---|
    | `remat.bytes` | op | array of i64, one per result | bytes of the storage of each result; 0 for views and folded values |
    | `remat.offset` | op | array of i64, one per result | place of each result in the arena, in bytes; -1 where it has none |
    | `remat.policy` | op | `#remat.policy<save>`, `<recompute>`, `<auto>` | what the user wants of the op's results |
    | `remat.name` | op | string | a name for the op's results, for policies and reports |
    | `remat.copy_of` | op | string | in a rewritten program: the op is a recomputation of the value named |
  }];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // REMAT_IR_REMATDIALECT_TD
