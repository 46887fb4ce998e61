#!/usr/bin/env bash
# Seconds of whole steps on the CPU with 1 and 2 threads, in turns with PyTorch and JAX
#
# step-time.sh BUILD. REMAT_GRAPHS=FOLDER: measures bench_gpt, bench_cnn and bench_mlp of that folder; without it, the steps that
# come with the project. REMAT_PEERS=SCRIPT and REMAT_PYTHON=PYTHON (with torch and jax): the same steps there, by
# `PYTHON SCRIPT time NAME ROUNDS STEPS`, which prints lines `NAME | torch eager | wall min … median MS ms | …`.
# REMAT_ROUNDS=N: rounds (3). A row is the median over all rounds; a ratio below 1 means that ours is faster. Rows with a budget also give
# the ratio that the planner predicts from a profile of the step without one (--profile).
set -euo pipefail

build=$(cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
rounds=${REMAT_ROUNDS:-3}
scratch=$(mktemp -d)
predictions=$scratch.predictions
mkdir "$predictions"
trap 'rm -rf "$scratch" "$predictions" "$scratch".json "$scratch".log' EXIT

if [ -n "${REMAT_GRAPHS:-}" ]; then
  steps=("$REMAT_GRAPHS"/bench_{gpt,cnn,mlp}.mlir)
else
  steps=("$root"/test/data/{tiny_gpt2,tiny_cnn,mlp}.mlir)
fi
peers=no
if [ -n "${REMAT_PEERS:-}" ] && [ -n "${REMAT_GRAPHS:-}" ] && "${REMAT_PYTHON:-python3}" -c 'import torch, jax' 2>/dev/null; then
  peers=yes
else
  echo "step-time: PyTorch and JAX are left out (REMAT_PEERS, REMAT_PYTHON with torch and jax, REMAT_GRAPHS)"
fi

median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int((NR + 2) / 2)]) / 2; else print "-" }'; }
pin() { if [ "$1" = 1 ]; then shift; taskset -c 0 "$@"; else shift; "$@"; fi; }

ours() { # STEP THREADS BUDGET PREDICTION
  pin "$2" "$build/bin/remat-run" "$1" --threads="$2" --repeat=6 --quiet \
    ${3:+--remat-budget=$3 --remat-infeasible=best --remat-device=$scratch.json} > "$scratch.log" 2>&1
  sed -nE 's/^run: ([0-9.]+) ms.*/\1/p' "$scratch.log"
  [ -z "$3" ] || sed -nE 's/^budget .* overhead ([0-9.]+) % predicted.*/\1/p' "$scratch.log" > "$4"
}

printf '%-12s %8s %-16s %12s %8s %10s\n' step threads what 'ms, median' ratio predicted
for step in "${steps[@]}"; do
  name=$(basename "${step%.mlir}")
  for threads in 1 2; do
    rm -f "$scratch"/* "$predictions"/*
    pin "$threads" "$build/bin/remat-run" "$step" --threads="$threads" --repeat=6 --quiet --profile="$scratch.json" > "$scratch.log" 2>&1
    for ((round = 0; round < rounds; ++round)); do
      ours "$step" "$threads" '' '' >> "$scratch/ours"
      for budget in 60 40; do
        ours "$step" "$threads" "$budget%" "$predictions/ours at $budget %" >> "$scratch/ours at $budget %"
      done
      [ $peers = yes ] || continue
      OMP_NUM_THREADS=$threads "${REMAT_PYTHON:-python3}" "$REMAT_PEERS" time "${name#bench_}" 1 5 2>/dev/null |
        while IFS='|' read -r _ what times _; do
          what=$(echo "$what" | xargs)
          [ -z "$what" ] || sed -nE 's/.*median ([0-9.]+) ms.*/\1/p' <<< "$times" >> "$scratch/$what"
        done
    done
    base=$(median < "$scratch/ours")
    for file in "$scratch"/*; do
      time=$(median < "$file")
      what=$(basename "$file")
      predicted=
      [ ! -s "$predictions/$what" ] || predicted=$(awk '{ printf "%.2f", 1 / (1 + $1 / 100) }' "$predictions/$what")
      printf '%-12s %8s %-16s %12.1f %8s %10s\n' "$name" "$threads" "$what" "$time" \
        "$(awk -v a="$base" -v b="$time" 'BEGIN { printf "%.2f", a / b }')" "$predicted"
    done
  done
done
