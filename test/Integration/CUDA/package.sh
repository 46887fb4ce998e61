#!/bin/bash
# Makes a folder with which on-device.sh runs on a machine that has a GPU, and neither compiler nor network:
#   package.sh FOLDER CHIPS BUILD SOURCE STEP.mlir@BUDGET[,BUDGET…][@KIND[@FLAGS]]…
# Every step is compiled for the CPU as it came, and for CUDA devices as it came ("full") and within each budget. CHIPS: sm_80,sm_90.
# KIND `check`, which is the default, compares results with the CPU's, within 1e-4 or what `check:TOLERANCE` says; with `bench` a step is only
# timed. FLAGS are those of remat-compile for CUDA devices (--tf32, --epilogues=all; --chip=sm_90 in the place of CHIPS, for products of 8-bit
# floats, which are in bf16 where one of CHIPS is older than sm_89); the step's name gets them at its end. The file `steps` names programs, and the time in ns that the
# planner's model of an H100 gives each: NAME KIND VARIANT=NS…, NS empty where no budget was planned. HOST_KERNELS=FOLDER: also what the emulated device needs.
# A folder of more than 64 MiB is an error: it is to be sent.
set -euo pipefail
folder=$1 chips=$2 build=$3 source=$4
shift 4
mkdir -p "$folder/lib"
cp "$build/lib/librematrt.so" "$build/lib/librematrt_cuda.so" "$folder/lib/"
# The libraries that the runtime needs and that not every machine has.
ldd "$build/lib/librematrt.so" | awk '/libdnnl|libgomp/ {print $3}' | xargs -I{} cp -L {} "$folder/lib/"
cp "$(dirname "$0")/on-device.sh" "$folder/"
: > "$folder/steps"

# compile NAME TARGET FLAGS…: the program NAME, which finds the runtime in lib/.
compile() {
  local name=$1 target=$2
  shift 2
  local libraries=(-lrematrt -lm) defines=(-DON_CPU)
  [ "$target" = cpu ] || { libraries=(-lrematrt_cuda -lrematrt -lm); defines=(); }
  "$build/bin/remat-compile" "$@" --target="$target" --name="$name" --header="$folder/$name.h" -o "$folder/$name.o"
  cc -O2 ${defines[@]+"${defines[@]}"} -DSTEP="${name}_step" -DSTEP_HEADER="\"$folder/$name.h\"" -I"$source/include" \
    "$(dirname "$0")/run-step.c" "$folder/$name.o" -o "$folder/$name" -L"$folder/lib" "${libraries[@]}" \
    -Wl,--disable-new-dtags,-rpath,'$ORIGIN/lib' -Wl,-rpath-link,"$folder/lib"
  rm "$folder/$name.o" "$folder/$name.h"
}

# A number of the report of a budget's plan.
of_plan() {
  sed -n "s/^  \"$1\": \([0-9]*\),\$/\1/p" "$folder/plan.json"
}

for entry in "$@"; do
  IFS=@ read -r program budgets kind flags <<< "$entry"
  name=$(basename "$program" .mlir)$(tr -cs 'a-zA-Z0-9\n' _ <<< "${flags:-}")
  cuda=(${flags:-} ${HOST_KERNELS:+--host-kernels="$HOST_KERNELS"})
  [[ "${flags:-}" == *--chip=* ]] || cuda+=(--chip="$chips")
  [ "${kind:-}" = bench ] || compile "${name}_cpu" cpu "$program" --cpu=x86-64-v3
  compile "${name}_full" cuda "$program" "${cuda[@]}"
  variants= whole=
  for budget in ${budgets//,/ }; do
    compile "${name}_${budget%\%}" cuda "$program" "${cuda[@]}" --remat-budget="$budget" --remat-infeasible=best \
      --remat-report="$folder/plan.json"
    variants+=" ${budget%\%}=$(of_plan cost_after)"
    whole=$(of_plan cost_before)
  done
  echo "$name ${kind:-check} full=$whole$variants" >> "$folder/steps"
  rm -f "$folder/plan.json"
done
size=$(du -sm "$folder" | cut -f1)
echo "megabytes: $size"
[ "$size" -le 64 ]
