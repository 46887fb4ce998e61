// Values of options that mean nothing: the error names the option, the value and what is known.

// RUN: not remat-opt %s --remat-budget=50%% --remat-order=random 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: option order: 'random' is neither 'free' nor 'fixed'
// RUN: not remat-opt %s --remat-budget=50%% --remat-strategy=best 2>&1 | FileCheck %s --check-prefix=STRATEGY
// STRATEGY: error: option strategy: 'best' is none of auto, exact, mincut, sqrt, chen-greedy, greedy
// RUN: not remat-opt %s --remat-budget=50%% --remat-infeasible=ignore 2>&1 | FileCheck %s --check-prefix=INFEASIBLE
// INFEASIBLE: error: option infeasible: 'ignore' is neither 'error' nor 'best'
// RUN: not remat-opt %s --remat-budget=50%% --remat-memory-model=exact 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: error: option memory-model: 'exact' is neither 'fused' nor 'stored'
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=abacus 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: option device: unknown device 'abacus'; known are h100, h200, a100, v100, l4, rtx4090, mi300x, cpu, reference, or a FILE.json
// RUN: not remat-opt %s --remat-budget=50%% --remat-dynamic-dim=-4 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: option dynamic-dim: -4 is negative
// RUN: not remat-opt %s --remat-budget=50%% --remat-effort=much 2>&1 | FileCheck %s --check-prefix=EFFORT
// EFFORT: remat-effort option: 'much' value invalid
// RUN: not remat-opt %s --remat-colour=red 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Unknown command line argument '--remat-colour=red'

// Device files: one that is not there, one that is no JSON, ones with wrong fields.
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=%t.none.json 2>&1 | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: error: option device: cannot read device file '{{.*}}.none.json': No such file or directory
// RUN: echo 'flops: many' > %t.text.json
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=%t.text.json 2>&1 | FileCheck %s --check-prefix=NO-JSON
// NO-JSON: error: option device: device file: {{.*}}Invalid JSON
// RUN: echo '[1, 2]' > %t.array.json
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=%t.array.json 2>&1 | FileCheck %s --check-prefix=NO-OBJECT
// NO-OBJECT: error: option device: device file: an object is expected
// RUN: echo '{"flops_per_second": 1e14}' > %t.missing.json
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=%t.missing.json 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: option device: device file: 'bytes_per_second' must be a number above 0
// RUN: echo '{"flops_per_second": -1, "bytes_per_second": 1e12}' > %t.negative.json
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=%t.negative.json 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: option device: device file: 'flops_per_second' must be a number above 0
// RUN: echo '{"flops_per_second": 1e14, "bytes_per_second": 1e12, "colour": "red"}' > %t.field.json
// RUN: not remat-opt %s --remat-budget=50%% --remat-device=%t.field.json 2>&1 | FileCheck %s --check-prefix=FIELD
// FIELD: error: option device: device file: unknown field 'colour'

// A good one.
// RUN: echo '{"name": "mine", "flops_per_second": 1e14, "bytes_per_second": 1e12, "launch_ns": 5}' > %t.good.json
// RUN: remat-opt %s --remat-budget=100%% --remat-device=%t.good.json --remat-report=- -o /dev/null 2>&1 | FileCheck %s --check-prefix=GOOD
// GOOD: memory model fused, device mine

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  return %a : tensor<256xf32>
}
