//===- AllocateSearch.cpp - Exact search for offsets within a capacity ----===//
#include "AllocateSearch.h"
#include "RandomDraws.h"
#include <algorithm>
#include <limits>

namespace rematplan {

static constexpr int64_t unknown = std::numeric_limits<int64_t>::max() / 4;

/// Some hundred megabytes.
static constexpr size_t mostFailed = size_t(1) << 23;

static int64_t alignUp(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

OffsetSearch::OffsetSearch(llvm::ArrayRef<ColumnBuffer> buffers, uint32_t columns,
                           int64_t capacityBytes)
    : buffers(buffers.begin(), buffers.end()), capacityBytes(capacityBytes), free(buffers.size()),
      delayed(buffers.size()), lowest(buffers.size()), offset(buffers.size()), columnBytes(columns),
      slackBytes(columns), failures(columns) {}

OffsetSearch::Result OffsetSearch::run(SearchGuide guide, llvm::ArrayRef<uint32_t> rank,
                                       int64_t &work) {
  this->guide = guide;
  this->rank = rank;
  workLeft = work;
  std::fill(free.begin(), free.end(), 0);
  std::fill(delayed.begin(), delayed.end(), false);
  changes.clear();
  Members members(buffers.size());
  for (uint32_t buffer = 0; buffer < buffers.size(); ++buffer)
    members[buffer] = buffer;
  std::stable_sort(members.begin(), members.end(),
                   [&](uint32_t a, uint32_t b) { return buffers[a].begin < buffers[b].begin; });
  const bool found = solve(std::move(members));
  work = std::max<int64_t>(workLeft, 0);
  if (found)
    return Result::Found;
  return workLeft > 0 ? Result::Impossible : Result::OutOfWork;
}

void OffsetSearch::undoTo(size_t mark) {
  while (changes.size() > mark) {
    const Change &change = changes.back();
    free[change.buffer] = change.free;
    delayed[change.buffer] = change.wasDelayed;
    changes.pop_back();
  }
}

bool OffsetSearch::solve(Members members) {
  const size_t mark = changes.size(), firstState = states.size();
  const bool found = searchMembers(members);
  if (!found && workLeft > 0 && failed.size() < mostFailed)
    failed.insert(states.begin() + firstState, states.end());
  states.resize(firstState);
  if (!found)
    undoTo(mark);
  return found;
}

/// What the rest of the search depends on.
uint64_t OffsetSearch::stateOf(const Members &members) const {
  uint64_t state = 0;
  for (uint32_t member : members) {
    const auto lowestFree = static_cast<uint64_t>(free[member]);
    RandomDraws mix((lowestFree << 1 | (delayed[member] ? 1 : 0)) + member * 0x9e3779b97f4a7c15u);
    state += mix.next();
  }
  return state >> 1; // The largest numbers are the empty keys of the set.
}

bool OffsetSearch::searchMembers(Members &members) {
  while (!members.empty()) {
    if (infer(members) == Inference::Fails || workLeft <= 0)
      return false;
    const std::vector<uint32_t> firsts = splitInTime(members);
    if (firsts.size() > 1)
      return solveParts(members, firsts);
    if (members.empty())
      break;
    const uint64_t state = stateOf(members);
    if (failed.contains(state))
      return false;
    states.push_back(state);
    const uint32_t next = choose(members);
    const size_t mark = changes.size();
    place(next, members);
    Members rest;
    rest.reserve(members.size() - 1);
    for (uint32_t member : members)
      if (member != next)
        rest.push_back(member);
    if (solve(std::move(rest)))
      return true;
    undoTo(mark);
    if (workLeft <= 0)
      return false;
    delay(next, members);
  }
  return true;
}

/// Parts that share no column: if one fails, no arrangement of the others helps.
bool OffsetSearch::solveParts(const Members &members, llvm::ArrayRef<uint32_t> firsts) {
  std::vector<Members> parts;
  for (size_t part = 0; part < firsts.size(); ++part) {
    const size_t end = part + 1 < firsts.size() ? firsts[part + 1] : members.size();
    parts.emplace_back(members.begin() + firsts[part], members.begin() + end);
  }
  // A small part fails sooner.
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Members &a, const Members &b) { return a.size() < b.size(); });
  for (Members &part : parts)
    if (!solve(std::move(part)))
      return false;
  return true;
}

/// Lower limits of the offsets of delayed buffers: each rests on a buffer that is not placed yet.
/// Dijkstra's algorithm from the buffers that are not delayed. False if one can rest on nothing.
bool OffsetSearch::liftDelayed(const Members &members) {
  std::vector<uint32_t> open;
  std::vector<std::pair<int64_t, uint32_t>> tops;
  for (uint32_t member : members) {
    if (delayed[member]) {
      lowest[member] = unknown;
      open.push_back(member);
    } else {
      lowest[member] = free[member];
      tops.push_back({-(free[member] + buffers[member].sizeBytes), member});
    }
  }
  if (open.empty())
    return true;
  std::make_heap(tops.begin(), tops.end());
  while (!open.empty()) {
    if (tops.empty())
      return false;
    std::pop_heap(tops.begin(), tops.end());
    const auto [negativeTop, below] = tops.back();
    tops.pop_back();
    for (size_t i = 0; i < open.size();) {
      const uint32_t member = open[i];
      if (!meet(member, below)) {
        ++i;
        continue;
      }
      lowest[member] = alignUp(-negativeTop, buffers[member].alignmentBytes);
      tops.push_back({-(lowest[member] + buffers[member].sizeBytes), member});
      std::push_heap(tops.begin(), tops.end());
      open[i] = open.back();
      open.pop_back();
    }
  }
  return true;
}

/// Later failures say more about where the search is now.
void OffsetSearch::countFailure(uint32_t buffer) {
  constexpr double growth = 1.0005, largest = 1e100;
  for (uint32_t column = buffers[buffer].begin; column < buffers[buffer].end; ++column)
    if (lowest[buffer] + columnBytes[column] > capacityBytes)
      failures[column] += failureWeight;
  failureWeight *= growth;
  if (failureWeight < largest)
    return;
  for (double &failure : failures)
    failure /= largest;
  failureWeight /= largest;
}

/// In each column, the buffers from any height on must fit between it and the capacity. Sorts the
/// members by `lowest`.
bool OffsetSearch::fitsInColumns(const Members &members) {
  byLowest.clear();
  for (uint32_t member : members) {
    byLowest.push_back({lowest[member], member});
    for (uint32_t column = buffers[member].begin; column < buffers[member].end; ++column) {
      columnBytes[column] = 0;
      slackBytes[column] = capacityBytes;
    }
  }
  std::sort(byLowest.begin(), byLowest.end());
  for (size_t i = byLowest.size(); i-- > 0;) {
    const auto [low, member] = byLowest[i];
    const ColumnBuffer &buffer = buffers[member];
    const int64_t roomBytes = capacityBytes - low;
    int64_t most = 0;
    for (uint32_t column = buffer.begin; column < buffer.end; ++column) {
      columnBytes[column] += buffer.sizeBytes;
      most = std::max(most, columnBytes[column]);
      slackBytes[column] = std::min(slackBytes[column], roomBytes - columnBytes[column]);
    }
    workLeft -= 1 + (buffer.end - buffer.begin) / 8;
    if (most > roomBytes) {
      countFailure(member);
      return false;
    }
  }
  return true;
}

/// A buffer under which nothing can move any more lies at its lowest free offset; one that was
/// delayed there for nothing is the end of this path.
OffsetSearch::Inference OffsetSearch::settle(Members &members, bool &settledSome) {
  size_t kept = 0;
  Members settled;
  for (uint32_t member : members) {
    const int64_t top = free[member] + buffers[member].sizeBytes;
    bool mayLieAbove = false;
    for (auto [low, other] : byLowest) {
      if (low >= top)
        break;
      if (other != member && meet(other, member)) {
        mayLieAbove = true;
        break;
      }
    }
    if (mayLieAbove) {
      members[kept++] = member;
      continue;
    }
    if (delayed[member])
      return Inference::Fails;
    settled.push_back(member);
  }
  members.resize(kept);
  for (uint32_t member : settled)
    place(member, members);
  settledSome = !settled.empty();
  return Inference::Open;
}

OffsetSearch::Inference OffsetSearch::infer(Members &members) {
  bool again = true;
  while (again && !members.empty()) {
    if (!liftDelayed(members) || !fitsInColumns(members))
      return Inference::Fails;
    if (settle(members, again) == Inference::Fails)
      return Inference::Fails;
  }
  return Inference::Open;
}

/// Where each part of the members begins that shares no column with those before. Members are in
/// the order of their first column.
std::vector<uint32_t> OffsetSearch::splitInTime(const Members &members) const {
  std::vector<uint32_t> firsts;
  uint32_t end = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    if (i == 0 || buffers[members[i]].begin >= end)
      firsts.push_back(i);
    end = std::max(end, buffers[members[i]].end);
  }
  return firsts;
}

uint32_t OffsetSearch::lowestOf(const Members &members,
                                llvm::function_ref<bool(uint32_t)> filter) const {
  uint32_t best = ~0u;
  for (uint32_t member : members)
    if (filter(member) && (best == ~0u || lowest[member] < lowest[best] ||
                           (lowest[member] == lowest[best] && rank[member] < rank[best])))
      best = member;
  return best;
}

uint32_t OffsetSearch::mostUrgentColumn(const Members &members) const {
  auto urgency = [&](uint32_t column) {
    const auto slack = static_cast<double>(slackBytes[column]);
    if (guide == SearchGuide::Slack)
      return -slack;
    return (failures[column] + 1) / (slack / static_cast<double>(capacityBytes) * 1024 + 1);
  };
  uint32_t best = buffers[members.front()].begin;
  double most = urgency(best);
  for (uint32_t member : members)
    for (uint32_t column = buffers[member].begin; column < buffers[member].end; ++column)
      if (double value = urgency(column); value > most) {
        most = value;
        best = column;
      }
  return best;
}

/// The buffer to decide on next: no other that meets it may fit below it, or placing it would be
/// more than one decision.
uint32_t OffsetSearch::choose(const Members &members) {
  if (guide == SearchGuide::Lowest)
    return lowestOf(members, [&](uint32_t member) { return !delayed[member]; });
  const uint32_t column = mostUrgentColumn(members);
  uint32_t next = lowestOf(members, [&](uint32_t member) {
    return buffers[member].begin <= column && column < buffers[member].end;
  });
  // A delayed buffer rests on another one, so that this ends at one which is not.
  while (true) {
    workLeft -= members.size() / 8;
    const uint32_t below = lowestOf(members, [&](uint32_t member) {
      return member != next && lowest[member] + buffers[member].sizeBytes <= lowest[next] &&
             meet(member, next);
    });
    if (below == ~0u)
      return next;
    next = below;
  }
}

void OffsetSearch::place(uint32_t buffer, const Members &members) {
  offset[buffer] = free[buffer];
  const int64_t top = free[buffer] + buffers[buffer].sizeBytes;
  for (uint32_t member : members) {
    if (member == buffer || free[member] >= top || !meet(member, buffer))
      continue;
    changes.push_back({member, delayed[member], free[member]});
    free[member] = alignUp(top, buffers[member].alignmentBytes);
    delayed[member] = false;
  }
}

/// Of two equal buffers the first lies lower.
void OffsetSearch::delay(uint32_t buffer, const Members &members) {
  const ColumnBuffer &first = buffers[buffer];
  for (uint32_t member : members) {
    const ColumnBuffer &other = buffers[member];
    const bool isEqual = other.begin == first.begin && other.end == first.end &&
                         other.sizeBytes == first.sizeBytes &&
                         other.alignmentBytes == first.alignmentBytes;
    if (!isEqual || delayed[member])
      continue;
    changes.push_back({member, false, free[member]});
    delayed[member] = true;
  }
}

} // namespace rematplan
