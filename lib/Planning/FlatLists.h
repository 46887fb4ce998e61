//===- FlatLists.h - Many short lists in one array -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_FLATLISTS_H
#define REMAT_LIB_PLANNING_FLATLISTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace rematplan {

/// A list of lists whose elements lie behind each other in one array. Lists are built one after the
/// other.
template <typename T> class FlatLists {
public:
  /// Appends to the list that is being built.
  void push(const T &element) { elements.push_back(element); }
  /// Ends the list that is being built and starts the next one.
  void endList() { ends.push_back(static_cast<uint32_t>(elements.size())); }

  size_t size() const { return ends.size() - 1; }
  size_t elementCount() const { return elements.size(); }
  llvm::ArrayRef<T> operator[](size_t list) const {
    return llvm::ArrayRef<T>(elements.data() + ends[list], ends[list + 1] - ends[list]);
  }

  /// Builds `lists` lists from (list, element) pairs; elements keep the order of the pairs within
  /// their list.
  static FlatLists fromPairs(size_t lists, llvm::ArrayRef<std::pair<uint32_t, T>> pairs) {
    FlatLists result;
    result.ends.assign(lists + 1, 0);
    for (const auto &pair : pairs)
      ++result.ends[pair.first + 1];
    for (size_t list = 0; list < lists; ++list)
      result.ends[list + 1] += result.ends[list];
    std::vector<uint32_t> next(result.ends.begin(), result.ends.end() - 1);
    result.elements.resize(pairs.size());
    for (const auto &pair : pairs)
      result.elements[next[pair.first]++] = pair.second;
    return result;
  }

private:
  std::vector<T> elements;
  std::vector<uint32_t> ends = {0};
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_FLATLISTS_H
