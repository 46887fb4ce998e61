//===- IndexForm.cpp - Indices as sums of digits of variables -------------===//
#include "IndexForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::remat;
using llvm::divideFloorSigned;

unsigned IndexSpace::addVariable(IndexRange range) {
  ranges.push_back(range);
  return size() - 1;
}

const IndexSpace::Quotient *IndexSpace::quotientOf(unsigned variable) const {
  auto found = quotients.find(variable);
  return found == quotients.end() ? nullptr : &found->second;
}

IndexForm IndexSpace::whole(unsigned variable, int64_t size) const {
  return digit(variable, 1, size);
}

IndexForm IndexSpace::digit(unsigned variable, int64_t low, int64_t size) const {
  IndexForm form;
  form.terms.push_back({variable, low, size, 1});
  return canonical(std::move(form));
}

IndexRange IndexSpace::range(const IndexTerm &term) const {
  IndexRange all = ranges[term.variable];
  int64_t lower = divideFloorSigned(all.lower, term.low);
  int64_t upper = divideFloorSigned(all.upper, term.low);
  int64_t turn = divideFloorSigned(lower, term.size);
  if (turn != divideFloorSigned(upper, term.size)) {
    lower = 0;
    upper = term.size - 1;
  } else {
    lower -= turn * term.size;
    upper -= turn * term.size;
  }
  lower *= term.factor;
  upper *= term.factor;
  return {std::min(lower, upper), std::max(lower, upper)};
}

IndexRange IndexSpace::range(const IndexForm &form) const {
  IndexRange sum{form.constant, form.constant};
  for (const IndexTerm &term : form.terms) {
    IndexRange part = range(term);
    sum.lower += part.lower;
    sum.upper += part.upper;
  }
  return sum;
}

bool IndexSpace::isWhole(const IndexTerm &term) const {
  return ranges[term.variable].upper / term.low < term.size;
}

IndexForm IndexSpace::canonical(IndexForm form) const {
  llvm::sort(form.terms);
  IndexForm result;
  result.constant = form.constant;
  for (const IndexTerm &term : form.terms) {
    if (term.factor == 0)
      continue;
    IndexRange known = range(term);
    if (known.lower == known.upper) {
      result.constant += known.lower;
      continue;
    }
    if (!result.terms.empty() && result.terms.back().variable == term.variable) {
      IndexTerm &last = result.terms.back();
      if (last.low == term.low && last.size == term.size) {
        last.factor += term.factor;
        if (last.factor == 0)
          result.terms.pop_back();
        continue;
      }
      if (last.low * last.size == term.low && last.factor * last.size == term.factor) {
        last.size *= term.size;
        continue;
      }
    }
    result.terms.push_back(term);
  }
  // A digit that does not turn over is the whole rest of its variable, but for a constant.
  for (IndexTerm &term : result.terms) {
    IndexRange all = ranges[term.variable];
    int64_t turn = divideFloorSigned(all.lower, term.low * term.size);
    if (all.lower < 0 || turn != divideFloorSigned(all.upper, term.low * term.size))
      continue;
    result.constant -= turn * term.size * term.factor;
    term.size = all.upper / term.low + 1;
  }
  return result;
}

IndexForm IndexSpace::add(const IndexForm &a, const IndexForm &b, int64_t factor) const {
  IndexForm sum = a;
  sum.constant += b.constant * factor;
  for (IndexTerm term : b.terms) {
    term.factor *= factor;
    sum.terms.push_back(term);
  }
  return canonical(std::move(sum));
}

IndexForm IndexSpace::shift(IndexForm form, int64_t constant) const {
  form.constant += constant;
  return form;
}

IndexForm IndexSpace::scale(IndexForm form, int64_t factor) const {
  form.constant *= factor;
  for (IndexTerm &term : form.terms)
    term.factor *= factor;
  return canonical(std::move(form));
}

std::pair<IndexForm, IndexForm> IndexSpace::divide(const IndexForm &form, int64_t divisor) {
  if (divisor == 1)
    return {form, constantForm(0)};
  // What is a multiple of the divisor, already divided, and what is left.
  IndexForm high, low;
  high.constant = divideFloorSigned(form.constant, divisor);
  low.constant = form.constant - high.constant * divisor;
  for (const IndexTerm &term : form.terms) {
    if (term.factor % divisor == 0) {
      high.terms.push_back({term.variable, term.low, term.size, term.factor / divisor});
      continue;
    }
    int64_t part = term.factor > 0 && divisor % term.factor == 0 ? divisor / term.factor : 0;
    if (part > 0 && part < term.size && (term.size % part == 0 || isWhole(term))) {
      low.terms.push_back({term.variable, term.low, part, term.factor});
      high.terms.push_back({term.variable, term.low * part, (term.size + part - 1) / part, 1});
      continue;
    }
    low.terms.push_back(term);
  }
  high = canonical(std::move(high));
  low = canonical(std::move(low));
  // What is left counts from zero, also where an index runs backwards: division is unsigned.
  IndexRange rest = range(low);
  const int64_t turn = divideFloorSigned(rest.lower, divisor);
  const int64_t turns = divideFloorSigned(rest.upper, divisor) - turn;
  high = shift(std::move(high), turn);
  low = shift(std::move(low), -turn * divisor);
  if (turns == 0)
    return {std::move(high), std::move(low)};
  auto [found, isNew] = quotientIds.try_emplace({low, divisor}, size());
  if (isNew) {
    addVariable({0, turns});
    quotients[found->second] = {low, divisor};
  }
  IndexForm quotient = whole(found->second, turns + 1);
  return {add(high, quotient), add(low, quotient, -divisor)};
}

IndexForm IndexSpace::linearize(llvm::ArrayRef<IndexForm> indices,
                                llvm::ArrayRef<int64_t> shape) const {
  IndexForm place;
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    place = add(place, indices[dim], stride);
    stride *= shape[dim];
  }
  return place;
}

IndexForms IndexSpace::delinearize(const IndexForm &place, llvm::ArrayRef<int64_t> shape) {
  IndexForms indices(shape.size());
  IndexForm rest = place;
  for (size_t dim = shape.size(); dim-- > 0;) {
    auto [quotient, digit] = divide(rest, shape[dim]);
    indices[dim] = digit;
    rest = quotient;
  }
  return indices;
}
