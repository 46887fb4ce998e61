#!/bin/bash
# check-faults.sh STEP.mlir EMULATED_CUDA KIND+STRIDE…: lets the first call of a kind fail, then the one STRIDE calls later, and so on until a run
# has no such call. Each failure must be one error that names what failed, with exit code 1; no rule of CUDA may be broken and nothing may be left.
set -uo pipefail
step=$1 emulated=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LD_LIBRARY_PATH=$emulated REMAT_EMULATED_CUDA_KERNELS=$folder REMAT_EMULATED_CUDA_REPORT=$folder/report
for entry in "$@"; do
  kind=${entry%+*} stride=${entry#*+} failures=0
  for ((number = 1; ; number += stride)); do
    rm -f "$folder/report"
    REMAT_EMULATED_CUDA_FAIL=$kind:$number remat-run "$step" --target=cuda --host-kernels="$folder" --cuda-graph --repeat=3 \
      > "$folder/output" 2> "$folder/errors"
    code=$?
    if [ $code -gt 1 ] || ! grep -q 'rules broken 0' "$folder/report" ||
      ! grep -q 'left 0 bytes, 0 allocations, 0 modules, 0 streams, 0 events, 0 graphs, 0 contexts, 0 library handles' "$folder/report" ||
      [ "$(grep -c 'error: .*\(failed: CUDA_ERROR_\|failed: CUBLAS_STATUS_\|failed: CUDNN_STATUS_\|out of device memory\)' "$folder/errors")" != $code ]; then
      echo "UNEXPECTED after $kind:$number: exit code $code"
      cat "$folder/errors" "$folder/report"
      exit 1
    fi
    [ $code = 1 ] || break
    failures=$((failures + 1))
    [ $failures = 1 ] && grep -o 'error: .*' "$folder/errors"
  done
  echo "$kind: $failures failures are errors, nothing is left"
done
