#!/bin/bash
# Runs the steps that package.sh put beside this script on the machine's GPU: the same bits with every budget, and the CPU's results within
# a tolerance; times, and how many times the planner's roofline of an H100 they are. Without a GPU it says so and succeeds. What has not run
# after LIMIT_SECONDS (450) fails.
#   on-device.sh [REPEAT]
set -uo pipefail
cd "$(dirname "$0")"
repeat=${1:-10}
limit=${LIMIT_SECONDS:-450}
failures=0
trap 'rm -f ./*.expected' EXIT

# run PROGRAM FLAGS…: sets `output`; exits where there is no device.
run() {
  local left=$((limit - SECONDS)) code
  if [ $left -le 0 ]; then
    output="not run, for $limit seconds are over"
    return 1
  fi
  output=$(timeout "$left" "./$@" 2>&1)
  code=$?
  [ $code != 124 ] || output="stopped, for $limit seconds are over"
  if [ $code = 77 ]; then
    echo "skipped: $output"
    exit 0
  fi
  return $code
}

while read -r name kind variants; do
  expect=()
  if [ "$kind" != bench ]; then
    run "${name}_cpu" --save="$name.expected" || { echo "FAILED $name on the CPU: $output"; failures=$((failures + 1)); continue; }
    expect=(--expect="$name.expected" --tolerance="${TOLERANCE:-$(cut -s -d: -f2 <<< "$kind:1e-4")}")
  fi
  hashes=
  for entry in $variants; do
    IFS== read -r variant roofline <<< "$entry"
    if run "${name}_$variant" --repeat="$repeat" ${expect[@]+"${expect[@]}"}; then
      echo "$name $variant: $output" | tr '\n' ' '
      # "12.345 ms, arena …"
      awk -v ns="${roofline:-0}" '{print (ns > 0 ? sprintf("roofline %.3f ms, %.2f times", ns / 1e6, $1 * 1e6 / ns) : ""); exit}' <<< "$output"
    else
      echo "FAILED $name $variant: $output"
      failures=$((failures + 1))
    fi
    hashes+="$(grep -o 'results [0-9a-f]*' <<< "$output")"$'\n'
  done
  if [ "$(sort -u <<< "${hashes%$'\n'}" | wc -l)" != 1 ]; then
    echo "FAILED $name: budgets give different bits"
    failures=$((failures + 1))
  fi
done < steps
echo "failures: $failures"
[ $failures = 0 ]
