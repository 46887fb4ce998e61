// What the charts over steps share: sizes, colours, axes, zoom and selection.

/// How much larger than usual the reader wants texts.
const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

const margin = {
  get left() { return 64 * textScale(); },
  right: 12,
  get top() { return 18 * textScale(); },
  get bottom() { return 26 * textScale(); },
};

/// What is shown where: a range of steps per program, the step under the pointer or cursor, a step
/// that was clicked, a value that was chosen, and the kinds that are hidden.
const view = {
  ranges: Object.fromEntries(programs.map((program) => [program.name, [0, program.numSteps]])),
  cursor: null,
  kept: null,
  selected: null,
  hidden: new Set(),
};

const redraws = [];
let isScheduled = false;
/// Draws everything once before the next frame.
function redraw() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(drawNow);
}
function drawNow() {
  isScheduled = false;
  for (const draw of redraws) draw();
}

function palette() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    kinds: kinds.map((_, kind) => color(`kind-${kind}`)),
    text: color('text'), muted: color('muted'), grid: color('grid'), card: color('card'),
    budget: color('budget'), accent: color('accent'), selected: color('selected'),
  };
}

/// Draws a chart of a program: what depends on the pointer anew each time, the rest where something
/// else has changed, from a picture otherwise.
const pictures = new Map();
function drawChart(canvas, program, drawRest) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  const plot = {
    left: margin.left, top: margin.top, right: width - margin.right, bottom: height - margin.bottom,
  };
  plot.width = Math.max(1, plot.right - plot.left);
  plot.height = Math.max(1, plot.bottom - plot.top);
  const colors = palette(), range = view.ranges[program.name], scale = scaleOf(plot, range);
  const key = JSON.stringify([width, height, ratio, textScale(), program.name, range, [...view.hidden], view.selected, colors]);
  let picture = pictures.get(canvas);
  if (picture?.key !== key) {
    picture = {key, canvas: picture?.canvas ?? document.createElement('canvas')};
    pictures.set(canvas, picture);
    picture.canvas.width = Math.round(width * ratio);
    picture.canvas.height = Math.round(height * ratio);
    const context = picture.canvas.getContext('2d');
    context.scale(ratio, ratio);
    context.font = `${12 * textScale()}px system-ui, sans-serif`;
    drawRest({context, plot, colors, range, scale});
    drawSelection(context, plot, scale, colors, program);
    canvas.width = picture.canvas.width;
    canvas.height = picture.canvas.height;
  }
  const context = canvas.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (picture.canvas.width && picture.canvas.height) context.drawImage(picture.canvas, 0, 0);
  context.scale(ratio, ratio);
  drawPointer(context, plot, scale, colors, program);
}

/// From steps to pixels and back.
function scaleOf(plot, [first, last]) {
  const span = Math.max(1, last - first);
  return {
    x: (step) => plot.left + (step - first) / span * plot.width,
    step: (x) => Math.min(last - 1, Math.max(first, Math.floor(first + (x - plot.left) / plot.width * span))),
  };
}

function drawAxes(context, plot, colors, limitBytes, range) {
  const y = (bytes) => plot.bottom - bytes / limitBytes * plot.height;
  context.lineWidth = 1;
  context.fillStyle = colors.muted;
  context.strokeStyle = colors.grid;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const bytes of ticks(limitBytes, 4)) {
    const at = Math.round(y(bytes)) + .5;
    context.beginPath();
    context.moveTo(plot.left, at);
    context.lineTo(plot.right, at);
    context.stroke();
    context.fillText(bytes === 0 ? '0' : formatBytes(bytes).replace(/\.?0+ /, ' '), plot.left - 6, at);
  }
  const scale = scaleOf(plot, range);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const [first, last] = range;
  const step = Math.max(1, ticks(last - first, Math.max(2, Math.min(8, plot.width / (80 * textScale()))))[1] || 1);
  for (let at = Math.ceil(first / step) * step; at < last; at += step)
    context.fillText(formatCount(at), scale.x(at), plot.bottom + 6);
}

/// A text in front of whatever is drawn there.
function drawLabel(context, colors, color, label, x, y) {
  context.save();
  context.setLineDash([]);
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = colors.card;
  context.strokeText(label, x, y);
  context.fillStyle = color;
  context.fillText(label, x, y);
  context.restore();
}

function drawVertical(context, plot, x, color, dash = []) {
  context.save();
  context.strokeStyle = color;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(Math.round(x) + .5, plot.top);
  context.lineTo(Math.round(x) + .5, plot.bottom);
  context.stroke();
  context.restore();
}

/// Strips below the plot: when the chosen value is alive.
function drawSelection(context, plot, scale, colors, program) {
  if (view.selected === null) return;
  context.fillStyle = colors.selected;
  for (const [begin, end] of values[view.selected].spans[program.name]) {
    const left = Math.max(plot.left, scale.x(begin)), right = Math.min(plot.right, scale.x(end));
    if (right >= plot.left && left <= plot.right)
      context.fillRect(left, plot.bottom + 1, Math.max(2, right - left), 4);
  }
}

/// The steps under the pointer, kept, and being dragged over.
function drawPointer(context, plot, scale, colors, program) {
  if (view.drag?.program === program) {
    const [from, to] = [view.drag.from, view.drag.to].sort((a, b) => a - b);
    context.save();
    context.globalAlpha = .25;
    context.fillStyle = colors.accent;
    context.fillRect(scale.x(from), plot.top, scale.x(to + 1) - scale.x(from), plot.height);
    context.restore();
  }
  for (const [mark, color] of [[view.kept, colors.accent], [view.cursor, colors.text]])
    if (mark?.program === program && mark.step !== null) {
      const x = scale.x(mark.step + .5);
      if (x >= plot.left && x <= plot.right) drawVertical(context, plot, x, color);
    }
}

function setRange(program, first, last) {
  const width = Math.max(Math.min(8, program.numSteps), Math.min(program.numSteps, last - first));
  const begin = Math.max(0, Math.min(program.numSteps - width, first));
  view.ranges[program.name] = [begin, begin + width];
  redraw();
}

/// Zooms by a factor so that `step` stays where it is.
function zoom(program, factor, step) {
  const [first, last] = view.ranges[program.name];
  const middle = step ?? (first + last) / 2;
  const width = Math.round((last - first) * factor);
  setRange(program, Math.round(middle - (middle - first) / (last - first) * width),
           Math.round(middle - (middle - first) / (last - first) * width) + width);
}

function setCursor(program, step) {
  view.cursor = {program, step};
  const [first, last] = view.ranges[program.name];
  if (step < first || step >= last) setRange(program, step - ((last - first) >> 1), step + ((last - first + 1) >> 1));
  showDetails();
  redraw();
}

/// Steps and zooms of a canvas by keyboard, pointer and wheel. `programOf` says what it shows now.
function addControls(canvas, programOf, onMove) {
  let dragFrom = null;
  const stepAt = (event) => {
    const plot = {left: margin.left, width: Math.max(1, canvas.clientWidth - margin.left - margin.right)};
    return scaleOf(plot, view.ranges[programOf().name]).step(event.offsetX);
  };
  canvas.addEventListener('pointermove', (event) => {
    if (!programOf().numSteps) return;
    if (dragFrom !== null) view.drag = {program: programOf(), from: dragFrom, to: stepAt(event)};
    onMove(stepAt(event), event);
  });
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !programOf().numSteps) return;
    dragFrom = stepAt(event);
    if (event.pointerId !== undefined && event.isTrusted) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (dragFrom === null) return;
    const [from, to] = [Math.min(dragFrom, stepAt(event)), Math.max(dragFrom, stepAt(event))];
    const [first, last] = view.ranges[programOf().name];
    // A short way is a click.
    if ((to - from) / (last - first) * canvas.clientWidth > 6 && to > from) setRange(programOf(), from, to + 1);
    else keepStep(programOf(), stepAt(event));
    dragFrom = null;
    view.drag = null;
    redraw();
  });
  // A finger that scrolls the page drags nothing.
  canvas.addEventListener('pointercancel', () => {
    dragFrom = null;
    view.drag = null;
    redraw();
  });
  canvas.addEventListener('dblclick', () => setRange(programOf(), 0, programOf().numSteps));
  canvas.addEventListener('wheel', (event) => {
    const [first, last] = view.ranges[programOf().name];
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(programOf(), event.deltaY > 0 ? 1.25 : .8, stepAt(event));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const shift = Math.round(event.deltaX / canvas.clientWidth * (last - first));
      setRange(programOf(), first + shift, last + shift);
    }
  }, {passive: false});
  canvas.addEventListener('keydown', (event) => onKey(event, programOf()));
}

function onKey(event, program) {
  if (event.ctrlKey || event.metaKey || event.altKey || !program.numSteps) return;
  const step = view.cursor?.program === program ? view.cursor.step : program.peakStep;
  const stride = event.shiftKey ? 10 : 1;
  const clamp = (at) => Math.max(0, Math.min(program.numSteps - 1, at));
  const actions = {
    ArrowLeft: () => setCursor(program, clamp(step - stride)),
    ArrowRight: () => setCursor(program, clamp(step + stride)),
    Home: () => setCursor(program, 0),
    End: () => setCursor(program, program.numSteps - 1),
    Enter: () => keepStep(program, step),
    Escape: () => keepStep(program, null),
    p: () => setCursor(program, program.peakStep),
    0: () => setRange(program, 0, program.numSteps),
    '+': () => zoom(program, .5, step),
    '=': () => zoom(program, .5, step),
    '-': () => zoom(program, 2, step),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
