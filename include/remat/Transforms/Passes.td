//===- Passes.td - Passes on any dialect -*- tablegen -*-===//
#ifndef REMAT_TRANSFORMS_PASSES_TD
#define REMAT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

/// Options of every pass that looks at memory.
defvar planningOptions = [
  Option<"memoryModel", "memory-model", "std::string", "\"fused\"",
    "What is stored at all: 'fused' (as a fusing compiler does) or 'stored' (every result)">,
  Option<"device", "device", "std::string", "\"h100\"",
    "Cost model: a built-in device (h100, h200, a100, v100, l4, rtx4090, mi300x, cpu, reference) or a FILE.json">,
  Option<"entry", "entry", "std::string", "\"\"",
    "The function to plan; by default 'main', else the only function with a body">,
  Option<"dynamicDim", "dynamic-dim", "int64_t", "0",
    "Count every dynamic dimension as this number; 0: a dynamic dimension is an error">
];

/// Options of every pass that asks where backward begins.
defvar backwardOptions = [
  Option<"backward", "backward", "std::string", "\"\"",
    "Where backward begins: a step as remat-print-liveness numbers them, or a part of a location's name; by default at "
    "JAX's mark 'transpose(jvp', else at the peak">
];

def InlinePass : Pass<"remat-inline", "::mlir::ModuleOp"> {
  let summary = "inline calls of single-block functions, also inside bodies";
  let description = [{
    The planner works on one block. This pass puts the bodies of called functions (JAX's private helpers) in place of the calls, in
    functions and in the regions of their ops, and erases private functions that nobody calls any more. Calls of declarations, of functions with several
    blocks and of recursive functions stay.
  }];
}

def InlineCheckpointsPass : Pass<"remat-inline-checkpoints", "::mlir::ModuleOp"> {
  let summary = "put the bodies of checkpoint regions in their place";
  let description = [{
    For programs in which nothing is differentiated: there a `remat.checkpoint` means no more than its body. The name of a region goes in front
    of the locations of its ops, so that policies still find it. Passes that plan (`remat-rematerialize` and its like) see a program
    without its regions anyway.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

def UnrollLoopsPass : Pass<"remat-unroll-loops", "::mlir::ModuleOp"> {
  let summary = "write out the rounds of counted loops in the entry function";
  let description = [{
    For `while` of StableHLO (in generic form) and of the remat dialect whose trip count is known, as JAX writes `scan` and
    `fori_loop`. The planner then sees the layers of a scan: what one loop stacks up (`dynamic_update_slice`) and another one reads back
    (`dynamic_slice`) becomes a value per round. Calls are inlined first. Locations get the number of their round:
    `jvp()/while/body/mul` becomes `jvp()/while/3/body/mul`.

    A remark at each loop that stays says why; a warning tells that no loop was written out.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"",
      "The function whose loops are written out; by default 'main', else the only function with a body">,
    Option<"maxTripCount", "max-trip-count", "int64_t", "64", "Loops of more rounds stay">,
    Option<"maxOps", "max-ops", "int64_t", "1000000", "An error if the program would have more ops">
  ];
}

def RematerializePass : Pass<"remat-rematerialize", "::mlir::ModuleOp"> {
  let summary = "rewrite a function so that its peak memory fits a budget, at the least extra cost";
  let description = [{
    Decides which values to keep and which to drop and compute again, so that the peak of live bytes of the entry function stays within
    `budget`, and rewrites the function: a dropped value is computed again just before its first late reader, from inputs that it
    reads through a barrier tied to that reader (see remat.barrier). The result computes the same bits. A program that fits is left exactly
    as it is. Where no plan is found the pass fails and says what is in the way.

    CSE before this pass is welcome. CSE after it is safe: barriers keep it from undoing the plan.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat([
    Option<"budget", "budget", "std::string", "\"\"",
      "Peak bytes: 60% (of the peak of the program as it is), 800MiB, 1.5GB, 123456, or min">,
    Option<"policy", "policy", "std::string", "\"\"",
      "What to save and what to recompute: full, selective, sqrt, dots_saveable, save_names:…, …; alone, or within a budget">,
    Option<"respectUser", "respect-user", "bool", "true",
      "Keep recomputations that the program came with (jax.checkpoint); false: undo them first">,
    Option<"strategy", "strategy", "std::string", "\"auto\"",
      "'auto'; 'exact' (longer, until it is proven to be the best); or of the literature 'mincut' (one cut between forward and backward), 'sqrt', 'chen-greedy', 'greedy'">,
    Option<"order", "order", "std::string", "\"free\"",
      "'free': ops may move where dependencies allow; 'fixed': first executions keep the program order">,
    Option<"infeasible", "infeasible", "std::string", "\"error\"",
      "When no plan is within the budget: 'error', or 'best' (rewrite to the lowest peak found, with a warning)">,
    Option<"effort", "effort", "unsigned", "1", "How long to search, 0 to 3; the same result on every machine">,
    Option<"annotate", "annotate", "bool", "false",
      "Put remat.bytes and remat.copy_of on the ops of the rewritten program">,
    Option<"report", "report", "std::string", "\"\"",
      "Write reports: names of .html, .json, .txt, .pftrace.json (a trace) and .dot (a graph) files, or - (text on stderr), with commas between them">,
    Option<"pareto", "pareto", "std::string", "\"\"",
      "Write the trade-off between peak and overhead of N budgets (20) as FILE.csv or FILE.csv,N">,
    Option<"exportProblem", "export-problem", "std::string", "\"\"",
      "Write the planning problem as JSON to this file">,
    Option<"collectives", "collectives", "std::string", "\"keep\"",
      "'keep': no collective runs twice; 'recompute': they may, as where FSDP gathers parameters again for backward">,
    Option<"exportPlan", "export-plan", "std::string", "\"\"",
      "Write the plan as JSON to this file, for import-plan">,
    Option<"importPlan", "import-plan", "std::string", "\"\"",
      "Rewrite by the plan in this file instead of planning; the program must have the structure of the one it was made for">,
    Option<"maxRecompute", "max-recompute", "int64_t", "-1",
      "Apply only the first N recomputations of the plan, to find a bad one; the budget is then not enforced. -1: all">
  ], backwardOptions, planningOptions);
}

def PrintLivenessPass : Pass<"remat-print-liveness", "::mlir::ModuleOp"> {
  let summary = "print the live bytes of each step of the entry function, and the lifetime of each storage";
  let description = [{
    Prints what the planner sees, on the standard output: every storage with its bytes and its half-open lifetime in steps, then every step
    with its live bytes and the storages that begin and end there. Ops that fold into their readers take no step. Calls are inlined
    for the print; the program stays as it is.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat([
    Option<"top", "top", "unsigned", "0", "List only this many storages, the largest alive at the peak; 0: all">
  ], planningOptions);
}

def PrintCutPass : Pass<"remat-print-cut", "::mlir::ModuleOp"> {
  let summary = "print the minimum cut between forward and backward: which values it keeps and which it recomputes";
  let description = [{
    One cut of the dataflow graph at the boundary between forward and backward, which minimises the cost of what is recomputed plus
    the price of what is kept: the textbook way to choose activations. It knows no budget; `remat-rematerialize` with `strategy=mincut` raises
    the price until one is met. The program stays as it is.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat([
    Option<"price", "price", "double", "1.0",
      "Price of a kept byte, relative to (cost of forward) / (bytes that forward makes and backward reads); 0 keeps "
      "all that saves any cost">
  ], backwardOptions, planningOptions);
}

def PrintLayersPass : Pass<"remat-print-layers", "::mlir::ModuleOp"> {
  let summary = "print the layers that the entry function repeats, as policies see them";
  let description = [{
    For each layer: its name, the number of its ops in forward and backward, the bytes that its forward part makes, those of them that backward
    reads, and its input, which is all that the policy `full` keeps of it. The program stays as it is.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat(backwardOptions, planningOptions);
}

def UndoCheckpointPass : Pass<"remat-undo-checkpoint", "::mlir::ModuleOp"> {
  let summary = "undo recomputations that the entry function came with, such as those of jax.checkpoint";
  let description = [{
    jax.checkpoint writes the forward ops of a region a second time behind an `optimization_barrier`. This pass merges such ops with their
    originals, looking through the barrier, and takes out barriers that hold back nothing any more. What is not a repetition
    behind a barrier stays as it is, also where CSE would merge it.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"",
      "The function to change; by default 'main', else the only function with a body">
  ];
}

def VerifyPlanPass : Pass<"remat-verify-plan", "::mlir::ModuleOp"> {
  let summary = "fail if the peak of the entry function is over a budget";
  let description = [{
    Judges the program as it stands: the check that `remat-rematerialize` makes of its own result, for any file. An error names the
    peak, the step and the largest values alive there.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat([
    Option<"budget", "budget", "std::string", "\"\"", "Peak bytes: 800MiB, 1.5GB or 123456">
  ], planningOptions);
}

def FoldTransposesPass : Pass<"remat-fold-transposes", "::mlir::ModuleOp"> {
  let summary = "make products that are only transposed the other way round, before planning";
  let description = [{
    A product whose result is only transposed, so that the dimensions of rhs come before those of lhs, is made with its operands the other way round:
    JAX writes the gradients of weights like that. The transpose was a stored array, or a kernel that reads one of its arrays across its rows.
    Ops with attributes (`remat.name`) stay as they are.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

def RemakeOperandsPass : Pass<"remat-remake-operands", "::mlir::ModuleOp"> {
  let summary = "compute cheap operands of products beside their late readers instead of keeping them over the peak";
  let description = [{
    What a product, convolution or other kernel of its own reads must be in memory, also where it is as cheap as what folds into its readers: the
    probabilities of an attention layer, say, which the backward products read again. Where such a value is alive at the peak of the program order only
    for readers behind it, is a few operations per element, and all that it is computed from stays alive until then anyway, it is
    computed a second time beside the first of them. The peak never rises, and no bit of a result changes. `remat-run` and `remat-compile` do
    so for CPUs; it runs after `remat-inline`, on the entry function.
  }];
  let options = planningOptions;
}

/// The alignment of a memory plan.
defvar alignmentOptions = [
  Option<"alignment", "alignment", "int64_t", "64",
    "Every offset is a multiple of this many bytes: 64 on CPUs, 256 on GPUs">
];

def PlanMemoryPass : Pass<"remat-plan-memory", "::mlir::ModuleOp"> {
  let summary = "give every storage of the entry function a place in one arena, or in a buffer of the caller";
  let description = [{
    Runs on the program in its final order, calls inlined, and writes the places as attributes, bodies of loops and branches included:
    `remat.offset` and `remat.result` per result, `remat.scratch_offset` and `remat.scratch_bytes`, and on the function `remat.arena_bytes`,
    `remat.argument_bytes`, `remat.result_bytes` and their sum `remat.total_bytes`. Returned values are made in the caller's buffer, or in that of
    the donated argument (`tf.aliasing_output`), where nothing else needs it. The plan is played through before it is written.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat([
    Option<"budget", "budget", "std::string", "\"\"",
      "Fail if arguments, results and arena together take more: 800MiB, 1.5GB or 123456; by default no limit">,
    Option<"effort", "effort", "unsigned", "0", "How long to look for a smaller arena, 0 to 3; the same result on every machine">
  ], alignmentOptions, planningOptions);
}

def VerifyMemoryPlanPass : Pass<"remat-verify-memory-plan", "::mlir::ModuleOp"> {
  let summary = "fail if the memory plan of the entry function lets a value be overwritten before its last read";
  let description = [{
    Plays the program through with the places that its attributes name (see remat-plan-memory): the check that `remat-plan-memory` makes of its
    own result, for any file.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = !listconcat(alignmentOptions, planningOptions);
}

#endif // REMAT_TRANSFORMS_PASSES_TD
