//===- GapReruns.cpp - Runs that fill gaps must fit the budget, too -------===//
#include "GapReruns.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>

namespace rematplan {

GapReruns::GapReruns(const RerunSpace &space, const StorageUses &uses,
                     llvm::ArrayRef<GapPlace> places, std::vector<ProvenGap> charged)
    : space(space), uses(uses), places(places), charged(std::move(charged)) {}

bool GapReruns::isOver(const GapModel &model, uint32_t gap, uint32_t window,
                       llvm::ArrayRef<double> openShares) const {
  llvm::SmallVector<uint32_t> runs{model.gaps[gap].place};
  if (isOver(model, runs, window, openShares))
    return true;
  for (const GapModel::Gap &other : model.gaps)
    if (other.isOpen && other.last == window && other.place != runs.front())
      runs.push_back(other.place);
  return runs.size() > 1 && isOver(model, runs, window, openShares);
}

/// Whether the last of the runs is over the budget.
bool GapReruns::isOver(const GapModel &model, llvm::ArrayRef<uint32_t> runs, uint32_t window,
                       llvm::ArrayRef<double> openShares) const {
  const int64_t least = leastExcessBytes(runs, {window, window, true});
  if (least <= 0)
    return false;
  double excess = static_cast<double>(least);
  const double most = 0.05 * excess;
  for (const GapModel::Gap &other : model.gaps) {
    if (other.begin >= window || other.last < window || isThere(runs, other.place))
      continue;
    excess -= static_cast<double>(other.openBytes);
    for (uint32_t option = other.beginOption; option < other.endOption; ++option)
      excess -= openShares[option] * static_cast<double>(model.options[option].bytes);
  }
  return excess > most;
}

llvm::SmallVector<GapReruns::Windows, 4> GapReruns::split(const GapModel &model, uint32_t id,
                                                          llvm::ArrayRef<double> openShares) const {
  // What is earlier than these can be told apart in cases of its own, if it turns out that it
  // matters.
  constexpr size_t mostTight = 3;
  const GapModel::Gap &gap = model.gaps[id];
  llvm::SmallVector<Windows, 4> parts;
  uint32_t window = gap.last;
  while (window > gap.begin && parts.size() < mostTight && isOver(model, id, window, openShares)) {
    parts.push_back({window, window, true});
    --window;
  }
  // Of one window it is known that it is the one.
  if (window > gap.begin)
    parts.push_back({gap.begin + 1, window, window == gap.begin + 1});
  return parts;
}

int64_t GapReruns::leastExcessBytes(llvm::ArrayRef<uint32_t> runs, Windows windows) const {
  int64_t excess = std::numeric_limits<int64_t>::max();
  for (uint32_t place : runs)
    for (uint32_t window = windows.first; window <= windows.last; ++window)
      excess = std::min(excess, space.excessBytes(places[place].root, window));
  return excess;
}

/// Whether the last of the runs finds the storage of the other gap, whichever it is.
bool GapReruns::isThere(llvm::ArrayRef<uint32_t> runs, uint32_t other) const {
  return llvm::is_contained(runs, other) || llvm::all_of(runs, [&](uint32_t place) {
           return space.touches(places[place].root, places[other].root);
         });
}

/// What the other gap is charged for operands that the run needs anyway.
int64_t GapReruns::roomBytes(uint32_t place, uint32_t other) const {
  int64_t bytes = 0;
  for (const ProvenNeed &need : llvm::drop_begin(charged[other].needs)) {
    const ValueId root = uses.roots[need.value];
    if (space.touches(places[place].root, root))
      bytes += static_cast<int64_t>(__int128(uses.problem.values[root].bytes) * need.roomShare /
                                    GapModel::costScale);
  }
  return bytes;
}

/// The most for any of the runs.
int64_t GapReruns::mostRoomBytes(llvm::ArrayRef<uint32_t> runs, uint32_t other) const {
  int64_t most = 0;
  for (uint32_t place : runs)
    most = std::max(most, roomBytes(place, other));
  return most;
}

void GapReruns::addRows(GapModel &model, uint32_t gap, Windows windows) const {
  llvm::SmallVector<uint32_t> runs{model.gaps[gap].place};
  addRow(model, runs, windows);
  if (windows.first != windows.last)
    return;
  for (uint32_t other = 0; other < model.gaps.size(); ++other) {
    const GapModel::Gap &it = model.gaps[other];
    if (other != gap && it.isOpen && it.first == windows.first && it.last == windows.last)
      runs.push_back(it.place);
  }
  llvm::sort(runs);
  if (runs.size() > 1)
    addRow(model, runs, windows);
}

/// Whichever of the runs is the last one: the one that needs least, where most can be absent.
void GapReruns::addRow(GapModel &model, llvm::ArrayRef<uint32_t> runs, Windows windows) const {
  int64_t excess = leastExcessBytes(runs, windows);
  if (excess <= 0)
    return;
  GapModel::Rerun rerun{runs.vec(), windows.first, windows.last, {}};
  std::vector<bool> isIdle(places.size(), true);
  for (uint32_t other = 0; other < model.gaps.size(); ++other) {
    const GapModel::Gap &it = model.gaps[other];
    isIdle[it.place] = it.hasIdleOptions;
    if (it.begin >= windows.last || it.last < windows.first || isThere(runs, it.place))
      continue;
    const int64_t room = mostRoomBytes(runs, it.place);
    if (it.isOpen)
      excess -= it.openBytes + room;
    if (it.beginOption < it.endOption)
      rerun.covers.push_back({other, it.isOpen ? 0 : room});
  }
  // What frees nothing at any op may be open although it counts as closed.
  for (uint32_t other = 0; other < places.size(); ++other)
    if (isIdle[other] && places[other].begin < windows.last && places[other].end >= windows.first &&
        !isThere(runs, other))
      excess -= mostRoomBytes(runs, other);
  if (excess <= 0)
    return;
  model.excessBytes.push_back(excess);
  model.reruns.push_back(std::move(rerun));
}

} // namespace rematplan
