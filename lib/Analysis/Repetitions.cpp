//===- Repetitions.cpp - Maximal repetitions in a sequence ----------------===//
//
// A repetition that crosses the middle of a range has a whole period on one side of it. For every
// period at once, Z-functions say how far the equality reaches to both sides of the middle. A
// repetition that reaches over the end of the range crosses the middle of a larger one and is found
// there.
//
//===----------------------------------------------------------------------===//
#include "remat/Analysis/Repetitions.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace mlir::remat;

/// For each position, the length of the longest common prefix of the text and its rest from there.
static std::vector<size_t> zFunction(const std::vector<uint64_t> &text) {
  std::vector<size_t> z(text.size(), 0);
  for (size_t i = 1, left = 0, right = 0; i < text.size(); ++i) {
    if (i < right)
      z[i] = std::min(right - i, z[i - left]);
    while (i + z[i] < text.size() && text[z[i]] == text[i + z[i]])
      ++z[i];
    if (i + z[i] > right) {
      left = i;
      right = i + z[i];
    }
  }
  return z;
}

namespace {

class RepetitionFinder {
public:
  explicit RepetitionFinder(llvm::ArrayRef<uint32_t> sequence) : sequence(sequence) {}

  std::vector<Repetition> run() {
    search(0, sequence.size());
    // Multiples of a period come with the same range.
    auto key = [](const Repetition &r) { return std::tuple(r.begin, r.end, r.period); };
    llvm::sort(found, [&](const Repetition &a, const Repetition &b) { return key(a) < key(b); });
    auto sameRange = [](const Repetition &a, const Repetition &b) {
      return a.begin == b.begin && a.end == b.end;
    };
    found.erase(std::unique(found.begin(), found.end(), sameRange), found.end());
    return std::move(found);
  }

private:
  // Never an element, so that no equality reaches across.
  static constexpr uint64_t kSeparator = ~uint64_t(0);

  void search(size_t begin, size_t end);
  void searchAcross(size_t begin, size_t middle, size_t end);
  void enter(size_t begin, size_t end, size_t period) {
    if (end - begin < 2 * period)
      return;
    if (begin > 0 && sequence[begin - 1] == sequence[begin - 1 + period])
      return;
    if (end < sequence.size() && sequence[end] == sequence[end - period])
      return;
    found.push_back({begin, end, period});
  }

  llvm::ArrayRef<uint32_t> sequence;
  std::vector<Repetition> found;
};

} // namespace

void RepetitionFinder::search(size_t begin, size_t end) {
  if (end - begin < 2)
    return;
  size_t middle = begin + (end - begin) / 2;
  search(begin, middle);
  search(middle, end);
  searchAcross(begin, middle, end);
}

void RepetitionFinder::searchAcross(size_t begin, size_t middle, size_t end) {
  auto whole = sequence.slice(begin, end - begin);
  size_t numLeft = middle - begin, numRight = end - middle;
  auto left = whole.take_front(numLeft), right = whole.drop_front(numLeft);
  auto join = [](auto first, auto second) {
    std::vector<uint64_t> text(first.begin(), first.end());
    text.push_back(kSeparator);
    text.insert(text.end(), second.begin(), second.end());
    return text;
  };
  // Forward: equality from the middle on. Backward: equality that ends before the middle.
  std::vector<size_t> forward = zFunction(join(right, whole));
  std::vector<size_t> backward = zFunction(join(llvm::reverse(left), llvm::reverse(whole)));
  // How far the text at the middle agrees with the text at `place` of the range, to the right.
  auto agreesAfter = [&](size_t place) {
    return place < whole.size() ? forward[numRight + 1 + place] : 0;
  };
  // How far the text that ends at the middle agrees with the one that ends at `place`.
  auto agreesBefore = [&](size_t place) {
    return place > 0 ? backward[numLeft + 1 + whole.size() - place] : 0;
  };
  // A whole period right of the middle.
  for (size_t period = 1; period <= numRight; ++period) {
    size_t before = agreesBefore(numLeft + period), after = agreesAfter(numLeft + period);
    enter(middle - before, middle + period + after, period);
  }
  // A whole period left of it.
  for (size_t period = 1; period <= numLeft; ++period) {
    size_t before = agreesBefore(numLeft - period), after = agreesAfter(numLeft - period);
    enter(middle - period - before, middle + after, period);
  }
}

std::vector<Repetition> mlir::remat::findRepetitions(llvm::ArrayRef<uint32_t> sequence) {
  return RepetitionFinder(sequence).run();
}
