// The report as it is embedded, and its timelines unpacked.

const report = JSON.parse($('report').textContent);
const packed = report.timelines;
const text = (index) => packed.strings[index];
const kinds = packed.kinds;

/// [step, bytes, step, bytes, …] of changes to one number per step.
function unpackChanges(changes, length) {
  const bytes = new Float64Array(length);
  for (let at = 0; at < changes.length; at += 2)
    bytes.fill(changes[at + 1], changes[at], at + 2 < changes.length ? changes[at + 2] : length);
  return bytes;
}

function unpackProgram(name, title, program) {
  const numSteps = program.steps.op.length;
  const byKind = program.bytes_of_kind.map((changes) => unpackChanges(changes, numSteps));
  const live = new Float64Array(numSteps);
  for (const bytes of byKind)
    for (let step = 0; step < numSteps; ++step) live[step] += bytes[step];
  return {
    name, title, numSteps, byKind, live,
    peakStep: program.peak_step,
    peakBytes: numSteps ? live[program.peak_step] : 0,
    backwardBegin: program.backward_begin,
    steps: program.steps,
    repetitions: new Set(program.steps.repetitions),
    storages: program.storages,
    arena: program.arena,
  };
}

const before = unpackProgram('before', 'Before: the program as it came', packed.before);
const after = packed.after && unpackProgram('after', 'After: the rewritten program', packed.after);
const programs = after ? [before, after] : [before];

/// One object per stored value, with its lifetimes in both programs.
const values = packed.values.name.map((name, index) => ({
  index,
  name: text(name),
  source: text(packed.values.source[index]),
  op: text(packed.values.op[index]),
  type: text(packed.values.type[index]),
  bytes: packed.values.bytes[index],
  kind: packed.values.kind[index],
  fate: packed.fates[packed.values.fate[index]],
  copies: packed.values.copies[index],
  costNs: packed.values.cost_ns[index],
  layer: packed.values.layer[index],
  reason: text(packed.values.reason[index]),
  spans: {before: [], after: []},
}));
for (const program of programs) {
  const {value, begin, end} = program.storages;
  for (let at = 0; at < value.length; ++at)
    values[value[at]].spans[program.name].push([begin[at], end[at]]);
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
