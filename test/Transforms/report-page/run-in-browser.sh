#!/usr/bin/env bash
# usage: run-in-browser.sh PAGE.html REPORT.json [SCREENSHOT.png [light|dark [HEIGHT]]]
# Opens a report page in headless Chromium, runs page-tests.js in it with the report's .json form to compare with, and
# prints what the tests wrote. Exit code 1: a check failed or the page did not get that far.
set -euo pipefail

page=$1 report=$2 screenshot=${3:-} scheme=${4:-light} height=${5:-2600}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

options=(--headless --disable-gpu --no-first-run --disable-extensions --disable-background-networking --disable-sync
  --user-data-dir="$folder/profile" --virtual-time-budget=4000 --window-size=1400,"$height")
# Inside of a container nobody but root may make the sandbox.
[ "$(id -u)" -ne 0 ] || options+=(--no-sandbox)

{
  sed '/<title>/q' "$page"
  printf '%s\n' '<script>const testErrors = []; addEventListener("error", (event) => testErrors.push(event.message));' \
    'addEventListener("securitypolicyviolation", (event) => testErrors.push(event.blockedURI));</script>'
  sed '1,/<title>/d' "$page"
  printf '<script>const expected = '
  sed 's/</\\u003c/g' "$report"
  printf ';</script>\n<script>\n'
  cat "$here/page-tests.js"
  printf '</script>\n'
} >"$folder/page.html"

"${REMAT_BROWSER:-chromium}" "${options[@]}" --dump-dom "file://$folder/page.html" 2>"$folder/log" |
  sed -n '/<pre id="test-results">/,/<\/pre>/p' | sed 's/<[^>]*>//g' >"$folder/results"
if [ -n "$screenshot" ]; then
  dark=()
  [ "$scheme" != dark ] || dark=(--blink-settings=preferredColorScheme=0)
  "${REMAT_BROWSER:-chromium}" "${options[@]}" "${dark[@]}" --hide-scrollbars --screenshot="$screenshot" "file://$(realpath "$page")" 2>>"$folder/log"
fi
cat "$folder/results"
grep -q '^all [0-9]* checks passed$' "$folder/results" || { tail -n 5 "$folder/log"; exit 1; }
