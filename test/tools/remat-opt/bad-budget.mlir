// A budget that is none: one error that says what was expected, exit code 1, no output.

// RUN: sh -c 'remat-opt %s --remat-budget=abc; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=ABC,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=-1; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=NEGATIVE,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=0; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=ZERO,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=0%%; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=ZERO-PERCENT,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=1e400; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=EXPONENT,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=99999999999999999999; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=LARGE,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=12MiBs; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=UNIT,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=nan; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=NAN,ALL
// RUN: sh -c 'remat-opt %s --remat-budget=; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=EMPTY,ALL
// RUN: sh -c 'remat-opt %s --remat-rematerialize; echo "exit code $?"' 2>&1 | FileCheck %s --check-prefixes=NONE,ALL

// ABC: error: {{.*}}'abc'
// NEGATIVE: error: {{.*}}'-1'
// ZERO: error: {{.*}}'0'
// ZERO-PERCENT: error: {{.*}}'0%'
// EXPONENT: error: {{.*}}'1e400'
// LARGE: error: {{.*}}'99999999999999999999'
// UNIT: error: {{.*}}'12MiBs'
// NAN: error: {{.*}}'nan'
// EMPTY: error: --remat-budget is empty: give 60%, 800MiB, 1.5GB, a number of bytes, or min
// NONE: error: no budget: give budget=60%, 800MiB, 1.5GB, a number of bytes, or min
// ALL-NOT: func.func
// ALL: exit code 1

// Options that ask for something about a plan need a budget.
// RUN: not remat-opt %s --remat-report=- 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: --remat-report has no effect without --remat-budget
// RUN: not remat-opt %s --remat-order=fixed 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: --remat-order has no effect without --remat-budget

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  return %a : tensor<256xf32>
}
