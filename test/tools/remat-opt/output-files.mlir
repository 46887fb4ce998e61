// Files are written whole or not at all.
// UNSUPPORTED: system-windows

// RUN: rm -rf %t && mkdir %t

// A folder that is not there, a folder in the place of a file: found before the work begins, nothing is written.
// RUN: not remat-opt %s --remat-budget=4KiB --remat-memory-model=stored -o %t/none/out.mlir 2>&1 | FileCheck %s --check-prefix=NO-FOLDER
// NO-FOLDER: error: cannot write '{{.*}}/none/out.mlir': there is no folder '{{.*}}/none'
// RUN: not remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-report=%t/none/r.json -o %t/a.mlir 2>&1 | FileCheck %s --check-prefix=NO-REPORT
// NO-REPORT: error: cannot write '{{.*}}/none/r.json': there is no folder
// RUN: mkdir %t/folder
// RUN: not remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-export-problem=%t/folder -o %t/a.mlir --remat-report=%t/r.json 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot write '{{.*}}/folder': it is a folder
// RUN: ls %t | FileCheck %s --check-prefix=EMPTY --allow-empty
// EMPTY-NOT: a.mlir
// EMPTY-NOT: r.json

// A failure leaves files that exist as they were, also the output file.
// RUN: echo before > %t/out.mlir
// RUN: not remat-opt %s --remat-budget=1kB --remat-memory-model=stored -o %t/out.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=BEFORE < %t/out.mlir
// RUN: not remat-opt %s --remat-budget=abc -o %t/out.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=BEFORE < %t/out.mlir
// RUN: not remat-opt %s --remat-verify-plan='budget=1kB memory-model=stored' -o %t/out.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=BEFORE < %t/out.mlir
// BEFORE: before

// An infeasible budget still brings the report and the problem: they say why.
// RUN: not remat-opt %s --remat-budget=1kB --remat-memory-model=stored -o %t/out.mlir --remat-report=%t/why.txt --remat-export-problem=%t/p.json 2> /dev/null
// RUN: FileCheck %s --check-prefix=WHY < %t/why.txt
// RUN: FileCheck %s --check-prefix=PROBLEM < %t/p.json
// WHY: status       infeasible (proven
// PROBLEM: remat-problem

// Success replaces the file, and nothing temporary is left.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=AFTER < %t/out.mlir
// RUN: ls %t | FileCheck %s --check-prefix=LEFT
// AFTER: remat.barrier
// LEFT-NOT: tmp

// Devices are written to, not replaced.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored -o /dev/null --remat-report=/dev/null
// RUN: test -c /dev/null
// RUN: sh -c 'remat-opt %s > /dev/full; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: error: cannot write the standard output
// FULL: exit code 1

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
