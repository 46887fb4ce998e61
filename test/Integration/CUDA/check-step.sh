#!/bin/bash
# check-step.sh STEP.mlir EMULATED_CUDA BUDGET [FLAGS…]: runs a step on the emulated device within a budget (the lowest possible one if it cannot
# be met), as it came, and on the CPU.
set -euo pipefail
step=$1 emulated=$2 budget=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LD_LIBRARY_PATH=$emulated REMAT_EMULATED_CUDA_STRICT=${REMAT_EMULATED_CUDA_STRICT:-1} REMAT_EMULATED_CUDA_KERNELS=$folder REMAT_EMULATED_CUDA_REPORT=$folder/report
remat-run "$step" --target=cuda --host-kernels="$folder" --remat-budget="$budget" --remat-infeasible=best --compare --compare-cpu \
  "$@" > "$folder/output" 2> "$folder/errors" || { cat "$folder/output" "$folder/errors"; exit 1; }
grep -v '^emulated CUDA: \|warning: the budget' "$folder/errors" || true
grep compare "$folder/output"
# "arena N bytes, highest byte written M": the arena is no larger than what is used, but for the alignment of its end.
awk '/^(rewritten|as it came)/ && !seen[$1]++ {split($0, part, /arena | bytes, highest byte written /); if (part[2] - part[3] >= 256) exit 1}
  END {if (!length(seen)) exit 1}' "$folder/output" && echo "arena as planned"
cat "$folder/report"
