// Runs inside of a report page, after its own script, and sends the page around it one line per
// failed check, then a summary. `expected` is the report's .json form, `testErrors` what went wrong before.

const failures = [];
let numChecks = 0;

function check(what, isGood, detail = '') {
  ++numChecks;
  if (!isGood) failures.push(`FAILED ${what} ${detail}`);
}

function checkEqual(what, actual, wanted) {
  check(what, JSON.stringify(actual) === JSON.stringify(wanted), `is ${JSON.stringify(actual)}, expected ${JSON.stringify(wanted)}`);
}

const press = (element, key, options = {}) => element.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, ...options}));
function point(canvas, type, share, heightShare = .5) {
  const box = canvas.getBoundingClientRect();
  const x = margin.left + share * (canvas.clientWidth - margin.left - margin.right);
  canvas.dispatchEvent(new PointerEvent(type, {
    bubbles: true, button: 0, clientX: box.left + x, clientY: box.top + heightShare * canvas.clientHeight}));
}

function choose(id, value) {
  $(id).value = value;
  $(id).dispatchEvent(new Event(id === 'search' ? 'input' : 'change', {bubbles: true}));
}

const rowsShown = () => [...$('value-table').tBodies[0].rows].map((row) => values[+row.dataset.value]);
const figure = (title) => [...$('figures').children].find((entry) => entry.firstChild.textContent === title)?.lastChild.textContent ?? '';

function checkNumbers() {
  const fields = ['status', 'function', 'budget_bytes', 'peak_before_bytes', 'peak_after_bytes', 'overhead_percent',
    'overhead_lower_bound_percent', 'budget_lower_limit_bytes', 'recomputed_ops', 'barriers', 'flops_before', 'flops_after'];
  for (const field of fields) checkEqual(`embedded ${field}`, report[field], expected[field]);
  const exact = (bytes) => `${bytes.toLocaleString('en-US')} bytes`;
  check('budget on the page', figure('Budget').includes(exact(expected.budget_bytes)), figure('Budget'));
  check('peak before on the page', figure('Peak before').includes(exact(expected.peak_before_bytes)), figure('Peak before'));
  check('peak after on the page', figure('Peak after').includes(exact(expected.peak_after_bytes)), figure('Peak after'));
  check('overhead on the page', figure('Overhead').includes(expected.overhead_percent.toFixed(3)), figure('Overhead'));
  check('recomputed on the page', figure('Recomputed').startsWith(expected.recomputed_ops.toLocaleString('en-US')), figure('Recomputed'));
  if (expected.attention)
    check('attention on the page', figure('Attention') === `${expected.attention.ops} fused${exact(expected.attention.score_bytes)}of scores are not stored`, figure('Attention'));
  check('status on the page', $('status').textContent.startsWith(expected.status));

  // The timelines are another way to the same peaks.
  checkEqual('peak of the timeline before', Math.max(0, ...before.live), expected.peak_before_bytes);
  checkEqual('peak of the timeline after', Math.max(0, ...(after ?? before).live), expected.peak_after_bytes);
  for (const program of programs) {
    check(`bytes of kinds, ${program.name}`, program.byKind.every((bytes) => bytes.every((number) => number >= 0)));
    checkEqual(`peak step, ${program.name}`, program.peakStep, Math.max(0, program.live.indexOf(program.peakBytes)));
  }
  // Repetitions of folded ops take no step.
  if (after) check('repetitions', after.repetitions.size <= expected.recomputed_ops + expected.folded_copies);
  for (const recomputed of expected.recomputed)
    check(`row of ${recomputed.name}`, values.some((value) => value.name === recomputed.name && value.type === recomputed.type &&
      value.copies > 0 && value.bytes === recomputed.bytes));
}

/// Key and value of everything in the .json form that is no list.
const figuresIn = (object, prefix = '') => Object.entries(object).flatMap(([key, value]) => Array.isArray(value) ? []
  : value && typeof value === 'object' ? figuresIn(value, `${prefix}${key}.`) : [[prefix + key, value]]);

/// All that the .json form says is on the page, in its place.
function checkAllIsShown() {
  for (let more; (more = document.querySelector('tbody td > button:only-child[type=button]:not(.link)'));) more.click();
  const rowsOf = (id) => [...$(id).tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  const figures = new Map(rowsOf('figure-table').map(([key, value]) => [key, value]));
  for (const [key, value] of figuresIn(expected))
    checkEqual(`figure ${key}`, figures.get(key), Number.isInteger(value) ? value.toLocaleString('en-US') : String(value ?? '—'));

  const bytes = (number) => number.toLocaleString('en-US');
  const largest = (list) => list.map((value) => [value.name + value.op, value.type, bytes(value.bytes)]);
  checkEqual('largest before', rowsOf('largest-before'), largest(expected.largest_at_peak_before));
  checkEqual('largest after', rowsOf('largest-after'), largest(expected.largest_at_peak_after));
  checkEqual('layers', $('layers-section').hidden ? [] : rowsOf('layer-table'), expected.layers.map((layer) =>
    [layer.name, formatBytes(layer.kept_bytes), formatBytes(layer.recomputed_bytes), formatNs(layer.recompute_cost_ns)]));
  checkEqual('warnings', [...$('warnings').querySelectorAll('li')].map((item) => item.textContent), expected.warnings);
  checkEqual('timing', [...$('timing').children].map((entry) => entry.textContent),
    Object.entries(expected.timing).map(([phase, seconds]) => `${phase}${seconds.toFixed(3)} s`));

  checkEqual('the policy is hidden', $('policy-section').hidden, !expected.policy);
  if (expected.policy) {
    const kept = [...expected.policy.kept].sort((a, b) => b.bytes - a.bytes);
    checkEqual('kept by the policy', rowsOf('kept-table'), kept.map((value) => [value.name + value.op, value.type,
      bytes(value.bytes), value.layer + (value.layer_input ? ' (its input)' : '')]));
    for (const number of [expected.policy.kept_bytes, expected.policy.layer_input_bytes, expected.policy.regions])
      check(`the policy's ${number}`, $('policy-facts').textContent.includes(bytes(number)));
    check('the policy by name', $('policy-facts').textContent.includes(expected.policy.name));
  }

  order.limit = Infinity;
  showTable();
  const valueRows = new Set(rowsOf('value-table').map((cells) => {
    const shown = (id) => cells[columns.findIndex((column) => column.id === id)];
    return JSON.stringify([shown('type'), shown('bytes'), shown('copies'), shown('cost'), shown('reason')]);
  }));
  for (const {name, type, bytes: size, copies, cost_ns, reason} of expected.recomputed)
    check(`the row of ${name}`, valueRows.has(JSON.stringify([type, bytes(size), `${copies}×`, cost_ns ? formatNs(cost_ns) : '', reason])));
  refilter();
}

function checkTable() {
  checkEqual('rows', rowsShown().length, Math.min(values.length, kRowsAtOnce));
  const sorted = (key) => rowsShown().every((value, at, all) => at === 0 || key(all[at - 1], value));
  check('sorted by bytes, largest first', sorted((a, b) => a.bytes >= b.bytes));
  $('column-bytes').querySelector('button').click();
  check('sorted by bytes, smallest first', sorted((a, b) => a.bytes <= b.bytes));
  checkEqual('aria-sort', $('column-bytes').getAttribute('aria-sort'), 'ascending');
  $('column-name').querySelector('button').click();
  check('sorted by name', sorted((a, b) => a.name <= b.name));
  checkEqual('aria-sort of the other', $('column-bytes').getAttribute('aria-sort'), 'none');

  for (const fate of packed.fates) {
    const wanted = values.filter((value) => value.fate === fate).length;
    if (!wanted) continue;
    choose('filter-fate', fate);
    checkEqual(`rows of ${fate}`, rowsShown().length, Math.min(wanted, kRowsAtOnce));
    check(`only ${fate}`, rowsShown().every((value) => value.fate === fate));
    check(`count of ${fate}`, $('count').textContent.startsWith(`${wanted.toLocaleString('en-US')} of`), $('count').textContent);
  }
  $('filter-reset').click();
  checkEqual('rows without filters', rowsShown().length, Math.min(values.length, kRowsAtOnce));
  const word = values[values.length >> 1].name;
  choose('search', word.toUpperCase());
  check('search', rowsShown().length > 0 && rowsShown().every((value) =>
    `${value.name} ${value.op} ${value.type} ${value.source} ${value.reason}`.toLowerCase().includes(word.toLowerCase().split(/\s+/)[0])));
  choose('search', 'no value is named like this');
  checkEqual('search for nothing', rowsShown().length, 0);
  $('filter-reset').click();
}

function checkCharts() {
  for (const program of programs) {
    const canvas = $(program.name);
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colors = new Set();
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 255) colors.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
    check(`something is drawn, ${program.name}`, colors.size >= 3, `${colors.size} colours`);

    const whole = program.numSteps, least = Math.min(8, whole);
    const width = () => view.ranges[program.name][1] - view.ranges[program.name][0];
    checkEqual(`all steps at first, ${program.name}`, width(), whole);
    press(canvas, '+');
    checkEqual(`zoomed in, ${program.name}`, width(), Math.max(least, Math.round(whole / 2)));
    press(canvas, '0');
    checkEqual(`zoomed out, ${program.name}`, width(), whole);
    press(canvas, 'p');
    checkEqual(`at the peak, ${program.name}`, view.cursor.step, program.peakStep);
    check(`the panel shows the peak, ${program.name}`,
          $('details').textContent.includes(`Step ${program.peakStep.toLocaleString('en-US')}`) &&
          $('details').textContent.includes(formatBytes(program.peakBytes)), $('details').textContent.slice(0, 60));
    press(canvas, 'End');
    checkEqual(`at the end, ${program.name}`, view.cursor.step, whole - 1);
    press(canvas, 'ArrowLeft');
    checkEqual(`one to the left, ${program.name}`, view.cursor.step, Math.max(0, whole - 2));

    point(canvas, 'pointermove', .5);
    checkEqual(`under the pointer, ${program.name}`, view.cursor.step, Math.floor(whole * .5));
    if (whole >= 16) {
      point(canvas, 'pointerdown', .251);
      point(canvas, 'pointermove', .749);
      point(canvas, 'pointerup', .749);
      checkEqual(`dragged, ${program.name}`, view.ranges[program.name], [Math.floor(whole * .251), Math.floor(whole * .749) + 1]);
    }
    canvas.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}));
    checkEqual(`double-clicked, ${program.name}`, width(), whole);
    press(canvas, 'Escape');
  }
  const link = $('details').querySelector('button.link');
  const name = link.textContent.replace('…', '');
  link.click();
  check('a name leads to its row', rowsShown().every((value) => value.name.includes(name)) && view.selected !== null);
  check('its row is marked', $('value-table').querySelector('tr.selected') !== null);
  selectValue(view.selected);
  $('filter-reset').click();

  const kind = $('legend').querySelector('button');
  kind.click();
  checkEqual('a kind is hidden', [kind.getAttribute('aria-pressed'), view.hidden.size], ['false', 1]);
  kind.click();
  checkEqual('a kind is shown', [kind.getAttribute('aria-pressed'), view.hidden.size], ['true', 0]);
}

/// No two values of the arena share a byte at a step, in-place updates aside.
function checkArena() {
  for (const {arena, name} of programs) {
    if (!arena.begin.length) continue;
    const top = Math.max(...arena.offset.map((offset, at) => offset + arena.bytes[at]));
    check(`height of the arena, ${name}`, top <= arena.height_bytes, `${top} over ${arena.height_bytes}`);
    check(`the caption names the height, ${name}`, arenaProgram.name !== name ||
      $('arena-caption').textContent.includes(`${arena.height_bytes.toLocaleString('en-US')} bytes`));
    for (let a = 0; a < Math.min(300, arena.begin.length); ++a)
      for (let b = 0; b < a; ++b)
        check(`places ${b} and ${a}, ${name}`, arena.end[a] - 1 <= arena.begin[b] || arena.end[b] - 1 <= arena.begin[a] ||
          arena.end[a] - arena.begin[a] === 1 || arena.end[b] - arena.begin[b] === 1 ||
          arena.offset[a] + arena.bytes[a] <= arena.offset[b] || arena.offset[b] + arena.bytes[b] <= arena.offset[a]);
  }
}

function checkPareto() {
  const points = expected.pareto ?? [];
  checkEqual('the curve is hidden', $('pareto-section').hidden, points.length < 2);
  if (points.length < 2) return;
  checkEqual('rows of the curve', [...$('pareto-table').tBodies[0].rows].map((row) => row.textContent), points.map((entry) =>
    formatBytes(entry.peak_bytes) + `${(100 * entry.peak_bytes / expected.peak_before_bytes).toFixed(1)} %` +
    formatPercent(entry.overhead_percent) + formatPercent(entry.overhead_lower_bound_percent) + entry.bound_class +
    (entry.is_knee ? 'knee' : '')));
  checkEqual('points', document.querySelectorAll('#pareto circle').length, points.length + 1);
  check('costs fall', points.every((entry, at) => at === 0 || entry.overhead_percent < points[at - 1].overhead_percent));
  checkEqual('one knee', points.filter((entry) => entry.is_knee).length, 1);
  const plan = $('pareto-plan');
  check('this plan is in the picture', plan && +plan.getAttribute('cx') >= 56 && +plan.getAttribute('cx') <= $('pareto').viewBox.baseVal.width - 18 && +plan.getAttribute('cy') >= 0);
}

/// The elements with a text of their own, drawings aside.
const textElements = () => [...document.body.querySelectorAll(':not(script, style, option)')].filter((element) =>
  element.checkVisibility() && !element.closest('svg, .visually-hidden, .skip') &&
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
const textOf = (element) => `${element.tagName} "${element.textContent.slice(0, 60)}"`;

/// No text runs into its neighbour, and none out of the page.
function checkLayout(when) {
  check(`the page is as wide as its window ${when}`, document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    `${document.documentElement.scrollWidth} over ${document.documentElement.clientWidth}`);
  for (const element of textElements())
    if (getComputedStyle(element).display !== 'inline')
      check(`room for ${textOf(element)} ${when}`, element.scrollWidth <= element.clientWidth + 1,
        `${element.scrollWidth} over ${element.clientWidth}`);
}

/// A reader who wants letters twice as large gets them, in drawings too.
function checkTextSize() {
  const sizes = new Map(textElements().map((element) => [element, parseFloat(getComputedStyle(element).fontSize)]));
  const left = margin.left;
  document.documentElement.style.fontSize = '200%';
  for (const [element, size] of sizes)
    check(`large letters of ${textOf(element)}`, Math.abs(parseFloat(getComputedStyle(element).fontSize) / size - 2) < .01);
  drawNow();
  checkEqual('large letters in charts', margin.left / left, 2);
  checkLayout('with large letters');
  document.documentElement.style.fontSize = '';
  drawNow();
}

/// Milliseconds of the things that a user does: the median of five times each.
function measure() {
  const times = {};
  const time = (what, action) => {
    const durations = [];
    for (let round = 0; round < 5; ++round) {
      const begin = performance.now();
      action();
      document.body.getBoundingClientRect();
      durations.push(performance.now() - begin);
    }
    times[what] = durations.sort((a, b) => a - b)[2];
  };
  const program = programs.at(-1), canvas = $(program.name);
  time('draw', () => { pictures.clear(); drawNow(); });
  if (program.numSteps) time('hover', () => { point(canvas, 'pointermove', Math.random()); drawNow(); });
  time('zoom', () => { press(canvas, '+'); drawNow(); });
  press(canvas, '0');
  time('sort', () => sortBy('name'));
  time('filter', () => choose('filter-fate', values[0].fate));
  time('search', () => choose('search', 'a'));
  time('reset', () => $('filter-reset').click());
  return Object.entries(times).map(([what, ms]) => `, ${what} ${ms.toFixed(1)} ms`).join('');
}

const msToLoad = performance.now();
let times = '';
try {
  drawNow();
  checkNumbers();
  checkAllIsShown();
  checkTable();
  if (before.numSteps) checkCharts();
  checkArena();
  checkPareto();
  checkLayout('at first');
  checkTextSize();
  if (location.hash === '#measure') times = `, opened in ${Math.round(msToLoad)} ms${measure()}`;
} catch (error) {
  failures.push(`FAILED with ${error.stack}`);
}
checkEqual('errors of the page', testErrors, []);
checkEqual('requests', performance.getEntriesByType('resource').length, 0);
const page = decodeURI(location.pathname).split('/').at(-1);
parent.postMessage([
  ...failures.slice(0, 20),
  `${failures.length ? `${failures.length} of ${numChecks} checks failed` : `all ${numChecks} checks passed`}, ` +
    `${before.numSteps} steps, ${values.length} values${times}`,
  ''].map((line) => line && `${page}: ${line}`).join('\n'), '*');
