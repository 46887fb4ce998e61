#!/usr/bin/env bash
# Fails on dead links of README.md and docs/**/*.md: relative targets that do not exist, anchors that no heading gives, and
# files of the repository named in `code` that are not there. Links to other sites are not followed.
#   check-links.sh SOURCE [PAGE.md …]
set -euo pipefail

source=$(realpath "$1")
shift
if [ $# -gt 0 ]; then
  pages=("$@")
else
  mapfile -t pages < <(find "$source/README.md" "$source/docs" -name '*.md' | sort)
fi

# Anchors as GitHub makes them of headings: lower case, no punctuation, spaces to hyphens, -1, -2 … where one repeats.
anchors() {
  awk '
    /^[ \t]*```/ { code = !code; next }
    !code && /^#+ / {
      sub(/^#+ +/, "")
      text = tolower($0)
      gsub(/\]\([^)]*\)/, "]", text)
      gsub(/[^a-z0-9_ -]/, "", text)
      gsub(/ /, "-", text)
      print seen[text]++ ? text "-" (seen[text] - 1) : text
    }
    { while (match($0, /<a (id|name)="[^"]*"/)) { print substr($0, RSTART + index(substr($0, RSTART), "\""), RLENGTH - 1 - index(substr($0, RSTART), "\"")); $0 = substr($0, RSTART + RLENGTH) } }' "$1"
}

# LINE TARGET of every inline link, and LINE `path` of every file of the repository in code, outside of fences.
targets() {
  awk '
    /^[ \t]*```/ { code = !code; next }
    code { next }
    {
      line = $0
      while (match(line, /`(README\.md|(cmake|docs|include|lib|python-free-examples|test|tools)\/[A-Za-z0-9_.\/-]*)`/)) {
        print FNR, "/" substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
      }
      gsub(/`[^`]*`/, "")
      while (match($0, /\]\([^) ]+/)) {
        print FNR, substr($0, RSTART + 2, RLENGTH - 2)
        $0 = substr($0, RSTART + RLENGTH)
      }
    }' "$1"
}

wrong=0
fail() {
  printf '%s:%s: error: %s\n' "${page#"$source"/}" "$1" "$2"
  wrong=1
}
for page in "${pages[@]}"; do
  folder=$(dirname "$page")
  while read -r line target; do
    case $target in
      http://* | https://* | mailto:*) continue ;;
      /NAME* | */NAME*) continue ;; # a placeholder
      /*) [ -e "$source$target" ] || fail "$line" "the repository has no ${target#/}"; continue ;;
    esac
    file=$page anchor=
    path=${target%%#*}
    [ "$path" = "$target" ] || anchor=${target#*#}
    [ -z "$path" ] || file=$folder/$path
    if [ ! -e "$file" ]; then
      fail "$line" "dead link: $target"
    elif [ -n "$anchor" ] && ! anchors "$file" | grep -qxF -e "$anchor"; then
      fail "$line" "dead link: $target (no heading gives #$anchor)"
    fi
  done < <(targets "$page")
done
exit $wrong
