//===- GapNeeds.h - What gaps cost, for the certificate checker -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPNEEDS_H
#define REMAT_LIB_PLANNING_GAPNEEDS_H

#include "ProgramGaps.h"
#include "StrictJson.h"
#include <map>

namespace rematplan {

/// Shares and costs are in 1 / needScale of a whole.
inline constexpr int64_t needScale = 1024;

/// Reads what gaps need. Part of the certificate checker: shares no code with the planner.
class GapNeeds {
public:
  GapNeeds(const ProgramGaps &program, StrictJson &json) : program(program), json(json) {}

  /// Reads what a gap needs, [value, parent, share of its room, [[op, share of a run], ...]] each,
  /// the storage itself first, and lists the ways to open the gap: what is needed and was gone is
  /// kept, which takes room, or made again.
  void read(ProgramGap &gap, const llvm::json::Array &needs);
  /// Where gaps overlap, their shares of one thing must add up to at most all of it.
  void checkShares();

private:
  struct Need {
    uint32_t parent;
    std::set<uint32_t> ops;
    uint32_t storage;
    int64_t keptBytes;
    __int128 payment;
    /// The part for the producer of the gap's storage.
    __int128 producerPayment;
    bool canBePaid;
  };
  Need readNeed(const ProgramGap &gap, const llvm::json::Array &fields,
                llvm::ArrayRef<Need> earlier);
  int64_t share(uint32_t resource, const ProgramGap &gap, int64_t part);

  const ProgramGaps &program;
  StrictJson &json;
  /// By op, for its runs, and then by storage, for room: from when on which share is taken.
  std::map<uint32_t, std::vector<std::pair<uint32_t, int64_t>>> shares;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPNEEDS_H
