//===- Passes.td - Passes from and to the remat dialect -*- tablegen -*-===//
#ifndef REMAT_CONVERSION_PASSES_TD
#define REMAT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineKernelsPass : Pass<"remat-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "put each op that has a place, with what folds into it, into a function of its own";
  let description = [{
    Reads the places that `remat-plan-memory` wrote. What has none is computed inside its readers: each op with a place becomes a
    `remat.launch` of a kernel, which holds the op and clones of the folded ops that it reads. Equal kernels (repeated layers, recomputed
    copies) are one function. Library ops (products, convolutions, sorts, random bits) and loops stay; for CUDA these are the products and
    convolutions in a form that cuBLASLt and cuDNN take, and all others become kernels.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect", "::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "The planned function; by default main, else the only one">,
    Option<"target", "target", "std::string", "\"cpu\"", "Which library ops there are: those of `cpu` or of `cuda`">
  ];
}

def PrepareLibraryCallsPass : Pass<"remat-prepare-library-calls", "::mlir::ModuleOp"> {
  let summary = "bring products and convolutions into forms that CUDA's libraries take, before planning";
  let description = [{
    Convolutions (layers and their gradients) get weights with output features first, features first or last in all arrays, and as much padding
    before as behind; products with batches that lie apart in memory get copies in which they do not, where that makes one call of many. What it
    takes are transposes, pads and slices, which are planned as all other ops. Convolutions are given a workspace (`remat.workspace_bytes`): as
    many bytes as their arrays take, up to what the device allows for one call (`library_workspace_bytes` of a device file). So are products of small matrices with long sums, which a device computes piece by
    piece: room for the partial sums. A convolution that cuDNN cannot do stays as it is, with a warning.

    Products of 8-bit floats stay what they are where `float8` says that all devices multiply these: operands are transposed to have the summed
    dimensions last. Else, and where cuBLASLt has no such product (sizes that are no multiples of 16, other types), operands are converted to
    bf16, which holds them exactly.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = [
    Option<"device", "device", "std::string", "\"h100\"",
      "Whose most workspace of one call holds: a built-in device or a FILE.json, as for remat-rematerialize">,
    Option<"workspaceBytes", "workspace-bytes", "int64_t", "-1", "Most workspace of one call, in the place of the device's; -1: the device's">,
    Option<"float8", "float8", "bool", "false", "The devices multiply 8-bit floats (sm_89 and newer)">
  ];
}

def FuseEpiloguesPass : Pass<"remat-fuse-epilogues", "::mlir::ModuleOp"> {
  let summary = "make a bias that is added to a product part of cuBLASLt's call, before planning";
  let description = [{
    A product of f32 without batches whose only reader adds a bias, an argument that is the same for each row, becomes `remat.dot_epilogue`. The
    library adds in f32 what a kernel would have added in f32: the rounding is the same. What is asked for by `all` is not: biases of 16-bit
    results, which are then rounded once and no longer twice; `max(x, 0)` behind a product, of which cuBLASLt does not say what becomes of NaN
    (readers that ask whether the sum is positive ask its positive part then); and GELU in the form with tanh, where nothing else reads the sum.
    There the sum goes unstored.

    It is decided by the program, not by a plan: a product that is made again has the epilogue that it had at first.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = [
    Option<"all", "all", "bool", "false", "Also where it changes how results are rounded, and what becomes of NaN">
  ];
}

def SimplifyReductionsPass : Pass<"remat-simplify-reductions", "::mlir::ModuleOp"> {
  let summary = "write reductions of one element as elementwise ops, before planning";
  let description = [{
    Reductions along dimensions of size 1, which JAX writes for gradients of broadcasts, become what they compute: each element combined with the
    initial value. Elementwise ops are computed inside of their readers, where a reduction is a kernel and a stored value. Bits stay; -0.0
    added to an initial 0.0 is 0.0. Reductions with attributes (`remat.name`), and those whose body is more than elementwise ops, stay as they are.
    `remat-fuse-attention` comes before it.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
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
    Option<"hooks", "hooks", "bool", "false", "Call rematrt_kernel_begin and rematrt_kernel_end around every kernel">,
    Option<"target", "target", "std::string", "\"cpu\"",
      "`cpu`: kernels are functions of pointers; `cuda`: launches of a gpu.binary, all memory is the device's">,
    Option<"nvtx", "nvtx", "bool", "false", "For `cuda`: calls are named ranges for profilers (rematrt_cuda_annotate)">,
    Option<"tf32", "tf32", "bool", "false", "For `cuda`: f32 products and convolutions take their operands rounded to tf32">
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

def FuseAttentionPass : Pass<"remat-fuse-attention", "::mlir::ModuleOp"> {
  let summary = "replace scores, softmax and the product with values by one op that does not store the scores";
  let description = [{
    Finds attention as JAX writes it for GPT-2, BERT and LLaMA: scores, scaled, with a mask or bias; softmax; dropout; the product with the values;
    and its gradient, also where a backward pass computes the softmax again. It becomes `remat.attention` and `remat.attention_gradient`. What stays
    for the backward pass are two numbers of each row of scores. Attention whose scores something else reads stays as it is.

    Results change by rounding: in f32 within 1e-5 of the largest magnitude of a result, see docs/Attention.md. A remark at the function says
    how much was found, and so does the report of a plan (from the attribute `remat.score_bytes` of the ops).

    A program of StableHLO becomes one of the remat dialect first (`remat-inline`, `convert-stablehlo-to-remat`).
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::remat::RematDialect"];
}

def ConvertRematToLoopsPass : Pass<"convert-remat-to-loops", "::mlir::ModuleOp"> {
  let summary = "write kernels as loops over memory";
  let description = [{
    Every function with the attribute `remat.kernel` becomes a function on memrefs, its results further arguments: parallel loops
    (`scf.forall`) over blocks of the results, serial loops inside, vectors along the innermost. Nothing is stored on the way and nothing
    allocated (partial sums on the stack apart): an element is computed where it is needed. Ops work on single elements in the element type
    (floats of 16 bits in f32, rounded after each op), sums have an order that follows from the shape alone: the bits of a result depend
    neither on what else is in its kernel nor on the number of threads.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"lanes", "lanes", "unsigned", "16", "Elements of a vector; a power of two up to 64">,
    Option<"fine", "fine", "bool", "false",
      "A turn of a parallel loop is one vector, for GPUs; else a block that is worth a thread of a CPU">
  ];
}

def OutlineParallelLoopsPass : Pass<"remat-outline-parallel-loops", "::mlir::ModuleOp"> {
  let summary = "let the runtime share out the parallel loops of kernels";
  let description = [{
    The body of each `scf.forall` of a kernel becomes a function, which the kernel hands to `rematrt_parallel_for`. The kernel itself becomes a function
    of pointers, that of the runtime's context first. Other functions stay as they are.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def CallMathLibraryPass : Pass<"remat-call-math-library", "::mlir::ModuleOp"> {
  let summary = "call the C library for functions of f64";
  let description = "Functions of scalars of f64 that no instruction computes (exp, log, sin, …) become calls of libm.";
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let options = [
    Option<"prefix", "prefix", "std::string", "\"\"", "Put before the names; `__nv_` makes them those of CUDA's device library">
  ];
}

def ConvertKernelsToGpuPass : Pass<"convert-kernels-to-gpu", "::mlir::ModuleOp"> {
  let summary = "turn kernels as loops into launches of GPU kernels";
  let description = [{
    Takes functions with the attribute `remat.kernel` as `convert-remat-to-loops{fine}` leaves them. Each parallel loop (`scf.forall`) becomes a
    `gpu.func` of a `gpu.module` with a thread for each turn, serial code one with a single thread; what is left of the kernel is the list of
    its `gpu.launch_func`. Where a turn has parallel loops of its own (`scf.parallel`), it is the work of a team of threads, which combine
    what they have by shuffles and shared memory in a fixed order. No thread writes what another one writes, and there are no atomics: bits do not depend on the device's scheduling.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"moduleName", "module-name", "std::string", "\"remat_kernels\"", "Name of the gpu.module">
  ];
}

def MergeLaunchesPass : Pass<"remat-merge-launches", "::mlir::ModuleOp"> {
  let summary = "launch GPU kernels that do not depend on each other as one";
  let description = [{
    Takes a planned function with launches (`remat-outline-kernels`) of kernels as `convert-kernels-to-gpu` leaves them. Two ops keep their
    order where one writes bytes that the other touches; else launches that do not depend on each other come together, and become one launch
    of a kernel that has the blocks of all. Equal kernels (the updates of many parameters) share its code. Places stay as they are,
    and so does every bit: each thread does what it did. Loops and branches keep their place; launches in their bodies are merged there.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect",
    "::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "The planned function; by default main, else the only one">
  ];
}

def ConvertAttentionToGpuPass : Pass<"convert-attention-to-gpu", "::mlir::ModuleOp"> {
  let summary = "write kernels of attention for GPUs";
  let description = [{
    Kernels (`remat-outline-kernels{target=cuda}`) of `remat.attention` and `remat.attention_gradient` become functions of the `gpu.module` that
    `convert-kernels-to-gpu` goes on to fill, and lists of launches (the attribute `remat.launches`). A block of threads has some queries of a
    head and goes through all keys, which it holds in shared memory tile by tile; scores live in registers. The gradient is two launches: one
    goes through the keys of each query, the other through the queries of each key and makes the gradients of keys and values. There are no
    atomics, sums have an order that the shape gives. What is computed is f32.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"moduleName", "module-name", "std::string", "\"remat_kernels\"", "Name of the gpu.module">
  ];
}

def ConvertKernelsToHostPass : Pass<"convert-kernels-to-host", "::mlir::ModuleOp"> {
  let summary = "compile GPU kernels for the host beside the device, to run them on an emulated device";
  let description = [{
    For each `gpu.module` as `convert-kernels-to-gpu` leaves it, adds a module of the LLVM dialect beside it, in the form of
    remat/Conversion/HostKernels.h: a function that does what one thread of a kernel does, and for each kernel what its parameters are. The
    `gpu.module` itself stays as it is; the functions are made of the very code that a device would get.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

def SerializeKernelsPass : Pass<"remat-serialize-kernels", "::mlir::ModuleOp"> {
  let summary = "compile GPU modules to fat binaries";
  let description = [{
    Every `gpu.module` (in the LLVM and NVVM dialects) becomes a `gpu.binary` with a fat binary: machine code for each chip, and the PTX for the
    newest of them, from which drivers compile for chips that are newer still. Needs `ptxas` and `fatbinary` of a CUDA toolkit: the option's, else
    that of CUDA_HOME, CUDA_PATH or CUDA_ROOT, else /usr/local/cuda.
  }];
  let options = [
    ListOption<"chips", "chip", "std::string", "The GPUs' architectures, as ptxas names them (default: sm_90)">,
    Option<"toolkit", "toolkit", "std::string", "\"\"", "Folder of the CUDA toolkit">,
    Option<"ptxFile", "ptx-file", "std::string", "\"\"", "Write the kernels' PTX to this file too">
  ];
}

#endif // REMAT_CONVERSION_PASSES_TD
