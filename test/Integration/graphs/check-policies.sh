#!/usr/bin/env bash
# check-policies.sh FILE POLICY…: follows each policy, then plans for its peak without it. Fails if the planner is dearer.
set -euo pipefail
opt=${REMAT_OPT:-remat-opt}
file=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number() { sed -n "s/^ *\"$2\": \([0-9.e+-]*\),*$/\1/p" "$work/$1.json" | head -1; }
for policy in "$@"; do
  "$opt" "$file" --remat-policy="$policy" --remat-device=reference --remat-report="$work/policy.json" -o /dev/null
  peak=$(number policy peak_after_bytes)
  "$opt" "$file" --remat-budget="$peak" --remat-device=reference --remat-report="$work/free.json" -o /dev/null
  echo "$(basename "$file") $policy: peak $peak bytes, layer inputs $(number policy layer_input_bytes) bytes, overhead $(number policy overhead_percent) %, the planner's $(number free overhead_percent) %"
  awk -v policy="$(number policy overhead_percent)" -v free="$(number free overhead_percent)" \
    'BEGIN { if (free > policy) { print "the planner is dearer"; exit 1 } }'
done
