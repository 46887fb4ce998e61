// The table of values: sort, filter and search.

const kRowsAtOnce = 50;
const bytesRange = (spans) => spans.length ? spans.map(([begin, end]) => `${begin}–${end - 1}`).join(', ') : '—';
const firstStep = (spans) => spans.length ? spans[0][0] : Infinity;

const columns = [
  {id: 'fate', title: 'Fate', key: (value) => value.fate, cell: (value) => value.fate},
  {id: 'name', title: 'Name', key: (value) => value.name, class: 'name', cell: nameCell},
  {id: 'type', title: 'Type', key: (value) => value.type, class: 'type', cell: (value) => value.type},
  {id: 'bytes', title: 'Bytes', key: (value) => value.bytes, class: 'number', cell: (value) => formatCount(value.bytes)},
  {id: 'before', title: 'Steps before', key: (value) => firstStep(value.spans.before), class: 'number',
   cell: (value) => bytesRange(value.spans.before)},
  {id: 'after', title: 'Steps after', key: (value) => firstStep(value.spans.after), class: 'number',
   cell: (value) => bytesRange(value.spans.after)},
  {id: 'copies', title: 'Made again', key: (value) => value.copies, class: 'number',
   cell: (value) => value.copies ? `${value.copies}×` : ''},
  {id: 'cost', title: 'Extra cost', key: (value) => value.costNs, class: 'number',
   cell: (value) => value.costNs ? formatNs(value.costNs) : ''},
  {id: 'reason', title: 'Reason', key: (value) => value.reason, class: 'reason', cell: (value) => value.reason},
].filter((column) => after || column.id !== 'after');

const order = {column: 'bytes', isDescending: true, limit: kRowsAtOnce};

function nameCell(value) {
  const lines = [make('span', {class: 'labeled'}, swatch(value.kind), make('button', {
    type: 'button', class: 'link', title: `Mark its lifetime in the charts (${kinds[value.kind]})`,
    click: () => selectValue(value.index)}, value.name))];
  lines.push(make('small', {}, value.source ? `${value.op} · ${value.source}` : value.op));
  return lines;
}

/// What a search looks at, put together once.
const searched = ({name, op, type, source, reason}) => `${name} ${op} ${type} ${source} ${reason}`.toLowerCase();

/// The values that pass the filters, in the order of the table.
function shownValues() {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const fate = $('filter-fate').value, kind = $('filter-kind').value, layer = $('filter-layer').value;
  const shown = values.filter((value) =>
    (fate === '' || value.fate === fate) && (kind === '' || value.kind === +kind) && (layer === '' || value.layer === +layer) &&
    (!words.length || words.every((word) => (value.searched ??= searched(value)).includes(word))));
  const {key} = columns.find((column) => column.id === order.column);
  const sign = order.isDescending ? -1 : 1;
  return shown.sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    return (left < right ? -sign : left > right ? sign : 0) || a.index - b.index;
  });
}

function showTable() {
  const shown = shownValues();
  const rows = shown.slice(0, order.limit).map((value) =>
    make('tr', {'data-value': value.index}, ...columns.map((column) => {
      const cell = column.cell(value);
      return make('td', {class: column.class}, ...(Array.isArray(cell) ? cell : [cell]));
    })));
  $('value-table').tBodies[0].replaceChildren(...rows);
  const bytes = shown.reduce((sum, value) => sum + value.bytes, 0);
  $('count').textContent = `${formatCount(shown.length)} of ${formatCount(values.length)} values, ${formatBytes(bytes)}`;
  $('more').hidden = shown.length <= order.limit;
  $('more').textContent = `Show more (${formatCount(Math.max(0, shown.length - order.limit))} left)`;
  for (const heading of $('value-table').tHead.rows[0].cells)
    heading.setAttribute('aria-sort', heading.id !== `column-${order.column}` ? 'none'
      : order.isDescending ? 'descending' : 'ascending');
  markSelectedRow();
}

function markSelectedRow() {
  for (const row of $('value-table').tBodies[0].rows)
    row.classList.toggle('selected', +row.dataset.value === view.selected);
}

/// Filters the table down to the values of one name.
function showValue(value) {
  for (const id of ['filter-fate', 'filter-kind', 'filter-layer']) $(id).value = '';
  $('search').value = value.name;
  refilter();
  $('values').scrollIntoView({block: 'nearest'});
}

function refilter() {
  order.limit = kRowsAtOnce;
  showTable();
}

function sortBy(column) {
  const isNumber = columns.find(({id}) => id === column).class === 'number';
  order.isDescending = order.column === column ? !order.isDescending : isNumber;
  order.column = column;
  refilter();
}

function addChoices(select, choices) {
  select.append(make('option', {value: ''}, 'all'), ...choices.map(([value, name]) => make('option', {value}, name)));
}

function startTable() {
  $('value-table').tHead.append(make('tr', {}, ...columns.map((column) =>
    make('th', {id: `column-${column.id}`, scope: 'col', class: column.class},
         make('button', {type: 'button', click: () => sortBy(column.id)}, column.title)))));
  const used = (key) => new Set(values.map(key));
  const fates = used((value) => value.fate), ownKinds = used((value) => value.kind);
  addChoices($('filter-fate'), packed.fates.filter((fate) => fates.has(fate)).map((fate) => [fate, fate]));
  addChoices($('filter-kind'), kinds.map((name, kind) => [kind, name]).filter(([kind]) => ownKinds.has(kind)));
  addChoices($('filter-layer'), report.layers.map((layer, index) => [index, layer.name]));
  $('layer-label').hidden = !report.layers.length;
  for (const id of ['filter-fate', 'filter-kind', 'filter-layer']) $(id).addEventListener('change', refilter);
  $('search').addEventListener('input', refilter);
  $('filters').addEventListener('submit', (event) => event.preventDefault());
  $('filter-reset').addEventListener('click', () => {
    $('filters').reset();
    refilter();
  });
  $('more').addEventListener('click', () => {
    order.limit += 10 * kRowsAtOnce;
    showTable();
  });
  showTable();
}
