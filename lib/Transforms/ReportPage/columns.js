// Reads the packed columns of the embedded report; ReportColumns.h says how they are written.

const digitOf = new Uint8Array(128);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((digit, number) => {
  digitOf[digit.charCodeAt(0)] = number;
});

function unpackNumbers(packed) {
  const numbers = [];
  for (let at = 0, last = 0; at < packed.length;) {
    let digit = digitOf[packed.charCodeAt(at++)];
    const sign = digit & 1 ? -1 : 1;
    let difference = (digit & 30) >> 1;
    // Not by shifts, which keep 32 bits only.
    for (let scale = 16; digit & 32; scale *= 32) {
      digit = digitOf[packed.charCodeAt(at++)];
      difference += (digit & 31) * scale;
    }
    numbers.push(last += sign * difference);
  }
  return numbers;
}

function unpackTexts(endings, sharedPrefixes) {
  let last = '';
  return endings.map((ending, at) => last = last.slice(0, sharedPrefixes[at]) + ending);
}

/// A table of columns; of those that `shared` names, the cells are positions in `numbers`.
function unpackTable(table, shared, numbers) {
  const unpacked = {...table};
  for (const [name, column] of Object.entries(table))
    if (typeof column === 'string') unpacked[name] = unpackNumbers(column);
  for (const name of shared) unpacked[name] = unpacked[name].map((position) => numbers[position]);
  return unpacked;
}
