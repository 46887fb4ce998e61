# Splits a page into what is run. Each block of a page becomes the file OUT/NUMBER.body, and one line on standard output:
#   NUMBER LINE LANGUAGE FILE-OR-- EXIT-OR-0 NOTE
# NOTE is '-', or what the HTML comment right above the block says: `not run: reason`, `output`, `inside: signature`.
# Comments `<!-- run: … -->`, `<!-- python: … -->` and `<!-- without python: … -->`, which may have many lines, are blocks of
# their own (languages hidden-sh, hidden-python, hidden-fallback).
function emit(language, file, exit_code, remark) {
  printf "%03d %d %s %s %s %s\n", count, first, language, file, exit_code, remark
}
function begin(line) {
  first = line
  body = sprintf("%s/%03d.body", OUT, ++count)
  printf "" > body
}
function finish_comment() {
  close(body)
  emit(hidden, "-", 0, "-")
  hidden = ""
}
hidden {
  if ($0 ~ /-->[ \t]*$/) {
    sub(/[ \t]*-->[ \t]*$/, "")
    if ($0 != "")
      print > body
    finish_comment()
  } else
    print > body
  next
}
!inside && /^[ \t]*<!-- (run|python|without python):/ {
  hidden = $0 ~ /<!-- run:/ ? "hidden-sh" : $0 ~ /<!-- python:/ ? "hidden-python" : "hidden-fallback"
  begin(FNR)
  sub(/^[ \t]*<!-- (run|python|without python):[ \t]*/, "")
  ended = sub(/[ \t]*-->[ \t]*$/, "")
  if ($0 != "")
    print > body
  if (ended)
    finish_comment()
  next
}
!inside && /^[ \t]*<!--.*-->[ \t]*$/ {
  note = $0
  gsub(/^[ \t]*<!--[ \t]*|[ \t]*-->[ \t]*$/, "", note)
  next
}
/^[ \t]*```/ && !inside {
  inside = 1
  match($0, /^[ \t]*/)
  indent = RLENGTH
  begin(FNR)
  language = file = "-"
  exit_code = 0
  sub(/^[ \t]*```[ \t]*/, "")
  words = split($0, word, /[ \t]+/)
  if (words > 0 && word[1] != "")
    language = word[1]
  for (i = 2; i <= words; ++i)
    if (word[i] ~ /^exit=[0-9]+$/)
      exit_code = substr(word[i], 6)
    else if (word[i] != "")
      file = word[i]
  next
}
/^[ \t]*```[ \t]*$/ && inside {
  inside = 0
  close(body)
  emit(language, file, exit_code, note == "" ? "-" : note)
  note = ""
  next
}
inside {
  print substr($0, 1, indent) ~ /^[ \t]*$/ ? substr($0, indent + 1) : $0 > body
  next
}
!/^[ \t]*$/ { note = "" }
END {
  if (inside || hidden)
    printf "%03d %d unclosed - 0 -\n", count, first
}
