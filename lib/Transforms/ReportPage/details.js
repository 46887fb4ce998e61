// The panel beside the timelines: one step, what runs there and what is alive.

/// Keeps a step in the panel until Escape or another click; null lets go.
function keepStep(program, step) {
  view.kept = step === null ? null : {program, step};
  if (view.kept) view.cursor = view.kept;
  showDetails();
  redraw();
}

function selectValue(index) {
  view.selected = view.selected === index ? null : index;
  redraw();
  markSelectedRow();
}

function valueLink(value) {
  return make('button', {type: 'button', class: 'link', title: `${value.name}: show in the table`, click: () => {
    if (view.selected !== value.index) selectValue(value.index);
    showValue(value);
  }}, shortName(value.name));
}

function showDetails() {
  const last = programs.at(-1);
  const panel = $('details');
  const {program, step} = view.cursor ?? view.kept ?? {program: last, step: last.peakStep};
  if (!program.numSteps) {
    panel.replaceChildren(make('p', {class: 'hint'}, 'The program has no steps.'));
    return;
  }
  const steps = program.steps;
  const name = text(steps.name[step]), source = text(steps.source[step]);
  const again = program.repetitions.has(step) ? ' (made again)' : '';
  const isPeak = step === program.peakStep ? ', the peak' : '';
  const heading = make('h3', {}, `Step ${formatCount(step)} · ${formatBytes(program.live[step])}${isPeak}`);
  const where = make('p', {}, make('strong', {}, text(steps.op[step])), again);
  if (name) where.append(make('br'), name);
  if (source) where.append(make('br'), make('span', {class: 'hint'}, source));

  const stack = make('table');
  for (let kind = kinds.length - 1; kind >= 0; --kind)
    if (program.byKind[kind][step] > 0)
      stack.append(make('tr', {}, make('td', {}, swatch(kind), ` ${kinds[kind]}`),
                        make('td', {class: 'number'}, formatBytes(program.byKind[kind][step]))));
  const alive = aliveAt(program, step);
  const made = alive.filter(({value}) => value.fate !== 'argument');
  const list = make('table');
  for (const {value, bytes, kind} of made.slice(0, 8))
    list.append(make('tr', {}, make('td', {}, make('span', {class: 'labeled'}, swatch(kind), valueLink(value))),
                     make('td', {class: 'number'}, formatBytes(bytes))));
  const rest = [make('p', {class: 'hint'},
    `${made.length > 8 ? `and ${formatCount(made.length - 8)} more; ` : ''}${countOf(alive.length - made.length, 'argument')}`)];
  const label = after ? `, ${program.name}` : '';
  panel.replaceChildren(heading, where, make('h4', {}, `By kind${label}`), stack,
                        make('h4', {}, 'Largest alive, arguments aside'), list, ...rest);
}
