// The arena: each rectangle is a storage, its lifetime wide and its bytes high.

let arenaProgram = after ?? before;

/// The spans under a point, the newest last.
function arenaSpansAt(step, offset) {
  const {begin, end, bytes, offset: offsets} = arenaProgram.arena;
  const found = [];
  for (let at = 0; at < begin.length; ++at)
    if (begin[at] <= step && step < end[at] && offsets[at] <= offset && offset < offsets[at] + bytes[at]) found.push(at);
  return found;
}

function drawArena({context, plot, colors, range, scale}) {
  const arena = arenaProgram.arena;
  const limit = Math.max(1, arena.height_bytes) * 1.04;
  const y = (bytes) => plot.bottom - bytes / limit * plot.height;
  drawAxes(context, plot, colors, limit, range);
  context.save();
  context.beginPath();
  context.rect(plot.left, plot.top, plot.width, plot.height);
  context.clip();
  for (let at = 0; at < arena.begin.length; ++at) {
    if (arena.end[at] <= range[0] || arena.begin[at] >= range[1] || view.hidden.has(arena.kind[at])) continue;
    const left = scale.x(arena.begin[at]), top = y(arena.offset[at] + arena.bytes[at]);
    const width = Math.max(.5, scale.x(arena.end[at]) - left), height = Math.max(.5, y(arena.offset[at]) - top);
    context.fillStyle = colors.kinds[arena.kind[at]];
    context.fillRect(left, top, width, height);
    if (width > 3 && height > 3) {
      context.strokeStyle = colors.card;
      context.strokeRect(left + .5, top + .5, width - 1, height - 1);
    }
  }
  if (view.selected !== null) {
    context.strokeStyle = colors.selected;
    context.lineWidth = 2;
    for (let at = 0; at < arena.begin.length; ++at)
      if (arena.value[at] === view.selected)
        context.strokeRect(scale.x(arena.begin[at]), y(arena.offset[at] + arena.bytes[at]),
                           scale.x(arena.end[at]) - scale.x(arena.begin[at]), y(arena.offset[at]) - y(arena.offset[at] + arena.bytes[at]));
  }
  context.restore();
  context.strokeStyle = colors.text;
  context.beginPath();
  context.moveTo(plot.left, Math.round(y(arena.height_bytes)) + .5);
  context.lineTo(plot.right, Math.round(y(arena.height_bytes)) + .5);
  context.stroke();
}

function showArenaCaption() {
  const arena = arenaProgram.arena;
  const origin = arena.is_planned
    ? 'Places of the memory plan.'
    : 'An estimate: there is no memory plan, and this is where a quick first-fit puts what is made between arguments and results.';
  $('arena-caption').textContent =
    `${formatBytes(arena.height_bytes)} high (${formatCount(arena.height_bytes)} bytes), ` +
    `${countOf(arena.begin.length, 'place')}. ${origin} Drag to zoom the steps; click chooses a value.`;
  $('arena-before').setAttribute('aria-pressed', String(arenaProgram === before));
  $('arena-after').setAttribute('aria-pressed', String(arenaProgram === after));
}

function describeArenaSpan(at) {
  const arena = arenaProgram.arena;
  const name = arena.value[at] < 0 ? 'scratch' : values[arena.value[at]].name;
  return `${name}: ${formatBytes(arena.bytes[at])} at offset ${formatCount(arena.offset[at])}, ` +
    `steps ${formatCount(arena.begin[at])} to ${formatCount(arena.end[at] - 1)} (${kinds[arena.kind[at]]})`;
}

function startArena() {
  $('arena-section').hidden = programs.every((program) => !program.arena.begin.length);
  if ($('arena-section').hidden) return;
  const canvas = $('arena');
  const under = (event) => {
    const height = canvas.clientHeight - margin.top - margin.bottom;
    const limit = Math.max(1, arenaProgram.arena.height_bytes) * 1.04;
    const plot = {left: margin.left, width: Math.max(1, canvas.clientWidth - margin.left - margin.right)};
    const step = scaleOf(plot, view.ranges[arenaProgram.name]).step(event.offsetX);
    return arenaSpansAt(step, (canvas.clientHeight - margin.bottom - event.offsetY) / height * limit).at(-1);
  };
  addControls(canvas, () => arenaProgram, (step, event) => {
    const at = under(event);
    $('arena-hover').textContent = at === undefined ? `Step ${formatCount(step)}: free` : describeArenaSpan(at);
    setCursor(arenaProgram, step);
  });
  canvas.addEventListener('click', (event) => {
    const at = under(event);
    if (at !== undefined && arenaProgram.arena.value[at] >= 0) selectValue(arenaProgram.arena.value[at]);
  });
  const show = (program) => {
    arenaProgram = program;
    showArenaCaption();
    redraw();
  };
  $('arena-before').onclick = () => show(before);
  $('arena-after').onclick = () => show(after);
  $('arena-before').parentElement.hidden = !after;
  showArenaCaption();
  redraws.push(() => drawChart(canvas, arenaProgram, drawArena));
}
