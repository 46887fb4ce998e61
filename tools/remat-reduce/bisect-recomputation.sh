#!/bin/sh
# Finds the first recomputation of a plan with which a command fails:
#   bisect-recomputation.sh remat-run step.mlir --remat-budget=80% --compare
# The command is run with --remat-max-recompute=N for several N; it must succeed with 0. Exit codes: 0 found, 1 the command does
# not fail with all recomputations, or fails without any.
if [ $# -lt 2 ]; then
  echo "usage: bisect-recomputation.sh COMMAND ARGUMENTS…" >&2
  exit 1
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
succeeds() { # succeeds N COMMAND…
  count=$1
  shift
  "$@" "--remat-max-recompute=$count" >"$log" 2>&1
}

# Every run says how many recomputations the plan has.
if succeeds 1000000000 "$@"; then
  echo "the command does not fail with all recomputations" >&2
  exit 1
fi
bad=$(sed -n 's/.*only [0-9]* of \([0-9]*\) recomputations.*/\1/p' "$log" | head -n 1)
if [ -z "$bad" ]; then
  echo "the command fails, and makes no plan with recomputations:" >&2
  head -n 5 "$log" >&2
  exit 1
fi
all=$bad good=0
if ! succeeds 0 "$@"; then
  echo "the command fails without any recomputation" >&2
  exit 1
fi
while [ $((bad - good)) -gt 1 ]; do
  middle=$(((good + bad) / 2))
  if succeeds $middle "$@"; then good=$middle; else bad=$middle; fi
done
echo "recomputation $bad of $all is the first with which the command fails"
