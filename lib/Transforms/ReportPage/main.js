// Key figures, warnings and the command; then everything starts.

function addFigure(title, main, ...notes) {
  $('figures').append(make('div', {}, make('dt', {}, title), make('dd', {}, main, ...notes.map((note) => make('small', {}, note)))));
}

const exactly = (bytes) => `${formatCount(bytes)} bytes`;

function showFigures() {
  document.title = `${report.function}: ${report.status}`;
  $('function').textContent = report.function;
  $('status').textContent = report.status + (report.infeasible_proven ? ' (proven)' : '');
  $('status').classList.add(report.status);
  $('subtitle').textContent = `Memory model ${report.memory_model}, device ${report.device}; ` +
    `forward ends at ${formatCount(before.backwardBegin)} of ${formatCount(before.numSteps)} steps (by ${packed.boundary_rule}).`;

  const share = (bytes) => `${(100 * bytes / Math.max(1, report.peak_before_bytes)).toFixed(1)} % of the peak before`;
  addFigure('Peak before', formatBytes(report.peak_before_bytes), exactly(report.peak_before_bytes));
  addFigure('Peak after', formatBytes(report.peak_after_bytes), exactly(report.peak_after_bytes), share(report.peak_after_bytes));
  if (report.budget_bytes !== null)
    addFigure('Budget', formatBytes(report.budget_bytes), exactly(report.budget_bytes), share(report.budget_bytes));
  if (report.total_bytes !== undefined)
    addFigure('Total of a run', formatBytes(report.total_bytes), exactly(report.total_bytes),
              `before ${formatBytes(report.total_before_bytes)}`,
              `arguments ${formatBytes(report.argument_bytes)}, results ${formatBytes(report.result_bytes)}, arena ${formatBytes(report.arena_bytes)}`);
  addFigure('No plan is below', formatBytes(report.budget_lower_limit_bytes), exactly(report.budget_lower_limit_bytes),
            report.budget_lower_limit_op && `forced by ${report.budget_lower_limit_op}`);
  addFigure('Overhead', formatPercent(report.overhead_percent), `at least ${formatPercent(report.overhead_lower_bound_percent)} is proven`,
            `for ${report.bound_class} plans`);
  addFigure('Recomputed', countOf(report.recomputed_ops, 'op'),
            `${countOf(report.barriers, 'barrier')}, ${countOf(report.folded_copies, 'folded copy', 'folded copies')}`);
  if (report.flops_before)
    addFigure('Products', `× ${(report.flops_after / report.flops_before).toFixed(4)}`,
              `${report.flops_before.toExponential(3)} → ${report.flops_after.toExponential(3)} flops`);
  if (report.kernels !== undefined)
    addFigure('Work of a run', countOf(report.kernels, 'kernel'), `${exactly(report.moved_bytes)} read and written`);
  if (report.launches) {
    const {total, kernels, products, convolutions, copies} = report.launches;
    addFigure('Launches', formatCount(total), `kernels ${formatCount(kernels)}, products ${formatCount(products)}`,
              `convolutions ${formatCount(convolutions)}, copies ${formatCount(copies)}`);
  }
  if (report.attention)
    addFigure('Attention', `${formatCount(report.attention.ops)} fused`, exactly(report.attention.score_bytes), 'of scores are not stored');
}

function showWarnings() {
  $('warnings').hidden = !report.warnings.length;
  $('warnings').querySelector('ul').append(...report.warnings.map((warning) => make('li', {}, warning)));
}

function showRun() {
  $('command-block').hidden = !report.command;
  $('command').textContent = report.command ?? '';
  $('copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(report.command);
      $('copy').textContent = 'Copied';
    } catch { // The browser does not let the page: marked, the reader can copy it.
      getSelection().selectAllChildren($('command'));
    }
  });
  for (const [phase, seconds] of Object.entries(report.timing))
    addFact($('timing'), phase, `${seconds.toFixed(3)} s`);
}

showFigures();
showWarnings();
startTable();
startTimelines();
startArena();
showPareto();
showPolicy();
showLargest();
showLayers();
showRun();
showAllFigures();
showDetails();
redraw();
window.addEventListener('resize', redraw);
for (const query of ['(prefers-color-scheme: dark)', 'print']) window.matchMedia(query).addEventListener('change', drawNow);
