# usage: compare-forms.sh REPORT.json REPORT.txt
# Fails unless every number and every text of the .json form stands in the .txt form.
awk -v json="$1" '
  function token(text) { sub(/[.,:)]+$/, "", text); sub(/^[(x]+/, "", text); shown[text] = 1 }
  # Texts come with the escapes of JSON; names of programs have none but these.
  function plain(text) { gsub(/\\"/, "\"", text); gsub(/\\\\/, "\\", text); return text }
  { whole = whole "\n" $0; for (field = 1; field <= NF; ++field) token($field) }
  END {
    while ((getline line < json) > 0) {
      key = line
      if (!sub(/^ *"/, "", key) || !sub(/".*/, "", key)) key = key_before
      key_before = key
      value = line
      sub(/^ *("[^"]*": )?/, "", value)
      sub(/,$/, "", value)
      if (value ~ /^-?[0-9]/) {
        ++numbers
        found = (value in shown) || (sprintf("%.6f", value) in shown) || (sprintf("%.3f", value) in shown)
        if (key ~ /bytes/) 
          for (unit = 1e3; unit <= 1e9; unit *= 1e3) found = found || (sprintf("%.3f", value / unit) in shown)
        if (key ~ /_ns$/) found = found || (sprintf("%.1f", value / 1e3) in shown)
        if (!found) { print "the text lacks " key ", " value; bad = 1 }
      } else if (value ~ /^".+"$/) {
        ++texts
        value = plain(substr(value, 2, length(value) - 2))
        if (!index(whole, value)) { print "the text lacks " key ", " value; bad = 1 }
      }
    }
    print numbers " numbers and " texts " texts compared"
    exit bad || numbers < 20
  }' "$2"
