// A device's costs are those of what will run: f32 products without --tf32 do not have the rate of tensor cores. A product of 2 * 4096^3 flops takes
// an H100 2051 us at 67 TFLOP/s and 278 us at 495; and 2 us for its launch. A device of a file has the rates that it says, here 1e12.
// RUN: remat-run %s --target=cuda --emit=mlir --remat-budget=100%% --remat-report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=F32 --input-file=%t.json
// F32: "cost_before": 205{{[0-9][0-9][0-9][0-9]}},
// RUN: remat-run %s --target=cuda --tf32 --emit=mlir --remat-budget=100%% --remat-report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=TF32 --input-file=%t.json
// TF32: "cost_before": 27{{[0-9][0-9][0-9][0-9]}},
// RUN: echo '{"name": "h100", "flops_per_second": 1e12, "bytes_per_second": 1e15}' > %t.device.json
// RUN: remat-run %s --target=cuda --remat-device=%t.device.json --emit=mlir --remat-budget=100%% --remat-report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.json
// FILE: "cost_before": 1374{{[0-9][0-9][0-9][0-9][0-9]}},
func.func @main(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  func.return %0 : tensor<4096x4096xf32>
}
