#!/usr/bin/env bash
# check-graph.sh FILE BUDGET…: rewrites a whole training step to each budget under both memory models.
# What does not change must come out as without options; what does must be within the budget by a fresh run of the
# model on the printed program, must parse in a stock mlir-opt, and must have the peak that the report says.
# Needs remat-opt and mlir-opt on PATH (or REMAT_OPT, MLIR_OPT).
set -euo pipefail
opt=${REMAT_OPT:-remat-opt} stock=${MLIR_OPT:-mlir-opt}
file=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number() { sed -n "s/^ *\"$1\": \([0-9]*\),*$/\1/p" "$work/report.json"; }
"$opt" "$file" -o "$work/plain.mlir"
for model in fused stored; do
  for budget in "$@"; do
    rm -f "$work/out.mlir"
    code=0
    "$opt" "$file" --remat-budget="$budget" --remat-memory-model=$model -o "$work/out.mlir" \
      --remat-report="$work/report.json" 2>"$work/errors" || code=$?
    status=$(sed -n 's/^ *"status": "\(.*\)",*$/\1/p' "$work/report.json")
    echo "$(basename "$file") $model $budget: $status, $(number peak_before_bytes) -> $(number peak_after_bytes) bytes"
    case $code:$status in
    0:fits) cmp "$work/plain.mlir" "$work/out.mlir" ;;
    0:met)
      "$opt" "$work/out.mlir" --remat-verify-plan="budget=$(number budget_bytes) memory-model=$model" -o /dev/null
      "$stock" --allow-unregistered-dialect "$work/out.mlir" -o /dev/null
      "$opt" "$work/out.mlir" --remat-budget=100% --remat-memory-model=$model -o /dev/null --remat-report="$work/again.json"
      after=$(number peak_after_bytes)
      grep -q "\"peak_before_bytes\": $after," "$work/again.json" || { echo "another peak when read again"; exit 1; }
      ;;
    2:infeasible) [ ! -e "$work/out.mlir" ] || { echo "infeasible, and yet a file was written"; exit 1; } ;;
    *)
      cat "$work/errors"
      exit 1
      ;;
    esac
  done
done
