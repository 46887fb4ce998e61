#!/usr/bin/env bash
# Compiled steps on the runtime that is built with AddressSanitizer and UBSan
#
# sanitized-steps.sh BUILD SANITIZED: BUILD has remat-compile, SANITIZED is the build folder of the preset core-sanitize. Each
# bundled step runs as it is and within the lowest budget, with all cores and with one. What the runtime reads or writes outside of an argument, a
# result or the arena is an error, and so is undefined behaviour; the four runs must give the same bits. (Generated code is not
# instrumented: remat-run --check-arena looks for its stray writes.)
set -euo pipefail

build=$(cd "$1" && pwd)
sanitized=$(cd "$2" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
flags=(-g -fsanitize=address,undefined -fno-sanitize-recover=all)
# The driver leaves its memory to the end of the process.
export ASAN_OPTIONS=detect_leaks=0 OMP_WAIT_POLICY=passive

for step in mlp tiny_cnn tiny_gpt2 moe_tiny scan gpt_4l_checkpoint; do
  rm -f ./*
  for budget in '' min; do
    "$build/bin/remat-compile" "$root/test/data/$step.mlir" ${budget:+--remat-budget=$budget} -o step.o --header=step.h --name=compiled
    "${CC:-gcc}" "${flags[@]}" -DON_CPU -DSTEP_HEADER='"step.h"' -DSTEP=compiled_step -I . -I "$root/include" -c -o driver.o \
      "$root/test/Integration/CUDA/run-step.c"
    "${CXX:-g++}" "${flags[@]}" driver.o step.o "$sanitized/lib/libRematRuntime.a" -ldnnl -fopenmp -o run
    ./run --save="results.${budget:-all}" > log || { cat log; exit 1; }
    taskset -c "$(taskset -cp $$ | sed -E 's/.*: ([0-9]+).*/\1/')" ./run --save="results.${budget:-all}.one" > log || { cat log; exit 1; }
  done
  for results in results.*; do
    cmp results.all "$results"
  done
  echo "$step: no error of a sanitizer, $(find . -name 'results.*' | wc -l) runs with the same bits"
done
