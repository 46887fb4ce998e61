# Report pages of training steps in Chromium: bytes, time to open, slowest interactions
# usage: remat-report-page.sh BUILD. REMAT_GRAPHS names a folder with more steps.
set -euo pipefail
build=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

steps=("$root/test/data/tiny_gpt2.mlir")
if [ -n "${REMAT_GRAPHS-}" ]; then
  steps+=("$REMAT_GRAPHS"/{resnet50,gpt2_small,bert_base_cuda,llama_7b}.mlir)
fi
for step in "${steps[@]}"; do
  [ -f "$step" ] || { echo "remat-report-page.sh: no $step" >&2; continue; }
  name=$(basename "$step" .mlir)
  "$build/bin/remat-opt" "$step" --remat-budget=60% --remat-infeasible=best \
    --remat-report="$scratch/$name.html,$scratch/$name.json" -o /dev/null 2>"$scratch/log" || { cat "$scratch/log"; exit 1; }
  printf '%8d bytes, ' "$(stat -c %s "$scratch/$name.html")"
  "$root/test/Transforms/report-page/run-in-browser.sh" --measure "$scratch/$name.html" "$scratch/$name.json"
done
