#!/bin/bash
# many-updates.sh COUNT: a program that subtracts each of COUNT gradients from its parameter.
awk -v count="$1" 'BEGIN {
  type = "tensor<1000xf32>"
  for (i = 0; i < count; i++) {
    comma = i ? ", " : ""
    arguments = arguments comma "%p" i ": " type ", %g" i ": " type
    types = types comma type
    results = results comma "%r" i
    body = body "  %r" i " = \"stablehlo.subtract\"(%p" i ", %g" i ") : (" type ", " type ") -> " type "\n"
  }
  printf "func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", arguments, types, body, results, types
}'
