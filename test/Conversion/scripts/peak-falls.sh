#!/bin/sh
# peak-falls.sh STEP.mlir BYTES: the peak of a step before anything is recomputed falls by at least BYTES where attention is one op.
set -eu
peak() {
  remat-opt "$1" --pass-pipeline="builtin.module(remat-inline,convert-stablehlo-to-remat,$2remat-print-liveness)" -o /dev/null 2>&1 |
    sed -n 's/^liveness of .* peak \([0-9]*\) bytes.*/\1/p'
}
before=$(peak "$1" "")
after=$(peak "$1" "remat-fuse-attention,")
echo "peak $before, with attention as one op $after"
[ $((before - after)) -ge "$2" ] && echo "falls by at least $2 bytes"
