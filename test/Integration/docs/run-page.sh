#!/usr/bin/env bash
# Runs every block of a page, in order, in a scratch folder.
#   run-page.sh SOURCE BUILD PAGE.md SCRATCH [--python]
# The scratch folder looks like the repository (links), with the programs in build/bin, which is on PATH, and a training
# step as step.mlir. What a fence says, as in ```mlir step.mlir or ```sh exit=2:
#   sh           run by bash -e -o pipefail; exit=N: fails with N
#   LANGUAGE FILE  written to FILE (c, cpp, mlir, json, cmake, python, …)
#   mlir, json, c, cpp, python   without FILE: must be read by remat-opt, be JSON, compile, run
#   text         output or syntax, not run
# A comment on the line above the fence says more: `<!-- not run: reason -->`, `<!-- output -->` (of a text block: the lines must
# be in the output of the sh block before it, in that order; … stands for anything), `<!-- inside: void f(int x) -->` (of cpp:
# statements of this function). `<!-- run: … -->` is run like sh and not shown, `<!-- python: … -->` comes before the next python
# block, `<!-- without python: … -->` is run in its place where there is no Python.
# Without --python python blocks, and sh blocks that call python, are reported and left out; with it they are run by
# REMAT_JAX_PYTHON, or all is skipped (exit code 77) where that is not set. CXX and CXXFLAGS compile C++.
set -euo pipefail

source=$(realpath "$1") build=$(realpath "$2") page=$3 scratch=$4 with_python=${5:-}
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
name=$(basename "$page")
if [ "$with_python" = --python ] && [ -z "${REMAT_JAX_PYTHON:-}" ]; then
  echo "skipped: REMAT_JAX_PYTHON names no Python with JAX"
  exit 77
fi

rm -rf "$scratch"
mkdir -p "$scratch/.blocks" "$scratch/build"
scratch=$(realpath "$scratch")
blocks=$scratch/.blocks
for entry in "$source"/*; do
  case $(basename "$entry") in
    build | build-*) ;;
    *) ln -s "$entry" "$scratch/" ;;
  esac
done
ln -s "$build/bin" "$build/lib" "$build/include" "$scratch/build/"
cp "$source/test/data/tiny_gpt2.mlir" "$scratch/step.mlir"
export PATH="$scratch/build/bin:$PATH" OMP_WAIT_POLICY=passive
if [ "$with_python" = --python ]; then
  mkdir "$scratch/.python"
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$REMAT_JAX_PYTHON" >"$scratch/.python/python"
  chmod +x "$scratch/.python/python"
  export PATH="$scratch/.python:$PATH"
fi
page=$(realpath "$page")
cd "$scratch"

wrong=0 output=$blocks/output prelude=
: >"$output"
fail() { # fail LINE REASON [FILE to show]
  printf '%s:%s: error: %s\n' "$name" "$1" "$2"
  [ $# -lt 3 ] || tail -n 25 "$3" | cut -c 1-300 | sed 's/^/    /'
  wrong=1
}
skip() { printf '%s:%s: skipped: %s\n' "$name" "$1" "$2"; }

run_sh() { # run_sh LINE BODY EXIT
  local status=0
  bash -e -u -o pipefail "$2" >"$output" 2>&1 </dev/null || status=$?
  [ "$status" = "$3" ] || fail "$1" "the commands end with exit code $status, $3 is expected" "$output"
}

check_output() { # check_output LINE BODY
  awk -v said="$output" '
    function pattern(text) {
      gsub(/[][\\.^$*+?(){}|]/, "\\\\&", text)
      gsub(/[ \t]*…[ \t]*/, ".*", text)
      return "^[ \t]*" text "[ \t]*$"
    }
    BEGIN { while ((getline line < said) > 0) lines[++count] = line }
    /^[ \t]*(…[ \t]*)?$/ { next }
    {
      want = $0
      sub(/^[ \t]+/, "", want)
      want = pattern(want)
      while (at < count && lines[++at] !~ want) {}
      if (at > count || lines[at] !~ want) { print $0; exit 1 }
    }' "$2" >"$blocks/missing" ||
    fail "$1" "the output of the commands above lacks this line (or has it elsewhere): $(cat "$blocks/missing")" "$output"
}

compile_cpp() { # compile_cpp LINE BODY NOTE
  local unit=$blocks/unit.cpp
  case $3 in
    inside:*)
      {
        grep '^#include' "$2" || true
        printf '%s {\n' "${3#inside: }"
        grep -v '^#include' "$2"
        printf '}\n'
      } >"$unit"
      ;;
    *) cp "$2" "$unit" ;;
  esac
  # shellcheck disable=SC2086 # words
  ${CXX:-g++} ${CXXFLAGS:--std=c++20} -I include -Wno-unused -c "$unit" -o "$blocks/unit.o" >"$output" 2>&1 ||
    fail "$1" "the block does not compile" "$output"
}

run_block() { # run_block NUMBER LINE LANGUAGE FILE EXIT NOTE
  local number=$1 line=$2 language=$3 file=$4 code=$5 note=$6
  local body=$blocks/$number.body status=0
  case $note in
    'not run: '*) skip "$line" "${note#not run: }"; return ;;
    'not run'*) fail "$line" "the comment gives no reason: <!-- not run: reason -->"; return ;;
  esac
  if [ "$language" != sh ] && [ "$file" != - ]; then
    mkdir -p "$(dirname "$file")"
    rm -f "$file"
    cp "$body" "$file"
    return
  fi
  case $language in
    sh | bash)
      if grep -qE '(^|[ ;&|])(tools/quickstart|ninja|ctest)( |$)' "$body"; then
        fail "$line" "the block builds or tests the project: put <!-- not run: reason --> above"
      elif grep -qE '(^|[ ;&|])python3?[ ]' "$body" && [ "$with_python" != --python ]; then
        skip "$line" "needs Python (REMAT_JAX_PYTHON)"
      else
        run_sh "$line" "$body" "$code"
      fi
      ;;
    hidden-sh) run_sh "$line" "$body" 0 ;;
    hidden-python) prelude=$body ;;
    hidden-fallback) [ "$with_python" = --python ] || run_sh "$line" "$body" 0 ;;
    python)
      if [ "$with_python" != --python ]; then
        skip "$line" "needs Python (REMAT_JAX_PYTHON)"
      else
        cat ${prelude:+"$prelude"} "$body" >"$blocks/block.py"
        python "$blocks/block.py" >"$output" 2>&1 || fail "$line" "the Python block fails" "$output"
      fi
      prelude=
      ;;
    text) [ "$note" != output ] || check_output "$line" "$body" ;;
    mlir) remat-opt "$body" -o /dev/null >"$output" 2>&1 || fail "$line" "remat-opt cannot read the block" "$output" ;;
    json)
      cmake -DFILE="$body" -P "$here/ReadJson.cmake" >"$output" 2>&1 || fail "$line" "the block is not JSON" "$output"
      ;;
    c)
      cc -std=c11 -Wall -Wextra -I include -fsyntax-only -x c "$body" >"$output" 2>&1 ||
        fail "$line" "the block does not compile" "$output"
      ;;
    cpp) compile_cpp "$line" "$body" "$note" ;;
    unclosed) fail "$line" "the block or comment that begins here does not end" ;;
    *)
      fail "$line" "nothing runs blocks of '$language': say sh, mlir, json, c, cpp, python, or text for output and syntax; or name a file after the language, or put <!-- not run: reason --> above"
      ;;
  esac
}

awk -v OUT="$blocks" -f "$here/split-page.awk" "$page" >"$blocks/list"
while read -r number line language file code note <&3; do
  run_block "$number" "$line" "$language" "$file" "$code" "$note"
done 3<"$blocks/list"
exit $wrong
