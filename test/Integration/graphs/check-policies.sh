#!/usr/bin/env bash
# check-policies.sh FILE POLICY…: follows each policy, then plans for its peak with and without it. Fails if the planner is dearer.
# Policies that the program has nothing for are passed over; all others that fail are errors.
set -euo pipefail
opt=${REMAT_OPT:-remat-opt}
file=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
plan() { "$opt" "$file" "${@:2}" --remat-device=reference --remat-report="$work/$1.json" -o /dev/null 2>"$work/errors"; }
number() { sed -n "s/^ *\"$2\": \([0-9.e+-]*\),*$/\1/p" "$work/$1.json" | head -1; }
fail() {
  cat "$work/errors"
  echo "$(basename "$file") $policy: $1"
  exit 1
}
isDearer() { awk -v a="$(number "$1" overhead_percent)" -v b="$(number policy overhead_percent)" 'BEGIN { exit !(a > b) }'; }
for policy in "$@"; do
  if ! plan policy --remat-policy="$policy"; then
    grep -q ' was found in forward\|there are only\|no layer repeats\|has a name that matches\|no op of forward matches' "$work/errors" || fail "cannot be followed"
    echo "$(basename "$file") $policy: nothing to do"
    continue
  fi
  peak=$(number policy peak_after_bytes)
  plan free --remat-budget="$peak" || fail "the planner does not meet its peak"
  plan within --remat-budget="$peak" --remat-policy="$policy" || fail "its peak is not met within the policy"
  echo "$(basename "$file") $policy: peak $peak bytes, layer inputs $(number policy layer_input_bytes) bytes, overhead $(number policy overhead_percent) %, within the policy $(number within overhead_percent) %, the planner's $(number free overhead_percent) %"
  ! isDearer free || fail "the planner is dearer"
  ! isDearer within || fail "the planner within the policy is dearer"
done
