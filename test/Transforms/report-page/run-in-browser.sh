#!/usr/bin/env bash
# usage: run-in-browser.sh [--measure] PAGE.html REPORT.json [PAGE.html REPORT.json]…
# Opens report pages in one headless Chromium, each in a frame of its own, and runs page-tests.js in each with the report's
# .json form to compare with. Prints what the tests wrote. --measure: times as well, of one page.
# Exit code 1: a check failed, or a page did not get that far.
set -euo pipefail

hash=
if [ "$1" = --measure ]; then
  hash='#measure'
  shift
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The browser waits for the load event of the outer page, which comes after those of all frames, and the tests run before these.
options=(--headless --disable-gpu --no-first-run --disable-extensions --disable-background-networking --disable-sync
  --disable-component-update --user-data-dir="$folder/profile" --window-size=1400,2600)
# Inside of a container nobody but root may make the sandbox.
[ "$(id -u)" -ne 0 ] || options+=(--no-sandbox)

pages=()
while [ $# -ge 2 ]; do
  name=$(basename "$1")
  {
    sed '/<title>/q' "$1"
    printf '%s\n' '<script>const testErrors = []; addEventListener("error", (event) => testErrors.push(event.message));' \
      'addEventListener("securitypolicyviolation", (event) => testErrors.push(event.blockedURI));</script>'
    sed '1,/<title>/d' "$1"
    printf '<script>const expected = '
    sed 's/</\\u003c/g' "$2"
    printf ';</script>\n<script>\n'
    cat "$here/page-tests.js"
    printf '</script>\n'
  } >"$folder/$name"
  pages+=("$name")
  shift 2
done

{
  printf '<!DOCTYPE html><pre id="test-results"></pre><script>\n'
  printf 'addEventListener("message", ({data}) => document.getElementById("test-results").append(data));\n</script>\n'
  for name in "${pages[@]}"; do
    printf '<iframe src="%s%s" style="width: 1380px; height: 2600px"></iframe>\n' "$name" "$hash"
  done
} >"$folder/tests.html"

# Minutes on a busy machine; a browser that hangs is no reason for a test that hangs.
timeout -k 10 300 "${REMAT_BROWSER:-chromium}" "${options[@]}" --dump-dom "file://$folder/tests.html" \
  >"$folder/dom" 2>"$folder/log" || echo "the browser ended with exit code $? (124: it took more than 300 s)"
sed -n '/<pre id="test-results">/,/<\/pre>/p' "$folder/dom" | sed 's/<[^>]*>//g' >"$folder/results"
cat "$folder/results"
passed=$(grep -cE '^[^ ]+: all [0-9]+ checks passed' "$folder/results" || true)
[ "$passed" -eq ${#pages[@]} ] || { echo "$passed of ${#pages[@]} pages passed"; tail -n 5 "$folder/log"; exit 1; }
