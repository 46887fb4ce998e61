#!/usr/bin/env bash
# usage: screenshot.sh PAGE.html OUTPUT.png|OUTPUT.pdf [light|dark [WIDTHxHEIGHT]]
# What a page looks like: on a screen, or printed (.pdf).
set -euo pipefail

page=$(realpath "$1") output=$2 scheme=${3:-light} size=${4:-1400x2600}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
options=(--headless --disable-gpu --no-first-run --hide-scrollbars --user-data-dir="$profile" --window-size="${size/x/,}")
[ "$(id -u)" -ne 0 ] || options+=(--no-sandbox)
[ "$scheme" != dark ] || options+=(--blink-settings=preferredColorScheme=0)
case $output in
  *.pdf) options+=(--no-pdf-header-footer --print-to-pdf="$output") ;;
  *) options+=(--screenshot="$output") ;;
esac
"${REMAT_BROWSER:-chromium}" "${options[@]}" "file://$page" 2>/dev/null
