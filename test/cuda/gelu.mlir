// GELU of a layer with a bias and of one without, as JAX writes it, with --epilogues=all: two calls and no kernel, and the CPU's results within rounding.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls REMAT_EMULATED_CUDA_REPORT=%t/report remat-run %s --target=cuda --host-kernels=%t --epilogues=all --compare-cpu --tolerance=1e-6 | FileCheck %s
// CHECK: launches: 2 (kernels 0, products 2,
// CHECK: compare-cpu: at most
// RUN: FileCheck %s --check-prefix=CALLS --input-file=%t/calls
// CALLS: cublasLtMatmul {{.*}} 256x64 = {{.*}} + allocation {{.*}} gelu
// CALLS: cublasLtMatmul {{.*}} 32x64 = {{.*}} batch 1 gelu
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report
// REPORT: rules broken 0
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}], function_type = (tensor<64x128xf32>, tensor<128x256xf32>, tensor<256xf32>, tensor<256x32xf32>) -> tensor<64x32xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<64x128xf32>, %arg1: tensor<128x256xf32>, %arg2: tensor<256xf32>, %arg3: tensor<256x32xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64: 1>}> : (tensor<256xf32>) -> tensor<1x256xf32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x256xf32>) -> tensor<64x256xf32>
    %3 = "stablehlo.add"(%0, %2) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %4 = "stablehlo.multiply"(%3, %3) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %5 = "stablehlo.multiply"(%4, %3) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %6 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x256xf32>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %9 = "stablehlo.add"(%3, %8) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %10 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x256xf32>
    %12 = "stablehlo.multiply"(%11, %9) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %13 = "stablehlo.tanh"(%12) : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %14 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x256xf32>
    %16 = "stablehlo.add"(%15, %13) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %17 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x256xf32>
    %19 = "stablehlo.multiply"(%18, %16) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %20 = "stablehlo.multiply"(%3, %19) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %21 = "stablehlo.dot_general"(%20, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<64x256xf32>, tensor<256x32xf32>) -> tensor<64x32xf32>
    %22 = "stablehlo.multiply"(%21, %21) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %23 = "stablehlo.multiply"(%22, %21) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %24 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x32xf32>
    %26 = "stablehlo.multiply"(%25, %23) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %27 = "stablehlo.add"(%21, %26) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %28 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x32xf32>
    %30 = "stablehlo.multiply"(%29, %27) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %31 = "stablehlo.tanh"(%30) : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %32 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x32xf32>
    %34 = "stablehlo.add"(%33, %31) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %35 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x32xf32>
    %37 = "stablehlo.multiply"(%36, %34) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %38 = "stablehlo.multiply"(%21, %37) : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    "func.return"(%38) : (tensor<64x32xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
