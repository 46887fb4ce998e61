//===- Passes.td - Gradients -*- tablegen -*-===//
#ifndef REMAT_AUTODIFF_PASSES_TD
#define REMAT_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

def AutodiffPass : Pass<"remat-autodiff", "::mlir::ModuleOp"> {
  let summary = "turn a function with a scalar loss into one that returns loss and gradients, or a whole training step";
  let description = [{
    The first result of the entry function is the loss, a float of rank 0. The function is rewritten to return all that it returned, and
    behind that the gradients of the loss with respect to the arguments `wrt`, in their order. With an optimizer it returns the
    updated arguments instead, and behind them the optimizer's state; arguments for the state are added behind the function's own.
    Updated arguments and state are donated: their buffers hold the results (`tf.aliasing_output`).

    Works on ops with DifferentiableOpInterface: those of the remat dialect, so that StableHLO is converted first. Calls are inlined. Names of backward ops are marked as JAX marks them.

    ```
    remat-opt loss.mlir --convert-stablehlo-to-remat --remat-autodiff='wrt=0-3 optimizer=adamw lr=3e-4'
    ```

    | optimizer | state per argument | update |
    |---|---|---|
    | `sgd` | none | p - lr (g + weight-decay p) |
    | `momentum` | trace | trace = momentum trace + g + weight-decay p; p - lr trace |
    | `adamw` | mu, nu, and one count of steps | mu = beta1 mu + (1 - beta1) g; nu = beta2 nu + (1 - beta2) g²; p - lr (mu / (1 - beta1^count) / (sqrt(nu / (1 - beta2^count)) + eps) + weight-decay p) |

    State of bf16 and f16 arguments is f32, and so is the arithmetic of their update.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"",
      "The function to differentiate; by default 'main', else the only function with a body">,
    Option<"wrt", "wrt", "std::string", "\"\"",
      "Numbers of the arguments to differentiate with respect to: 0,2-5; by default all of float type">,
    Option<"optimizer", "optimizer", "std::string", "\"\"",
      "Make a whole training step with 'sgd', 'momentum' or 'adamw'; by default gradients are returned">,
    Option<"lr", "lr", "double", "1e-3", "Learning rate">,
    Option<"momentum", "momentum", "double", "0.9", "How much of its trace 'momentum' keeps">,
    Option<"beta1", "beta1", "double", "0.9", "How much of the mean of gradients 'adamw' keeps">,
    Option<"beta2", "beta2", "double", "0.999", "How much of the mean of squared gradients 'adamw' keeps">,
    Option<"eps", "eps", "double", "1e-8", "Added to the root of the mean square by 'adamw'">,
    Option<"weightDecay", "weight-decay", "double", "0", "Share of an argument that is taken off it in a step of lr 1">
  ];
}

def CheckpointLoopsPass : Pass<"remat-checkpoint-loops", "::mlir::ModuleOp"> {
  let summary = "let backward of counted loops run rounds again instead of keeping what they made";
  let description = [{
    To be run before `remat-autodiff`, which keeps an array of what backward reads of each round of a `remat.while`. This pass cuts every loop
    whose trip count is known into segments and makes each one a `remat.checkpoint`: only what a segment begins with is kept, and its
    rounds run once more in backward. With `segment=1` each round is a region, as `jax.checkpoint` around the body of a scan. With
    `segment=sqrt` a loop of N rounds keeps the begins of about sqrt(N) segments, and while one of them is differentiated what about sqrt(N)
    rounds made.
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
  let options = [
    Option<"segment", "segment", "std::string", "\"1\"", "Rounds of a region: a number, or sqrt">
  ];
}

#endif // REMAT_AUTODIFF_PASSES_TD
