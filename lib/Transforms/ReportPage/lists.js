// Lists beside the table of values: what a policy keeps, what is largest at the peak, layers, and all
// figures.

const kRowsOfList = 100;

/// Fills a table. Columns are [title, cell of a row, class]; a button shows what is not at once.
function fillTable(table, columns, rows) {
  table.replaceChildren(
    make('thead', {}, make('tr', {}, ...columns.map(([title, , style]) => make('th', {class: style, scope: 'col'}, title)))));
  const body = table.appendChild(make('tbody'));
  const addRows = (rest) => {
    for (const row of rest.slice(0, kRowsOfList))
      body.append(make('tr', {}, ...columns.map(([, cell, style]) => make('td', {class: style}, cell(row)))));
    if (rest.length <= kRowsOfList) return;
    const button = make('button', {type: 'button', click: () => {
      button.closest('tr').remove();
      addRows(rest.slice(kRowsOfList));
    }}, `Show more (${formatCount(rest.length - kRowsOfList)} left)`);
    body.append(make('tr', {}, make('td', {colspan: columns.length}, button)));
  };
  addRows(rows);
}

function addFact(list, title, text) {
  list.append(make('div', {}, make('dt', {}, title), make('dd', {}, text)));
}

function showPolicy() {
  const {policy} = report;
  $('policy-section').hidden = !policy;
  if (!policy) return;
  const facts = $('policy-facts');
  const bytes = (number) => `${formatBytes(number)} (${formatCount(number)} bytes)`;
  addFact(facts, 'asked for', policy.name);
  addFact(facts, 'regions', `${formatCount(policy.regions)} in ${countOf(policy.layers, 'layer')}`);
  addFact(facts, 'backward found by', policy.backward_rule);
  addFact(facts, 'ops of forward', `${formatCount(policy.saved_ops)} run once, ${formatCount(policy.recomputable_ops)} run again`);
  addFact(facts, 'kept for backward', bytes(policy.kept_bytes));
  addFact(facts, 'of these, inputs of layers', bytes(policy.layer_input_bytes));
  addFact(facts, 'the plan', `${report.status}, ${countOf(report.recomputed_ops, 'op')} run again, ` +
    `peak ${formatBytes(report.peak_after_bytes)}, overhead ${formatPercent(report.overhead_percent)}`);
  const kept = [...policy.kept].sort((a, b) => b.bytes - a.bytes);
  $('kept-title').textContent = `Kept for backward: ${countOf(kept.length, 'value')}`;
  fillTable($('kept-table'), [
    ['Name', (value) => nameWithOp(value), 'name'],
    ['Type', (value) => value.type, 'type'],
    ['Bytes', (value) => formatCount(value.bytes), 'number'],
    ['Layer', (value) => value.layer + (value.layer_input ? ' (its input)' : ''), 'name'],
  ], kept);
}

const nameWithOp = ({name, op}) => make('span', {}, name, make('small', {}, op));

function showLargest() {
  const columns = [['Name', nameWithOp, 'name'], ['Type', (value) => value.type, 'type'],
                   ['Bytes', (value) => formatCount(value.bytes), 'number']];
  $('largest-section').hidden = !report.largest_at_peak_before.length;
  $('largest-after-part').hidden = !after;
  fillTable($('largest-before'), columns, report.largest_at_peak_before);
  fillTable($('largest-after'), columns, report.largest_at_peak_after);
}

function showLayers() {
  $('layers-section').hidden = !report.layers.length;
  fillTable($('layer-table'), [
    ['Layer', ({name, index}) => make('button', {type: 'button', class: 'link', title: 'Show its values', click: () => {
      $('filters').reset();
      $('filter-layer').value = index;
      refilter();
      $('values').scrollIntoView();
    }}, name), 'name'],
    ['Kept at the peak', (layer) => formatBytes(layer.kept_bytes), 'number'],
    ['Recomputed', (layer) => formatBytes(layer.recomputed_bytes), 'number'],
    ['Extra cost', (layer) => formatNs(layer.recompute_cost_ns), 'number'],
  ], report.layers.map((layer, index) => ({...layer, index})));
}

/// [key, value] of every figure and text of the report, lists aside.
function figuresOf(object, prefix = '') {
  return Object.entries(object).flatMap(([key, value]) =>
    key === 'timelines' || Array.isArray(value) ? []
      : value !== null && typeof value === 'object' ? figuresOf(value, `${prefix}${key}.`)
      : [[prefix + key, value]]);
}

function showAllFigures() {
  const readable = ([key, value]) => typeof value !== 'number' ? ''
    : key.includes('bytes') ? formatBytes(value)
    : key.startsWith('cost_') && report.cost_unit === 'ns' ? formatNs(value) : '';
  fillTable($('figure-table'), [
    ['Key', ([key]) => make('code', {}, key), 'key'],
    ['Value', ([, value]) => Number.isInteger(value) ? formatCount(value) : String(value ?? '—'), 'number'],
    ['', readable, 'number'],
  ], figuresOf(report));
}
