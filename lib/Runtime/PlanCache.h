//===- PlanCache.h - Library calls that are prepared once -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_PLANCACHE_H
#define REMAT_LIB_RUNTIME_PLANCACHE_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace rematrt {

/// Prepared calls by the content of their descriptors. Preparing takes a library milliseconds,
/// since it generates code.
template <typename Plan> class PlanCache {
public:
  Plan *find(std::span<const int64_t> descriptor) {
    auto found = plans.find(descriptor);
    return found == plans.end() ? nullptr : found->second.get();
  }

  Plan *insert(std::span<const int64_t> descriptor, std::unique_ptr<Plan> plan) {
    std::vector<int64_t> key(descriptor.begin(), descriptor.end());
    return plans.insert_or_assign(std::move(key), std::move(plan)).first->second.get();
  }

private:
  /// Compares keys with descriptors without a copy of the latter.
  struct Before {
    using is_transparent = void;
    template <typename Left, typename Right>
    bool operator()(const Left &left, const Right &right) const {
      return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
    }
  };
  std::map<std::vector<int64_t>, std::unique_ptr<Plan>, Before> plans;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_PLANCACHE_H
