// The report as it is embedded, and its timelines unpacked.

const report = JSON.parse($('report').textContent);
const packed = report.timelines;
const strings = unpackTexts(packed.strings, unpackNumbers(packed.shared_prefixes));
const numbers = unpackNumbers(packed.numbers);
const text = (index) => strings[index];
const kinds = packed.kinds;

/// Bytes at each step, from the steps at which they change.
function unpackChanges(packedChanges, length) {
  const {steps, changes} = unpackTable(packedChanges, ['changes'], numbers);
  const bytes = new Float64Array(length);
  let now = 0;
  steps.forEach((step, at) => bytes.fill(now += changes[at], step, steps[at + 1] ?? length));
  return bytes;
}

function unpackProgram(name, title, program) {
  const steps = unpackTable(program.steps, [], numbers);
  const numSteps = steps.op.length;
  const byKind = program.bytes_of_kind.map((changes) => unpackChanges(changes, numSteps));
  const live = new Float64Array(numSteps);
  for (const bytes of byKind)
    for (let step = 0; step < numSteps; ++step) live[step] += bytes[step];
  return {
    name, title, numSteps, byKind, live, steps,
    peakStep: program.peak_step,
    peakBytes: numSteps ? live[program.peak_step] : 0,
    backwardBegin: program.backward_begin,
    repetitions: new Set(steps.repetitions),
    storages: unpackTable(program.storages, ['bytes'], numbers),
    arena: unpackTable(program.arena, ['bytes', 'offset'], numbers),
  };
}

const before = unpackProgram('before', 'Before: the program as it came', packed.before);
const after = packed.after && unpackProgram('after', 'After: the rewritten program', packed.after);
const programs = after ? [before, after] : [before];

/// One object per stored value, with its lifetimes in both programs.
const cells = unpackTable(packed.values, ['bytes'], numbers);
const values = cells.name.map((name, index) => ({
  index,
  name: text(name),
  source: text(cells.source[index]),
  op: text(cells.op[index]),
  type: text(cells.type[index]),
  bytes: cells.bytes[index],
  kind: cells.kind[index],
  fate: packed.fates[cells.fate[index]],
  copies: cells.copies[index],
  costNs: cells.cost_ns[index],
  layer: cells.layer[index],
  reason: text(cells.reason[index]),
  spans: {before: [], after: []},
}));
for (const program of programs) {
  const {value, begin, end} = program.storages;
  for (let at = 0; at < value.length; ++at)
    values[value[at]].spans[program.name].push([begin[at], end[at]]);
}

// What is made again without being stored has a row as well.
const keyOf = ({name, type, copies}) => `${copies} ${type} ${name}`;
const stored = new Set(values.map(keyOf));
for (const entry of report.recomputed.filter((entry) => !stored.has(keyOf(entry)))) {
  const {name, location, op, type, bytes, copies, cost_ns: costNs, reason} = entry;
  values.push({index: values.length, name, source: location === name ? '' : location, op, type, bytes,
               kind: kinds.indexOf('recomputed'), fate: 'recomputed', copies, costNs, layer: -1, reason,
               spans: {before: [], after: []}});
}

/// The storages of a program alive at a step, largest first.
function aliveAt(program, step) {
  const {value, begin, end, bytes, kind} = program.storages;
  const alive = [];
  for (let at = 0; at < value.length; ++at)
    if (begin[at] <= step && step < end[at] && bytes[at] > 0)
      alive.push({value: values[value[at]], bytes: bytes[at], kind: kind[at]});
  return alive.sort((a, b) => b.bytes - a.bytes);
}
