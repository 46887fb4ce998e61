// Convolutions and products as CUDA's libraries take them.
// RUN: remat-opt %s --split-input-file --remat-prepare-library-calls --verify-diagnostics | FileCheck %s

// What a call may take at most is the device's (32 MiB where a file does not say), unless the option says it.
// RUN: echo '{"flops_per_second": 1e12, "bytes_per_second": 1e12, "library_workspace_bytes": 1024}' > %t.json
// RUN: remat-opt %s --split-input-file --remat-prepare-library-calls='device=%t.json' | FileCheck %s --check-prefix=SMALL
// SMALL-LABEL: func.func @layer
// SMALL: remat.workspace_bytes = 1024 : i64
// RUN: remat-opt %s --split-input-file --remat-prepare-library-calls='device=%t.json workspace-bytes=64' | FileCheck %s --check-prefix=SMALLER
// SMALLER-LABEL: func.func @layer
// SMALLER: remat.workspace_bytes = 64 : i64
// RUN: not remat-opt %s --split-input-file --remat-prepare-library-calls='device=abacus' 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: option device: unknown device 'abacus'
// RUN: not remat-opt %s --split-input-file --remat-prepare-library-calls='workspace-bytes=-2' 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: error: option workspace-bytes: a number of bytes or -1 is expected, not -2
// A step is planned with what its device allows. (One call of 16 pieces of 64 x 32 numbers, as below, else.)
// RUN: remat-run %S/../Integration/CUDA/product-workspace.mlir --target=cuda --emit=mlir --remat-budget=100%% --remat-device=%t.json | FileCheck %s --check-prefix=STEP
// STEP: remat.scratch_bytes = 1024 : i64
// 8-bit floats, where the devices multiply them and where not.
// RUN: remat-opt %s --split-input-file --remat-prepare-library-calls=float8 | FileCheck %s --check-prefix=FLOAT8

// A layer: weights with output features first; padding behind only becomes part of the input, 6 + 1 rows and columns. The workspace is as much
// as the arrays take: (2*7*7*3 + 4*3*3*3 + 2*3*3*4) * 4 bytes.
// CHECK-LABEL: func.func @layer
// CHECK: %[[PADDED:.*]] = remat.pad %arg0, %{{.*}} -> tensor<2x7x7x3xf32>
// CHECK: %[[WEIGHTS:.*]] = remat.transpose %arg1 {permutation = array<i64: 3, 0, 1, 2>}
// CHECK: remat.convolution %[[PADDED]], %[[WEIGHTS]]
// CHECK-SAME: kernel_input_feature_dimension = 3 : i64, kernel_output_feature_dimension = 0 : i64, kernel_spatial_dimensions = array<i64: 1, 2>
// CHECK-SAME: padding = array<i64: 0, 0, 0, 0>
// CHECK-SAME: remat.workspace_bytes = 1896 : i64
func.func @layer(%x: tensor<2x6x6x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<2x3x3x4xf32> {
  %0 = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64,
    input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64,
    kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64,
    output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 2, 2>, padding = array<i64: 0, 1, 0, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>}
    : (tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x3x3x4xf32>
  return %0 : tensor<2x3x3x4xf32>
}

// -----

// Batches and heads that lie apart: one call in place of two, each operand copied once for both products.
// CHECK-LABEL: func.func @heads
// CHECK-COUNT-2: remat.transpose
// CHECK-NOT: remat.transpose
// CHECK: remat.dot_general {{.*}}lhs_batching_dimensions = array<i64: 0, 1>, lhs_contracting_dimensions = array<i64: 3>, rhs_batching_dimensions = array<i64: 0, 1>, rhs_contracting_dimensions = array<i64: 3>
// CHECK: remat.dot_general
func.func @heads(%q: tensor<2x5x3x8xf32>, %k: tensor<2x5x3x8xf32>) -> (tensor<2x3x5x5xf32>, tensor<2x3x5x5xf32>) {
  %0 = remat.dot_general %q, %k {lhs_batching_dimensions = array<i64: 0, 2>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 3>}
    : (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>) -> tensor<2x3x5x5xf32>
  %1 = remat.dot_general %k, %q {lhs_batching_dimensions = array<i64: 0, 2>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 3>}
    : (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>) -> tensor<2x3x5x5xf32>
  return %0, %1 : tensor<2x3x5x5xf32>, tensor<2x3x5x5xf32>
}

// -----

// What cuDNN has not stays, and says so.
// CHECK-LABEL: func.func @integers
// CHECK-NOT: remat.transpose
func.func @integers(%x: tensor<1x4x4x1xi32>, %w: tensor<2x2x1x1xi32>) -> tensor<1x3x3x1xi32> {
  // expected-warning @below {{cuDNN does not take these element types; a plain kernel computes this convolution}}
  %0 = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64,
    input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64,
    kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64,
    output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>}
    : (tensor<1x4x4x1xi32>, tensor<2x2x1x1xi32>) -> tensor<1x3x3x1xi32>
  return %0 : tensor<1x3x3x1xi32>
}

// -----

// One tile of 128x128, and sums of 4096 terms: 16 blocks of 256 terms each leave their sums of 64x32 numbers, in f32 although operands have 16 bits:
// 16 * 64 * 32 * 4 bytes. (A device takes up to 128 blocks.)
// CHECK-LABEL: func.func @long_sums
// CHECK: remat.dot_general {{.*}}remat.workspace_bytes = 131072 : i64
func.func @long_sums(%a: tensor<4096x64xbf16>, %b: tensor<4096x32xbf16>) -> tensor<64x32xbf16> {
  %0 = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<4096x64xbf16>, tensor<4096x32xbf16>) -> tensor<64x32xbf16>
  return %0 : tensor<64x32xbf16>
}

// -----

// 8x9 tiles, which is more than half of 128: they keep a device busy by themselves. Sums of 511 terms are too short to be shared by two.
// CHECK-LABEL: func.func @no_workspace
// CHECK-NOT: remat.workspace_bytes
func.func @no_workspace(%a: tensor<1024x4096xf32>, %b: tensor<4096x1152xf32>, %c: tensor<64x511xf32>, %d: tensor<511x64xf32>)
    -> (tensor<1024x1152xf32>, tensor<64x64xf32>) {
  %0 = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<1024x4096xf32>, tensor<4096x1152xf32>) -> tensor<1024x1152xf32>
  %1 = remat.dot_general %c, %d {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<64x511xf32>, tensor<511x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<1024x1152xf32>, tensor<64x64xf32>
}

// -----

// Two products share the copy of an operand: in order for sums along memory, or in bf16. What is beside a wider operand gets its type; 8-bit
// types of other hardware have bf16 always; f16 results are sums of f32, rounded once; f64 stays what it is.
// FLOAT8-LABEL: func.func @float8
// FLOAT8-NEXT: %[[W:.*]] = remat.transpose %arg1 {permutation = array<i64: 1, 0>} : (tensor<32x16xf8E4M3FN>) -> tensor<16x32xf8E4M3FN>
// FLOAT8-NEXT: remat.dot_general %arg0, %[[W]] {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 1>}
// FLOAT8-NEXT: remat.dot_general %arg0, %[[W]] {{.*}} -> tensor<8x16xf16>
// FLOAT8-NEXT: %[[V:.*]] = remat.convert %arg2 {{.*}} -> tensor<32x16xf32>
// FLOAT8-NEXT: remat.dot_general %arg3, %[[V]] {{.*}} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
// FLOAT8-NEXT: %[[X:.*]] = remat.convert %arg0 {{.*}} -> tensor<8x32xbf16>
// FLOAT8-NEXT: %[[U:.*]] = remat.convert %arg2 {{.*}} -> tensor<32x16xbf16>
// FLOAT8-NEXT: %[[SUM:.*]] = remat.dot_general %[[X]], %[[U]] {{.*}} -> tensor<8x16xf32>
// FLOAT8-NEXT: remat.convert %[[SUM]] {{.*}} -> tensor<8x16xf16>
// FLOAT8-NEXT: remat.dot_general %arg0, %arg2 {{.*}} : (tensor<8x32xf8E4M3FN>, tensor<32x16xf8E4M3FNUZ>) -> tensor<8x16xf64>
// CHECK-LABEL: func.func @float8
// CHECK-NEXT: %[[X:.*]] = remat.convert %arg0 {{.*}} -> tensor<8x32xbf16>
// CHECK-NEXT: %[[W:.*]] = remat.convert %arg1 {{.*}} -> tensor<32x16xbf16>
// CHECK-NEXT: remat.dot_general %[[X]], %[[W]] {{.*}} : (tensor<8x32xbf16>, tensor<32x16xbf16>) -> tensor<8x16xf32>
// CHECK-NEXT: %[[SUM:.*]] = remat.dot_general %[[X]], %[[W]] {{.*}} -> tensor<8x16xf32>
// CHECK-NEXT: remat.convert %[[SUM]] {{.*}} -> tensor<8x16xf16>
func.func @float8(%x: tensor<8x32xf8E4M3FN>, %w: tensor<32x16xf8E4M3FN>, %v: tensor<32x16xf8E4M3FNUZ>, %y: tensor<8x32xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf16>, tensor<8x16xf32>, tensor<8x16xf16>, tensor<8x16xf64>) {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x32xf8E4M3FN>, tensor<32x16xf8E4M3FN>) -> tensor<8x16xf32>
  %1 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x32xf8E4M3FN>, tensor<32x16xf8E4M3FN>) -> tensor<8x16xf16>
  %2 = remat.dot_general %y, %v {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x32xf32>, tensor<32x16xf8E4M3FNUZ>) -> tensor<8x16xf32>
  %3 = remat.dot_general %x, %v {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x32xf8E4M3FN>, tensor<32x16xf8E4M3FNUZ>) -> tensor<8x16xf16>
  %4 = remat.dot_general %x, %v {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x32xf8E4M3FN>, tensor<32x16xf8E4M3FNUZ>) -> tensor<8x16xf64>
  return %0, %1, %2, %3, %4 : tensor<8x16xf32>, tensor<8x16xf16>, tensor<8x16xf32>, tensor<8x16xf16>, tensor<8x16xf64>
}
