#!/usr/bin/env bash
# check-import.sh FILE…: a StableHLO program and what convert-stablehlo-to-remat makes of it must mean the same to the planner:
# the same peaks in both memory models, the same product flops, the same cost.
set -euo pipefail
opt=${REMAT_OPT:-remat-opt}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
figures() {
  for model in fused stored; do
    "$opt" "$1" --remat-budget=100% --remat-memory-model=$model --remat-report="$work/report.json" -o /dev/null
    grep -E '"(peak_before_bytes|flops_before|cost_before)"' "$work/report.json"
    grep -A8 '"peaks_bytes"' "$work/report.json"
  done
}
for file in "$@"; do
  "$opt" "$file" --convert-stablehlo-to-remat -o "$work/imported.mlir"
  figures "$file" >"$work/before"
  figures "$work/imported.mlir" >"$work/after"
  if diff "$work/before" "$work/after"; then
    echo "$(basename "$file"): same"
  else
    echo "$(basename "$file"): other figures"
  fi
done
