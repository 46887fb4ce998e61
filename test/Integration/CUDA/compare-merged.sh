#!/bin/bash
# compare-merged.sh EMULATED_CUDA STEP.mlir…: runs steps on the emulated device with each kernel launched alone, and with merged launches. Results
# must be the same bytes, and merged launches must be fewer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LD_LIBRARY_PATH=$1 REMAT_EMULATED_CUDA_KERNELS=$folder REMAT_EMULATED_CUDA_REPORT=$folder/report
shift
launches() { sed -n 's/^launches: \([0-9]*\) .*/\1/p' "$folder/output"; }
for step in "$@"; do
  run() { remat-run "$step" --target=cuda --host-kernels="$folder" --save-outputs="$folder/$1" "${@:2}" > "$folder/output" 2> "$folder/errors" || {
    cat "$folder/output" "$folder/errors"; exit 1; }; }
  rm -rf "$folder"/{alone,merged}
  run alone --profile="$folder/costs.json"
  alone=$(launches)
  REMAT_EMULATED_CUDA_ORDER=reverse run merged
  merged=$(launches)
  [ "$merged" -lt "$alone" ]
  diff -r "$folder/alone" "$folder/merged"
  echo "$(basename "$step" .mlir): $alone launches alone, $merged merged, $(ls "$folder/merged"/out_*.npy | wc -l) results equal, $(
    grep -o 'rules broken .*' "$folder/report")"
done
