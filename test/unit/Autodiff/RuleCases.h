//===- RuleCases.h - Programs with one rule each -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_AUTODIFF_RULECASES_H
#define REMAT_TEST_UNIT_AUTODIFF_RULECASES_H

#include <string>
#include <vector>

namespace remattest {

/// A function of f64 tensors.
struct RuleCase {
  /// Shapes such as "2x3"; "" is rank 0.
  using Shapes = std::vector<std::string>;

  std::string name;
  Shapes inputs;
  /// The shape of the result.
  std::string result;
  /// Ops that make %y of %x0, %x1, …. `T(2x3)` stands for tensor<2x3xf64>, `S` for tensor<f64>.
  std::string body;
  /// Range of the numbers that go in.
  double low = -1.5, high = 1.5;
};

std::vector<RuleCase> elementwiseCases();
std::vector<RuleCase> shapeCases();
std::vector<RuleCase> indexedCases();
std::vector<RuleCase> reductionCases();
std::vector<RuleCase> libraryCases();
std::vector<RuleCase> regionCases();

} // namespace remattest

#endif // REMAT_TEST_UNIT_AUTODIFF_RULECASES_H
