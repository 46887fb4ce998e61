#!/bin/sh
# For remat-reduce: interesting (exit code 1) is a program for which remat-opt finds no plan within a budget.
#   over-budget.sh BUDGET [more flags of remat-opt …] PROGRAM.mlir
# A budget in bytes keeps its meaning while the program shrinks. REMAT_OPT names the program to run (remat-opt).
if [ $# -lt 2 ]; then
  echo "usage: over-budget.sh BUDGET [FLAGS…] PROGRAM.mlir" >&2
  exit 0
fi
budget=$1
shift
"${REMAT_OPT:-remat-opt}" --remat-budget="$budget" "$@" -o /dev/null >/dev/null 2>&1
[ $? -eq 2 ] && exit 1
exit 0
