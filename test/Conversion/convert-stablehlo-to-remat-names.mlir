// Ops that only name a value: the op that makes it has the name then, each name behind a comma. An argument needs none.

// RUN: remat-opt %s --convert-stablehlo-to-remat | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[E:.*]] = remat.exponential %arg0 {remat.name = "a,b"}
// CHECK-NEXT: %[[S:.*]] = remat.sine %[[E]] {remat.name = "c"}
// CHECK-NEXT: %[[C:.*]] = remat.cosine %[[S]] {remat.name = "d"}
// What a call returns has no op yet: its marker stays until the call is inlined.
// CHECK-NEXT: %[[F:.*]] = call @f(%[[C]])
// CHECK-NEXT: %[[N:.*]] = remat.reshape %[[F]] {remat.name = "e"}
// CHECK-NEXT: remat.add %[[N]], %arg0
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "remat.name", backend_config = "argument"}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.exponential"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.custom_call"(%1) <{call_target_name = "remat.name", backend_config = "a"}> : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.custom_call"(%2) <{call_target_name = "remat.name", api_version = 4 : i32, backend_config = {name = "b"}}> : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "stablehlo.custom_call"(%3) <{call_target_name = "remat.name", backend_config = "a"}> : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "stablehlo.sine"(%4) : (tensor<4xf32>) -> tensor<4xf32>
  %6 = "stablehlo.custom_call"(%5) <{call_target_name = "remat.name", backend_config = ""}> {mhlo.backend_config = {name = "c"}} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "stablehlo.cosine"(%6) : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "stablehlo.composite"(%7) <{name = "remat.name", composite_attributes = {name = "d"}, decomposition = @identity, version = 0 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  %9 = func.call @f(%8) : (tensor<4xf32>) -> tensor<4xf32>
  %10 = "stablehlo.composite"(%9) <{name = "remat.name", composite_attributes = {name = "e"}, decomposition = @identity, version = 0 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  %11 = "stablehlo.add"(%10, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %11 : tensor<4xf32>
}

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @identity(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
