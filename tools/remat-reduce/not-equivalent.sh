#!/bin/sh
# For remat-reduce: interesting (exit code 1) is a program that computes other bits once it is rewritten to a budget.
#   not-equivalent.sh BUDGET [more flags of remat-run …] PROGRAM.mlir
# REMAT_RUN names the program to run (remat-run).
if [ $# -lt 2 ]; then
  echo "usage: not-equivalent.sh BUDGET [FLAGS…] PROGRAM.mlir" >&2
  exit 0
fi
budget=$1
shift
output=$("${REMAT_RUN:-remat-run}" --remat-budget="$budget" --compare "$@" 2>/dev/null) && exit 0
case $output in
  *'compare: '*) exit 1 ;;
esac
exit 0
