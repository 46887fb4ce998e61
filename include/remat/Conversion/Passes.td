//===- Passes.td - Passes from and to the remat dialect -*- tablegen -*-===//
#ifndef REMAT_CONVERSION_PASSES_TD
#define REMAT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineKernelsPass : Pass<"remat-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "put each op that has a place, with what folds into it, into a function of its own";
  let description = [{
    Reads the places that `remat-plan-memory` wrote. What has none is computed inside its readers: each op with a place becomes a
    `remat.launch` of a kernel, which holds the op and clones of the folded ops that it reads. Equal kernels (repeated layers, recomputed
    copies) are one function. Library ops (products, convolutions, sorts, random bits) and loops stay.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "The planned function; by default main, else the only one">
  ];
}

def ConvertRematToRuntimePass : Pass<"convert-remat-to-runtime", "::mlir::ModuleOp"> {
  let summary = "turn the planned main function into an LLVM function of kernel and runtime calls";
  let description = [{
    The result is `i32 name(ptr context, ptr arguments, ptr results, ptr arena)`: address arithmetic, calls of kernels (LLVM functions
    already) and of the runtime (`rematrt_…`, see remat/Runtime/Rematrt.h), and the branches of loops. It returns the runtime's status.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "The planned function; by default main, else the only one">,
    Option<"name", "name", "std::string", "\"remat_step\"", "Name of the LLVM function">,
    Option<"hooks", "hooks", "bool", "false", "Call rematrt_kernel_begin and rematrt_kernel_end around every kernel">
  ];
}

def ConvertStableHloToRematPass : Pass<"convert-stablehlo-to-remat", "::mlir::ModuleOp"> {
  let summary = "turn a StableHLO program into one of the remat dialect";
  let description = [{
    Ops of `stablehlo` and `chlo`, in generic form and unregistered, or registered, become ops of the same name in all functions; ops of `chlo`
    that the remat dialect does not have are written out in terms of it (`top_k`: a stable sort, cut off). Shardings are dropped, and calls
    stay calls. Locations stay, and so do attributes of functions and arguments, such as `tf.aliasing_output`.

    An op without counterpart, a complex or dynamic tensor, or an attribute that cannot be read is one error at the op; the module then stays as it
    was.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::remat::RematDialect"];
}

#endif // REMAT_CONVERSION_PASSES_TD
