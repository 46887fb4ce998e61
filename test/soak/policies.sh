#!/usr/bin/env bash
# policies.sh [FOLDER]: every policy of docs/Policies.md on whole training steps of a folder, and on bundled ones without; see
# check-policies.sh. Goes on after a failure, and fails in the end.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
check=$root/test/Integration/graphs/check-policies.sh
policies=(none full uniform:2 sqrt every:2 block:4 selective selective:attention,mlp selective:act selective:norm selective:mlp,norm,act
  nothing_saveable dots_saveable dots_with_no_batch_dims_saveable everything_saveable 'ops:dot_general=save,exponential=recompute'
  'ops:convolution=save,rsqrt=recompute')
status=0
run() { # FILE NAME: the file, and a name in it
  local rules
  rules=$(mktemp)
  printf '{"policy": "full", "rules": [{"name": "%s", "verdict": "save"}]}' "$2" >"$rules"
  for policy in "${policies[@]}" "save_names:$2" "save_any_except:$2" "recompute_names:$2" "checkpoint:$2" "file:$rules"; do
    bash "$check" "$1" "$policy" || status=1
  done
  rm "$rules"
}
if [ -n "${1-}" ]; then
  run "$1/gpt2_small.mlir" mlp
  run "$1/bert_base.mlir" intermediate
  run "$1/llama_7b.mlir" mlp
  run "$1/resnet50.mlir" layers/0
else
  run "$root/test/data/tiny_gpt2.mlir" mlp
  run "$root/test/data/gpt_4l.mlir" mlp
  run "$root/test/data/tiny_cnn.mlir" Conv_0
fi
exit $status
