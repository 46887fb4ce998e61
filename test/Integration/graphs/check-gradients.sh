#!/usr/bin/env bash
# check-gradients.sh FORWARD STEP: makes a training step (AdamW) of a forward program and holds it against the step that JAX
# made of the same model. Its peak is at most a tenth higher, and at 60 % and 40 % of the other's peak its overhead is no
# higher. Needs remat-opt on PATH (or REMAT_OPT).
set -euo pipefail
opt=${REMAT_OPT:-remat-opt}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number() { sed -n "s/^ *\"$1\": \([0-9.e+-]*\),*$/\1/p" "$work/report.json"; }
plan() { "$opt" "$1" --remat-budget="$2" --remat-device=reference --remat-report="$work/report.json" -o /dev/null; }
"$opt" "$1" --convert-stablehlo-to-remat --remat-autodiff='optimizer=adamw' -o "$work/step.mlir"
plan "$2" 100%
peak=$(number peak_before_bytes)
plan "$work/step.mlir" 100%
own=$(number peak_before_bytes)
echo "peak: $own bytes, JAX's step $peak"
[ $((own * 10)) -le $((peak * 11)) ]
for share in 60 40; do
  plan "$2" $((peak * share / 100))
  overhead=$(number overhead_percent)
  plan "$work/step.mlir" $((peak * share / 100))
  own=$(number overhead_percent)
  echo "$share %: overhead $own %, JAX's step $overhead %"
  awk "BEGIN { exit !($own <= $overhead) }"
done
