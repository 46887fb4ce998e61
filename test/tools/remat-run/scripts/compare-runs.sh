# Runs two steps from equal inputs and compares each result of f32: compare-runs.sh FOLDER STEP OTHER-STEP [FLAGS OF THE OTHER ONE]
# Prints "out_000: within 1e-07" for each: the largest difference relative to the largest magnitude, "over" where it is above 1e-5.
set -e
scripts=$(dirname "$0")
folder=$1 step=$2 other=$3
shift 3
rm -rf "$folder"
mkdir -p "$folder"
remat-run "$step" --save-outputs="$folder/first" > "$folder/log"
remat-run "$other" "$@" --save-outputs="$folder/second" > "$folder/log" 2> "$folder/remarks"
cat "$folder/remarks"
for file in "$folder"/first/out_*.npy; do
  name=$(basename "$file" .npy)
  # The header of these files has 128 bytes.
  numbers() { od -An -v -w4 -t f4 -j 128 "$folder/$1/$name.npy"; }
  count=$(numbers first | wc -l)
  { numbers first; numbers second; } | awk -v limit=1e-5 -v count="$count" -f "$scripts/compare-outputs.awk" | sed "s/^/$name: /"
done
