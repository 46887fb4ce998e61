# usage: compare-forms.sh REPORT.json REPORT.txt TERMINAL PAGE.html
# Fails unless the key figures of the .json form stand in each of the others.
json=$1 text=$2 terminal=$3 page=$4
status=0
for key in peak_before_bytes peak_after_bytes budget_bytes budget_lower_limit_bytes recomputed_ops barriers; do
  value=$(sed -n "s/^  \"$key\": \([0-9]*\),*\$/\1/p" "$json")
  [ -n "$value" ] || { echo "$json has no $key"; status=1; continue; }
  for form in "$text" "$terminal"; do
    grep -qE "(^|[^0-9])$value([^0-9]|\$)" "$form" || { echo "$form lacks $key, $value"; status=1; }
  done
  grep -q "\"$key\":$value[,}]" "$page" || { echo "$page lacks $key, $value"; status=1; }
done
overhead=$(printf %.6f "$(sed -n 's/^  "overhead_percent": \([0-9.]*\),$/\1/p' "$json")")
for form in "$text" "$terminal"; do
  grep -qE "^overhead +$overhead %" "$form" || { echo "$form lacks the overhead, $overhead"; status=1; }
done
exit $status
