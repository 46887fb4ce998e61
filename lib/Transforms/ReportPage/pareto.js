// The trade-off of all budgets, with this plan on it.

function showPareto() {
  const points = report.pareto ?? [];
  $('pareto-section').hidden = points.length < 2;
  if ($('pareto-section').hidden) return;
  const plan = {peak: report.peak_after_bytes, overhead: report.overhead_percent};
  const low = Math.min(plan.peak, points[0].peak_bytes), high = Math.max(report.peak_before_bytes, plan.peak);
  // As wide as its place, so that labels keep their size; from 320 to 640.
  const svg = $('pareto');
  const width = Math.max(320, Math.min(640, svg.clientWidth || 640));
  const scale = textScale();
  svg.setAttribute('viewBox', `0 0 ${width} ${258 + 42 * scale}`);
  const left = 56 * scale, right = width - 18, top = 18 * scale, bottom = 258;
  const span = Math.max(1, high - low) * 1.06, first = low - Math.max(1, high - low) * .03;
  const limit = Math.max(1e-9, plan.overhead, ...points.map((point) => point.overhead_percent)) * 1.08;
  const x = (bytes) => left + (bytes - first) / span * (right - left);
  const y = (percent) => bottom - percent / limit * (bottom - top);
  const add = (tag, attributes, content) => svg.append(makeSvg(tag, attributes, content));

  for (const percent of ticks(limit, 4)) {
    add('line', {class: 'axis', x1: left, x2: right, y1: y(percent), y2: y(percent)});
    add('text', {x: left - 6, y: y(percent) + 4 * scale, 'text-anchor': 'end'}, `${+percent.toPrecision(6)} %`);
  }
  const numParts = width < 480 * scale ? 1 : 3;
  for (let part = 0; part <= numParts; ++part) {
    const bytes = low + (high - low) * part / numParts;
    add('text', {x: x(bytes), y: bottom + 18 * scale, 'text-anchor': part === 0 ? 'start' : part === numParts ? 'end' : 'middle'},
        `${formatBytes(bytes).replace(/\.(\d)\d\d /, '.$1 ')} (${Math.round(100 * bytes / report.peak_before_bytes)} %)`);
  }
  add('text', {x: (left + right) / 2, y: bottom + 36 * scale, 'text-anchor': 'middle'}, 'peak memory (share of the peak before)');
  add('text', {x: left, y: top - 6}, 'overhead');
  if (report.budget_bytes >= first && report.budget_bytes <= first + span) {
    add('line', {class: 'budget', x1: x(report.budget_bytes), x2: x(report.budget_bytes), y1: top, y2: bottom});
    add('text', {x: x(report.budget_bytes) - 4, y: top + 10 * scale, 'text-anchor': 'end'}, 'budget');
  }
  // A point holds for every budget up to the next one.
  const stairs = (key) => points.map((point, at) =>
    `${at ? 'L' : 'M'}${x(point.peak_bytes)} ${y(at ? points[at - 1][key] : point[key])}L${x(point.peak_bytes)} ${y(point[key])}`).join('');
  add('path', {class: 'bound', d: stairs('overhead_lower_bound_percent')});
  add('path', {class: 'curve', d: stairs('overhead_percent')});
  for (const point of points) {
    const circle = makeSvg('circle', {
      class: point.is_knee ? 'knee' : 'point', r: point.is_knee ? 5 : 3.5, cx: x(point.peak_bytes), cy: y(point.overhead_percent)});
    circle.append(makeSvg('title', {}, `${formatBytes(point.peak_bytes)}: ${formatPercent(point.overhead_percent)}`));
    svg.append(circle);
    if (point.is_knee) add('text', {x: x(point.peak_bytes) + 9, y: y(point.overhead_percent) - 7}, 'knee');
  }
  const isRight = x(plan.peak) > right - 90 * scale;
  add('circle', {class: 'plan', id: 'pareto-plan', r: 6.5, cx: x(plan.peak), cy: y(plan.overhead)});
  add('text', {class: 'mark', x: x(plan.peak) + (isRight ? -11 : 11), y: y(plan.overhead) - 9,
               'text-anchor': isRight ? 'end' : 'start'}, 'this plan');
  $('pareto-caption').textContent =
    'Each point is a plan for another budget, searched with less effort than this plan; the curve is of the planning problem, ' +
    'this plan was judged after rewriting. The dotted line is what is proven: no plan is below it.';
  showParetoTable(points);
}

function showParetoTable(points) {
  const table = $('pareto-table');
  const numbers = ['Peak', 'of before', 'Overhead', 'at least'];
  table.append(make('thead', {}, make('tr', {}, ...numbers.map((title) => make('th', {class: 'number', scope: 'col'}, title)),
                                      make('th', {scope: 'col'}, 'for plans of'), make('th'))));
  const body = make('tbody');
  for (const point of points)
    body.append(make('tr', {}, ...[
      formatBytes(point.peak_bytes), `${(100 * point.peak_bytes / report.peak_before_bytes).toFixed(1)} %`,
      formatPercent(point.overhead_percent), formatPercent(point.overhead_lower_bound_percent),
    ].map((cell) => make('td', {class: 'number'}, cell)), make('td', {}, point.bound_class), make('td', {}, point.is_knee ? 'knee' : '')));
  table.append(body);
}
