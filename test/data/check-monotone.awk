# Reads lines `budget N`, `overhead X`, `peak N`, `status S` of plans from the loosest budget to the tightest.
$1 == "budget" { budget = $2 }
$1 == "overhead" { overhead = $2 }
$1 == "peak" { peak = $2 }
$1 == "status" {
  ++plans
  if ($2 == "met" && peak > budget) { print "over the budget of", budget, ": peak", peak; ++faults }
  if (plans > 1 && peak > lastPeak) { print "the peak rises to", peak, "at the tighter budget", budget; ++faults }
  if (plans > 1 && $2 == "met" && overhead < lastOverhead) {
    print "the overhead falls to", overhead, "at the tighter budget", budget
    ++faults
  }
  if (lastStatus == "infeasible" && $2 != "infeasible") { print $2, "at the tighter budget", budget; ++faults }
  lastPeak = peak
  lastOverhead = overhead
  lastStatus = $2
}
END { print plans + 0, "budgets,", faults + 0, "faults" }
