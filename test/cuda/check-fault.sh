#!/bin/bash
# check-fault.sh FOLDER FAULT…: runs FOLDER/step.so (the program of faults.mlir) on the emulated device once for each fault. Each must be an
# error, without a crash; no rule of CUDA may be broken and nothing may be left. Prints the message.
set -uo pipefail
folder=$1
shift
export REMAT_EMULATED_CUDA_KERNELS=$folder REMAT_EMULATED_CUDA_REPORT=$folder/report
for fault in "$@"; do
  rm -f "$folder/report"
  message=$(REMAT_EMULATED_CUDA_FAIL=$fault remat-run-cuda-step "$folder/step.so" 131072 32768,131072,1024,65536 16384 2>&1)
  code=$?
  # A signal is 128 and more.
  if [ $code = 0 ] || [ $code -ge 128 ] || ! grep -q 'left 0 bytes, 0 allocations, 0 modules, 0 streams, 0 events, 0 graphs, 0 contexts, 0 library handles' "$folder/report" ||
    ! grep -q 'rules broken 0' "$folder/report"; then
    echo "UNEXPECTED after $fault: exit code $code: $message"
    cat "$folder/report"
    exit 1
  fi
  echo "$fault: $message"
done
