//===- CertificateReruns.cpp - Room for later runs, for the certificate checker -----===//
#include "CertificateReruns.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace rematplan;

__int128 CertificateRerun::gain(uint32_t gap, const GapWay &way) const {
  const auto cover = covers.find(gap);
  return cover == covers.end() ? 0 : price * std::min(way.bytes + cover->second, excess);
}

CertificateReruns::CertificateReruns(const ProgramGaps &program, StrictJson &json,
                                     int64_t budgetBytes)
    : program(program), json(json), held(program.opCount + 1) {
  for (uint32_t window = 0; window <= program.opCount; ++window)
    held[window] = -budgetBytes;
  std::vector<int64_t> changes(program.opCount + 2);
  for (uint32_t storage = 0; storage < program.root.size(); ++storage) {
    if (program.root[storage] != storage)
      continue;
    const uint32_t made = program.producer[storage], used = program.lastUse[storage];
    if (used == ProgramGaps::never && !program.kept[storage])
      continue;
    changes[made == ProgramGaps::never ? 0 : made + 1] += program.problem.values[storage].bytes;
    changes[(program.kept[storage] ? program.opCount : used) + 1] -=
        program.problem.values[storage].bytes;
  }
  std::partial_sum(changes.begin(), changes.end(), changes.begin());
  for (uint32_t window = 0; window <= program.opCount; ++window)
    held[window] += changes[window];
}

/// For a storage that was made before the window.
bool CertificateReruns::isHeld(uint32_t storage, uint32_t window) const {
  return program.kept[storage] ||
         (program.lastUse[storage] != ProgramGaps::never && program.lastUse[storage] >= window);
}

bool CertificateReruns::touches(uint32_t storage, uint32_t other) const {
  const Op &op = program.problem.ops[program.producer[storage]];
  auto isOther = [&](ValueId value) { return program.root[value] == other; };
  return llvm::any_of(op.inputs, isOther) || llvm::any_of(op.outputs, isOther);
}

/// The least that is too much while the storage is made again in one of the windows.
int64_t CertificateReruns::excessOf(uint32_t storage, uint32_t first, uint32_t last) const {
  const Problem &problem = program.problem;
  const uint32_t id = program.producer[storage];
  const Op &op = problem.ops[id];
  int64_t always = op.scratchBytes;
  std::set<uint32_t> shared, touched;
  for (auto pair : op.reuses)
    if (program.mayReuse(id, pair) && shared.insert(pair.first).second)
      always -= problem.values[op.outputs[pair.first]].bytes;
  for (ValueId value : op.inputs)
    touched.insert(program.root[value]);
  for (ValueId value : op.outputs)
    touched.insert(program.root[value]);
  int64_t least = INT64_MAX;
  for (uint32_t window = first; window <= last; ++window) {
    int64_t bytes = held[window] + always;
    for (uint32_t other : touched)
      if (!isHeld(other, window))
        bytes += problem.values[other].bytes;
    least = std::min(least, bytes);
  }
  return least;
}

/// Of the room that the other gap's ways take for operands, that for what the run needs anyway.
int64_t CertificateReruns::roomFor(uint32_t storage, const ProgramGap &other) const {
  int64_t bytes = 0;
  for (auto [kept, room] : other.rooms)
    if (touches(storage, kept))
      bytes += room;
  return bytes;
}

std::vector<bool> CertificateReruns::pricedWindows(const llvm::json::Object &tree) {
  std::vector<bool> windows(program.opCount + 2);
  mark(tree, windows);
  return windows;
}

void CertificateReruns::mark(const llvm::json::Object &node, std::vector<bool> &windows) {
  if (const llvm::json::Array *entries = node.getArray("reruns"))
    for (const llvm::json::Value &entry : *entries)
      if (const llvm::json::Array &fields = json.list(&entry); fields.size() == 4) {
        const uint32_t last = json.below(fields[2], program.opCount + 1);
        for (uint32_t at = json.below(fields[1], program.opCount + 1); at <= last; ++at)
          windows[at] = true;
      }
  for (llvm::StringRef kind : {"closed", "open"})
    if (const llvm::json::Object *below = node.getObject(kind))
      mark(*below, windows);
}

std::vector<CertificateRerun> CertificateReruns::read(const llvm::json::Object &node,
                                                      const std::vector<ProgramGap> &gaps) {
  std::vector<CertificateRerun> result;
  if (!node.get("reruns"))
    return result;
  for (const llvm::json::Value &entry : json.list(node.get("reruns"))) {
    const llvm::json::Array &fields = json.list(&entry);
    json.require(fields.size() == 4, "a price of a rerun has four fields");
    if (!json.error.empty())
      return {};
    const uint32_t first = json.below(fields[1], program.opCount + 1);
    const uint32_t last = json.below(fields[2], program.opCount + 1);
    const int64_t price = json.number(&fields[3]);
    json.require(price >= 0 && price >> 38 == 0, "a price of a rerun is out of range");
    std::set<uint32_t> ids;
    for (const llvm::json::Value &gap : json.list(&fields[0]))
      ids.insert(json.below(gap, static_cast<uint32_t>(gaps.size())));
    json.require(!ids.empty() && (ids.size() == 1 || first == last),
                 "several reruns are not in one window");
    CertificateRerun rerun{price, INT64_MAX, {}};
    for (uint32_t id : ids) {
      const ProgramGap &gap = gaps[id];
      json.require(gap.narrows && first <= gap.from && gap.to <= last,
                   "a gap is not known to be filled in these windows");
      if (!json.error.empty())
        return {};
      rerun.excess = std::min(rerun.excess, excessOf(gap.root, first, last));
    }
    for (uint32_t id = 0; id < gaps.size(); ++id) {
      const ProgramGap &other = gaps[id];
      if (ids.count(id) || other.begin >= last || other.end < first)
        continue;
      // What every one of the runs reads or makes is there.
      if (llvm::all_of(ids, [&](uint32_t run) { return touches(gaps[run].root, other.root); }))
        continue;
      int64_t room = 0;
      for (uint32_t run : ids)
        room = std::max(room, roomFor(gaps[run].root, other));
      // What frees nothing at any op may be open where nobody says so.
      if (other.idles)
        rerun.excess -= room;
      if (other.to < first)
        continue;
      if (other.opened)
        rerun.excess -= other.openBytes + room;
      rerun.covers[id] = other.opened ? 0 : room;
    }
    rerun.excess = std::max<int64_t>(rerun.excess, 0);
    result.push_back(std::move(rerun));
  }
  return result;
}
