// Sums, maxima and transposes in shapes that threads of a GPU share in different ways. All numbers are small integers: every order of the sums
// gives the same bits.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_REPORT=%t/report remat-run %s --target=cuda --chip=sm_80,sm_90 --host-kernels=%t --compare-cpu --tolerance=0 --dump-ptx=%t/ptx | FileCheck %s
// CHECK: compare-cpu: all 20 results equal to the last bit
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report
// REPORT: rules broken 0

// Blocks and threads in the opposite order change nothing.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_ORDER=reverse remat-run %s --target=cuda --chip=sm_80 --host-kernels=%t --compare-cpu --tolerance=0 | FileCheck %s

func.func @main(%a0: tensor<6x64xi32>, %a1: tensor<5x3072xi32>, %a2: tensor<3x1001xi32>, %a3: tensor<70x1000xi32>, %a4: tensor<9x200xi32>, %a5: tensor<9x200xi32>, %a6: tensor<500x40xi32>, %a7: tensor<24x9000xi32>, %a8: tensor<300x4xi32>, %a9: tensor<4x100x24xi32>, %a10: tensor<16x5x48xi32>, %a11: tensor<12x320xi32>, %a12: tensor<7x257xi32>, %a13: tensor<257x7xi32>, %a14: tensor<64x96xi32>, %a15: tensor<40x70xi32>, %a16: tensor<3x33x20xi32>, %a17: tensor<2x50x3x64xi32>, %a18: tensor<3x17x30xi32>) -> (tensor<6xf32>, tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<9xf64>, tensor<9xi64>, tensor<40xf32>, tensor<9000xf32>, tensor<4xbf16>, tensor<4x24xf32>, tensor<5xf32>, tensor<12xf32>, tensor<12xi32>, tensor<7xi1>, tensor<7xi1>, tensor<96x64xf32>, tensor<70x40xf32>, tensor<20x33x3xf32>, tensor<2x3x64x50xbf16>, tensor<3x30x17xi8>) {
  // 16 lanes of a warp share a row; the last of the block have none
  %1 = "stablehlo.convert"(%a0) : (tensor<6x64xi32>) -> tensor<6x64xf32>
  %2 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %3 = "stablehlo.reduce"(%1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x64xf32>, tensor<f32>) -> tensor<6xf32>
  // Four warps share a row.
  %4 = "stablehlo.convert"(%a1) : (tensor<5x3072xi32>) -> tensor<5x3072xf32>
  %5 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<5x3072xf32>, tensor<f32>) -> tensor<5xf32>
  // A row without vectors.
  %7 = "stablehlo.convert"(%a2) : (tensor<3x1001xi32>) -> tensor<3x1001xf32>
  %8 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %9 = "stablehlo.reduce"(%7, %8) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.maximum"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<3x1001xf32>, tensor<f32>) -> tensor<3xf32>
  // All of a block, for one element.
  %10 = "stablehlo.convert"(%a3) : (tensor<70x1000xi32>) -> tensor<70x1000xf32>
  %11 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %12 = "stablehlo.reduce"(%10, %11) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<70x1000xf32>, tensor<f32>) -> tensor<f32>
  // Words of 64 bits.
  %13 = "stablehlo.convert"(%a4) : (tensor<9x200xi32>) -> tensor<9x200xf64>
  %14 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f64>, %r: tensor<f64>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%s) : (tensor<f64>) -> ()
  }) : (tensor<9x200xf64>, tensor<f64>) -> tensor<9xf64>
  // The same, integers.
  %16 = "stablehlo.convert"(%a5) : (tensor<9x200xi32>) -> tensor<9x200xi64>
  %17 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
  %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = "stablehlo.add"(%l, %r) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%s) : (tensor<i64>) -> ()
  }) : (tensor<9x200xi64>, tensor<i64>) -> tensor<9xi64>
  // Columns: 64 threads each, eight columns beside each other.
  %19 = "stablehlo.convert"(%a6) : (tensor<500x40xi32>) -> tensor<500x40xf32>
  %20 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %21 = "stablehlo.reduce"(%19, %20) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<500x40xf32>, tensor<f32>) -> tensor<40xf32>
  // Many columns, in vectors; warps have nothing to shuffle.
  %22 = "stablehlo.convert"(%a7) : (tensor<24x9000xi32>) -> tensor<24x9000xf32>
  %23 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<24x9000xf32>, tensor<f32>) -> tensor<9000xf32>
  // Few columns, rounded once.
  %25 = "stablehlo.convert"(%a8) : (tensor<300x4xi32>) -> tensor<300x4xbf16>
  %26 = "stablehlo.constant"() <{value = dense<0.0> : tensor<bf16>}> : () -> tensor<bf16>
  %27 = "stablehlo.reduce"(%25, %26) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<bf16>, %r: tensor<bf16>):
    %s = "stablehlo.add"(%l, %r) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    "stablehlo.return"(%s) : (tensor<bf16>) -> ()
  }) : (tensor<300x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  // A dimension in the middle.
  %28 = "stablehlo.convert"(%a9) : (tensor<4x100x24xi32>) -> tensor<4x100x24xf32>
  %29 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
  %30 = "stablehlo.reduce"(%28, %29) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.minimum"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x100x24xf32>, tensor<f32>) -> tensor<4x24xf32>
  // Rows of several dimensions.
  %31 = "stablehlo.convert"(%a10) : (tensor<16x5x48xi32>) -> tensor<16x5x48xf32>
  %32 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %33 = "stablehlo.reduce"(%31, %32) <{dimensions = array<i64: 0, 2>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<16x5x48xf32>, tensor<f32>) -> tensor<5xf32>
  // Two results.
  %34 = "stablehlo.convert"(%a11) : (tensor<12x320xi32>) -> tensor<12x320xf32>
  %35 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %36 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
  %37:2 = "stablehlo.reduce"(%34, %a11, %35, %36) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %m: tensor<i32>, %r: tensor<f32>, %q: tensor<i32>):
    %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.maximum"(%m, %q) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<12x320xf32>, tensor<12x320xi32>, tensor<f32>, tensor<i32>) -> (tensor<12xf32>, tensor<12xi32>)
  // Bits.
  %38 = "stablehlo.constant"() <{value = dense<3> : tensor<7x257xi32>}> : () -> tensor<7x257xi32>
  %39 = "stablehlo.compare"(%a12, %38) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<7x257xi32>, tensor<7x257xi32>) -> tensor<7x257xi1>
  %40 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %41 = "stablehlo.reduce"(%39, %40) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<i1>, %r: tensor<i1>):
    %s = "stablehlo.or"(%l, %r) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<7x257xi1>, tensor<i1>) -> tensor<7xi1>
  // Bits of columns.
  %42 = "stablehlo.constant"() <{value = dense<3> : tensor<257x7xi32>}> : () -> tensor<257x7xi32>
  %43 = "stablehlo.compare"(%a13, %42) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<257x7xi32>, tensor<257x7xi32>) -> tensor<257x7xi1>
  %44 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %45 = "stablehlo.reduce"(%43, %44) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<i1>, %r: tensor<i1>):
    %s = "stablehlo.or"(%l, %r) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<257x7xi1>, tensor<i1>) -> tensor<7xi1>
  // Squares of 32 by 32, whole and cut off.
  %46 = "stablehlo.convert"(%a14) : (tensor<64x96xi32>) -> tensor<64x96xf32>
  %47 = "stablehlo.transpose"(%46) <{permutation = array<i64: 1, 0>}> : (tensor<64x96xf32>) -> tensor<96x64xf32>
  %48 = "stablehlo.convert"(%a15) : (tensor<40x70xi32>) -> tensor<40x70xf32>
  %49 = "stablehlo.transpose"(%48) <{permutation = array<i64: 1, 0>}> : (tensor<40x70xf32>) -> tensor<70x40xf32>
  %50 = "stablehlo.convert"(%a16) : (tensor<3x33x20xi32>) -> tensor<3x33x20xf32>
  %51 = "stablehlo.transpose"(%50) <{permutation = array<i64: 2, 1, 0>}> : (tensor<3x33x20xf32>) -> tensor<20x33x3xf32>
  %52 = "stablehlo.convert"(%a17) : (tensor<2x50x3x64xi32>) -> tensor<2x50x3x64xbf16>
  %53 = "stablehlo.transpose"(%52) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x50x3x64xbf16>) -> tensor<2x3x64x50xbf16>
  %54 = "stablehlo.convert"(%a18) : (tensor<3x17x30xi32>) -> tensor<3x17x30xi8>
  %55 = "stablehlo.transpose"(%54) <{permutation = array<i64: 0, 2, 1>}> : (tensor<3x17x30xi8>) -> tensor<3x30x17xi8>
  return %3, %6, %9, %12, %15, %18, %21, %24, %27, %30, %33, %37#0, %37#1, %41, %45, %47, %49, %51, %53, %55 : tensor<6xf32>, tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<9xf64>, tensor<9xi64>, tensor<40xf32>, tensor<9000xf32>, tensor<4xbf16>, tensor<4x24xf32>, tensor<5xf32>, tensor<12xf32>, tensor<12xi32>, tensor<7xi1>, tensor<7xi1>, tensor<96x64xf32>, tensor<70x40xf32>, tensor<20x33x3xf32>, tensor<2x3x64x50xbf16>, tensor<3x30x17xi8>
}
