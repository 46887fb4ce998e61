// A report as a trace and as a graph. The plan runs h and a again, before d.
// RUN: remat-opt %s --remat-budget=80%% --remat-device=reference --remat-report=%t.pftrace.json,%t.dot -o /dev/null
// RUN: cmake -DFILE=%t.pftrace.json -P %remat_src/test/Integration/docs/ReadJson.cmake
// RUN: FileCheck %s --check-prefix=TRACE --input-file=%t.pftrace.json
// RUN: sed 's/{"ph"/\n{"ph"/g' %t.pftrace.json | grep -c '"ph":"X"' | FileCheck %s --check-prefix=SLICES
// RUN: sed 's/{"ph"/\n{"ph"/g' %t.pftrace.json | grep -c '"ph":"s"' | FileCheck %s --check-prefix=ARROWS
// RUN: FileCheck %s --check-prefix=GRAPH --input-file=%t.dot

// 6 steps as it came; 6, the barrier and 2 repetitions rewritten; an arrow to each of the two.
// SLICES: {{^}}15{{$}}
// ARROWS: {{^}}2{{$}}
// TRACE: {"displayTimeUnit":"ns","otherData":{"function":"main","status":"met"
// TRACE-SAME: "ph":"M","name":"process_name","pid":1
// TRACE-SAME: "args":{"name":"as it came"}
// TRACE-SAME: "ph":"C","name":"live bytes","pid":1,"tid":1,"ts":0.000,"args":{"bytes":{{[0-9]+}}}
// h takes 2 * 4096 * 256 * 1024 flops at 100 TFLOP/s and 1 us of launch: 22,474 ns.
// TRACE-SAME: "ph":"X","name":"h","pid":1,"tid":1,"ts":0.000,"dur":22.474,"cat":"first run","args":{"step":0,"op":"stablehlo.dot","cost_ns":22474,
// TRACE-SAME: "args":{"name":"rewritten"}
// TRACE-SAME: "ph":"X","name":"h.remat","pid":2,"tid":2,"ts":[[TIME:[0-9.]+]],"dur":22.474,"cat":"recomputed","cname":"terrible"
// TRACE-SAME: "ph":"s","name":"recomputed","pid":2,"tid":1,"ts":0.000,"cat":"recomputed","id":0
// TRACE-SAME: "ph":"f","name":"recomputed","pid":2,"tid":2,"ts":[[TIME]],"cat":"recomputed","id":0,"bp":"e"

// h is made again from the arguments x and w, a from h.
// GRAPH: digraph recomputations {
// GRAPH-DAG: v[[H:[0-9]+]] [label="h\ntensor<4096x1024xf32>\n16777216 bytes, made again x1", shape=box, style="rounded,filled"
// GRAPH-DAG: v[[A:[0-9]+]] [label="a\ntensor<4096x1024xf32>\n16777216 bytes, made again x1"
// GRAPH-DAG: v[[X:[0-9]+]] [label="{{.*}}tensor<4096x256xf32>\n4194304 bytes", shape=ellipse
// GRAPH-DAG: v[[W:[0-9]+]] [label="{{.*}}tensor<256x1024xf32>\n1048576 bytes", shape=ellipse
// GRAPH-DAG: v[[X]] -> v[[H]];
// GRAPH-DAG: v[[W]] -> v[[H]];
// GRAPH-DAG: v[[H]] -> v[[A]];

// Nothing is made again: one process, an empty graph.
// RUN: remat-opt %s --remat-budget=100%% --remat-report=%t.fits.pftrace.json,%t.fits.dot -o /dev/null
// RUN: FileCheck %s --check-prefix=FITS --input-file=%t.fits.pftrace.json
// RUN: FileCheck %s --check-prefix=EMPTY --input-file=%t.fits.dot
// FITS-NOT: "pid":2
// EMPTY: 0 values are made again
// EMPTY-NOT: ->
func.func @main(%x: tensor<4096x256xf32>, %w: tensor<256x1024xf32>, %v: tensor<1024x256xf32>) -> tensor<256x256xf32> {
  %h = "stablehlo.dot"(%x, %w) : (tensor<4096x256xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32> loc("h")
  %a = "stablehlo.tanh"(%h) : (tensor<4096x1024xf32>) -> tensor<4096x1024xf32> loc("a")
  %y = "stablehlo.dot"(%a, %v) : (tensor<4096x1024xf32>, tensor<1024x256xf32>) -> tensor<4096x256xf32> loc("y")
  %g = "stablehlo.dot"(%y, %w) : (tensor<4096x256xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32> loc("g")
  %z = "stablehlo.dot"(%g, %v) : (tensor<4096x1024xf32>, tensor<1024x256xf32>) -> tensor<4096x256xf32> loc("z")
  %d = "stablehlo.custom_call"(%z, %a) {call_target_name = "loss"} : (tensor<4096x256xf32>, tensor<4096x1024xf32>) -> tensor<256x256xf32> loc("d")
  return %d : tensor<256x256xf32>
}
