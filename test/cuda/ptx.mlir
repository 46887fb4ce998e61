// What kernels are made of: loads and stores of 16 bytes, shuffles within a warp and shared memory between warps, no divisions of 64 bits, no atomics.
// REQUIRES: ptxas
// RUN: rm -rf %t && split-file %s %t
// RUN: sh -c 'for name in add negate rows columns transpose; do remat-compile $1/$name.mlir --target=cuda --chip=sm_90 --dump-ptx=$1/$name.ptx -o $1/step.so || exit 1; done' sh %t
// RUN: FileCheck %s --check-prefix=ADD --input-file=%t/add.ptx
// RUN: FileCheck %s --check-prefix=NEGATE --input-file=%t/negate.ptx
// RUN: FileCheck %s --check-prefix=ROWS --input-file=%t/rows.ptx
// RUN: FileCheck %s --check-prefix=COLUMNS --input-file=%t/columns.ptx
// RUN: FileCheck %s --check-prefix=TRANSPOSE --input-file=%t/transpose.ptx
// RUN: cat %t/add.ptx %t/negate.ptx %t/rows.ptx %t/columns.ptx %t/transpose.ptx | FileCheck %s --check-prefix=NONE
// NONE: .entry
// NONE-NOT: {{div[.][us]64|rem[.][us]64|atom[.]|[^a]red[.]}}

// Blocks of at most 256 threads fit with any number of registers: ptxas is not told of them, and does not spill to fit in more blocks. Blocks of
// more threads, as of columns, need its limit to be launched.
// RUN: cat %t/add.ptx %t/negate.ptx %t/rows.ptx %t/transpose.ptx | not grep maxntid
// RUN: grep -c 'maxntid 512, 1, 1' %t/columns.ptx

// Four elements a thread; of the bias, which goes along the rows, too.
// ADD: ld.global.v4.b32
// ADD: ld.global.v4.b32
// ADD: st.global.v4.b32
//--- add.mlir
func.func @main(%x: tensor<256x1024xf32>, %bias: tensor<1024xf32>) -> tensor<256x1024xf32> {
  %b = "stablehlo.broadcast_in_dim"(%bias) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1024xf32>) -> tensor<256x1024xf32>
  %sum = "stablehlo.add"(%x, %b) : (tensor<256x1024xf32>, tensor<256x1024xf32>) -> tensor<256x1024xf32>
  return %sum : tensor<256x1024xf32>
}

// Eight elements of two bytes.
// NEGATE: ld.global.v4.b32
// NEGATE: st.global.v4.b32
//--- negate.mlir
func.func @main(%x: tensor<64x512xbf16>) -> tensor<64x512xbf16> {
  %n = "stablehlo.negate"(%x) : (tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %n : tensor<64x512xbf16>
}

// 4096 rows keep a device busy: 32 threads share one of 1024 elements, in five steps within their warp.
// ROWS: ld.global.v4.b32
// ROWS-COUNT-5: shfl.sync.bfly.b32
// ROWS-NOT: shfl
// ROWS-NOT: bar
// ROWS: st.global.b32
//--- rows.mlir
func.func @main(%x: tensor<4096x1024xf32>) -> tensor<4096xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %rows = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  return %rows : tensor<4096xf32>
}

// 32 threads share a column of 256 elements; eight columns are beside each other, so that a warp has four threads of each: two steps within it, then
// eight warps.
// COLUMNS-COUNT-2: shfl.sync.bfly.b32
// COLUMNS-NOT: shfl
// COLUMNS: st.shared.b32
// COLUMNS: bar{{.*}}sync
// COLUMNS: ld.shared.b32
//--- columns.mlir
func.func @main(%x: tensor<256x1024xf32>) -> tensor<1024xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %columns = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<256x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %columns : tensor<1024xf32>
}

// A square of 32 rows of 33 elements, of four bytes.
// TRANSPOSE: .shared .align {{[0-9]+}} .b8 {{.*}}[4224]
// TRANSPOSE: ld.global.b32
// TRANSPOSE: st.shared.b32
// TRANSPOSE: bar{{.*}}sync
// TRANSPOSE: ld.shared.b32
// TRANSPOSE: st.global.b32
//--- transpose.mlir
func.func @main(%x: tensor<256x1024xf32>) -> tensor<1024x256xf32> {
  %t = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
  return %t : tensor<1024x256xf32>
}
