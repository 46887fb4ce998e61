# A man page from what `NAME --help` prints: awk -v name=NAME [-v only="A group"] -f MakeManPage.awk
# `only` leaves out all other groups of options: those of MLIR and LLVM, in programs that have them. A group's "Exit codes: …" and
# "Examples:", or a program's sections EXIT CODES and EXAMPLES, become sections at the end.
function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  return text ~ /^[.']/ ? "\\&" text : text
}
BEGIN { printf ".TH %s 1\n.ad l\n.SH NAME\n", toupper(name) }
/^OVERVIEW: / {
  sub(/^OVERVIEW: /, "")
  sub("^" name ": ", "")
  overview = $0
  state = "overview"
  next
}
state == "overview" && !/^USAGE: / {
  # Programs that hold all of MLIR list its dialects here.
  if (/^Available Dialects/)
    state = "skip"
  else
    overview = overview " " $0
  next
}
state == "skip" && !/^USAGE: / { next }
/^USAGE: / {
  sub(/ *$/, "", overview)
  brief = overview
  sub(/[:.] .*/, "", brief)
  sub(/\.$/, "", brief)
  printf "%s \\- %s\n.SH SYNOPSIS\n.nf\n%s\n.fi\n.SH DESCRIPTION\n%s.\n", name, escaped(brief), escaped(substr($0, 8)), escaped(overview ~ /\.$/ ? substr(overview, 1, length(overview) - 1) : overview)
  state = ""
  next
}
/^EXIT CODES:$/ { state = "exit"; next }
/^EXAMPLES:$/ || /^Examples:$/ { if (!hidden) state = "examples"; next }
/^Exit codes: / { if (!hidden) exit_text = exit_text substr($0, 13) "\n"; next }
state == "exit" { exit_text = exit_text $0 "\n"; next }
# Options follow the examples of a group; those of a program go on to the next section.
state == "examples" && !/^  --?[A-Za-z]/ { examples = examples $0 "\n"; next }
state == "examples" { state = "" }
/^OPTIONS:$/ { next }
/^[A-Za-z][A-Za-z -]*:$/ {
  state = ""
  group = substr($0, 1, length($0) - 1)
  hidden = only != "" && group != only
  if (!hidden)
    print ".SH " toupper(group)
  next
}
hidden { next }
/^  +--?[A-Za-z]/ {
  match($0, / +- /)
  print ".TP\n\\fB" escaped(substr($0, 3, RSTART - 3)) "\\fR\n" escaped(substr($0, RSTART + RLENGTH))
  next
}
/^ +=[^ ]/ {
  match($0, / +- +/)
  value = substr($0, 1, RSTART - 1)
  sub(/^ +/, "", value)
  print ".br\n\\fB" escaped(value) "\\fR " escaped(substr($0, RSTART + RLENGTH))
  next
}
/^$/ { in_text = 0; next }
# Lines between the last option and a program's own sections.
{
  print (in_text ? /^ / || was_indented ? ".br\n" : "" : ".PP\n") escaped($0)
  in_text = 1
  was_indented = /^ /
}
END {
  if (examples != "")
    printf ".SH EXAMPLES\n.nf\n%s.fi\n", escaped(examples)
  if (exit_text != "")
    printf ".SH EXIT STATUS\n.nf\n%s.fi\n", escaped(exit_text)
}
