#!/bin/bash
# count-launches.sh STEP.mlir MOST: how often the main function of a step, as it came, gives the device something to do (bodies of loops count
# once). Fails if that is more than MOST.
set -euo pipefail
step=$1 most=$2
code=$(mktemp)
trap 'rm -f "$code"' EXIT
remat-run "$step" --target=cuda --chip=sm_90 --emit=llvm > "$code"
launches=$(grep -c 'call i32 @rematrt_cuda_\(launch\|dot\|convolution\|copy\|swap\)' "$code")
echo "$(basename "$step" .mlir): $launches launches, $most allowed"
[ "$launches" -gt 0 ] && [ "$launches" -le "$most" ]
