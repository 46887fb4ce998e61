// Live bytes over the steps, stacked by kind.

/// Both programs are drawn to one scale.
const timelineLimit = 1.08 * Math.max(1, report.budget_bytes ?? 0, ...programs.map((program) => program.peakBytes));

/// Bars of the visible steps: one per step, or one per pixel with the step of the most bytes in it,
/// so that no peak is lost.
function barsOf(program, plot, range) {
  const [first, last] = range;
  const scale = scaleOf(plot, range);
  const bars = [];
  if (last - first <= plot.width) {
    for (let step = first; step < last; ++step)
      bars.push({step, left: Math.round(scale.x(step)), right: Math.round(scale.x(step + 1))});
    return bars;
  }
  for (let x = 0; x < plot.width; ++x) {
    const begin = first + Math.floor(x / plot.width * (last - first));
    const end = Math.max(begin + 1, first + Math.floor((x + 1) / plot.width * (last - first)));
    let most = begin;
    for (let step = begin + 1; step < Math.min(end, last); ++step)
      if (program.live[step] > program.live[most]) most = step;
    bars.push({step: most, left: plot.left + x, right: plot.left + x + 1});
  }
  return bars;
}

function drawTimeline(program, {context, plot, colors, range, scale}) {
  const y = (bytes) => plot.bottom - bytes / timelineLimit * plot.height;
  drawAxes(context, plot, colors, timelineLimit, range);

  const bars = barsOf(program, plot, range);
  const tops = new Float64Array(bars.length);
  for (let kind = 0; kind < kinds.length; ++kind) {
    if (view.hidden.has(kind)) continue;
    context.fillStyle = colors.kinds[kind];
    bars.forEach((bar, at) => {
      const bytes = program.byKind[kind][bar.step];
      if (bytes <= 0) return;
      const top = y(tops[at] + bytes);
      context.fillRect(bar.left, top, bar.right - bar.left, y(tops[at]) - top + .5);
      tops[at] += bytes;
    });
  }

  context.textBaseline = 'bottom';
  if (program.backwardBegin > range[0] && program.backwardBegin < range[1]) {
    const x = scale.x(program.backwardBegin);
    drawVertical(context, plot, x, colors.muted, [2, 3]);
    const isRight = x > plot.right - 70 * textScale();
    context.textAlign = isRight ? 'right' : 'left';
    drawLabel(context, colors, colors.muted, 'backward', x + (isRight ? -4 : 4), plot.top - 2);
  }
  if (report.budget_bytes !== null) {
    context.save();
    context.strokeStyle = colors.budget;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(plot.left, y(report.budget_bytes));
    context.lineTo(plot.right, y(report.budget_bytes));
    context.stroke();
    context.textAlign = 'left';
    drawLabel(context, colors, colors.budget, 'budget', plot.left + 4, y(report.budget_bytes) - 2);
    context.restore();
  }
  drawPeak(context, plot, scale, colors, program, range, y);
}

function drawPeak(context, plot, scale, colors, program, range, y) {
  if (!program.numSteps || program.peakStep < range[0] || program.peakStep >= range[1]) return;
  const x = (scale.x(program.peakStep) + scale.x(program.peakStep + 1)) / 2;
  const top = y(program.peakBytes);
  context.fillStyle = colors.text;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x - 5, top - 8);
  context.lineTo(x + 5, top - 8);
  context.fill();
  const isRight = x > plot.right - 130 * textScale();
  context.textAlign = isRight ? 'right' : 'left';
  drawLabel(context, colors, colors.text, `peak ${formatBytes(program.peakBytes)}`, x + (isRight ? -9 : 9), top - 1);
}

function showCaptions() {
  for (const program of programs) {
    const caption = $(`${program.name}-caption`);
    const at = program.numSteps ? ` at step ${formatCount(program.peakStep)} of ${formatCount(program.numSteps)}` : '';
    caption.replaceChildren(make('strong', {}, after ? program.title : 'The program, left as it came'),
                            ` — peak ${formatBytes(program.peakBytes)}${at}`);
    $(program.name).setAttribute('aria-label',
      `${program.title}: live bytes at each of ${program.numSteps} steps; ` +
      `the peak is ${formatBytes(program.peakBytes)} at step ${program.peakStep}`);
  }
  $('after-figure').hidden = !after;
}

function showLegend() {
  kinds.forEach((name, kind) => {
    if (programs.every((program) => program.byKind[kind].every((bytes) => bytes === 0))) return;
    const button = make('button', {type: 'button', 'aria-pressed': 'true', click: () => {
      view.hidden.has(kind) ? view.hidden.delete(kind) : view.hidden.add(kind);
      button.setAttribute('aria-pressed', String(!view.hidden.has(kind)));
      redraw();
    }}, swatch(kind), name);
    $('legend').append(make('li', {}, button));
  });
}

function startTimelines() {
  showCaptions();
  showLegend();
  for (const program of programs) {
    const canvas = $(program.name);
    addControls(canvas, () => program, (step) => setCursor(program, step));
    redraws.push(() => drawChart(canvas, program, (drawing) => drawTimeline(program, drawing)));
  }
  const main = after ?? before;
  const active = () => view.cursor?.program ?? main;
  $('zoom-in').onclick = () => zoom(active(), .5, view.kept?.step);
  $('zoom-out').onclick = () => zoom(active(), 2);
  $('zoom-reset').onclick = () => programs.forEach((program) => setRange(program, 0, program.numSteps));
  $('zoom-peak').onclick = () => {
    for (const program of programs) {
      const width = Math.max(40, Math.round(program.numSteps / 20));
      setRange(program, program.peakStep - (width >> 1), program.peakStep + (width >> 1));
    }
    keepStep(main, main.numSteps ? main.peakStep : null);
  };
}
