#!/bin/bash
# check-programs.sh TEST_FOLDER EMULATED_CUDA PROGRAM…: runs small programs (test/tools/remat-run/PROGRAM.mlir with the inputs of
# test/data/programs/PROGRAM) on the emulated device and on the CPU, which must give the same bits.
set -euo pipefail
tests=$1 emulated=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LD_LIBRARY_PATH=$emulated REMAT_EMULATED_CUDA_STRICT=${REMAT_EMULATED_CUDA_STRICT:-1} REMAT_EMULATED_CUDA_KERNELS=$folder REMAT_EMULATED_CUDA_REPORT=$folder/report
for program in "$@"; do
  remat-run "$tests/tools/remat-run/$program.mlir" --inputs="$tests/data/programs/$program" --target=cuda --host-kernels="$folder" \
    --compare-cpu --tolerance=0 > "$folder/output" 2>&1 || { echo "$program:"; cat "$folder/output"; exit 1; }
  echo "$program: $(grep compare-cpu "$folder/output"), $(grep -o 'left 0 bytes, 0 allocations, 0 modules, 0 streams, 0 events' "$folder/report"), $(
    grep -o 'rules broken .*' "$folder/report")"
done
