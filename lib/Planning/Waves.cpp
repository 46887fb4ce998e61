//===- Waves.cpp - A plan as sets of recomputed steps, with exact incremental memory -*- C++
//-*-===//
#include "Waves.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cmath>

using namespace rematplan;

Waves::Waves(const BaseProgram &base) : base(base) {
  waves.resize(base.stepCount + 1);
  repeatedAt.resize(base.stepCount + 1);
  storageLifetimes.resize(base.storageCount());
  spanBytes.assign(base.stepCount + 1, 0);
  currentCopy.assign(base.tokenBase.size(), 0);
  storageStamp.assign(base.storageCount(), 0);
  spanStamp.assign(base.stepCount + 1, 0);
  placeIndex.assign(base.order.size() + 1, 0);
  // What is over at one step is at most all bytes there are; the sum over the steps stays below
  // 2^62.
  double bytes = 1;
  for (int64_t storageBytes : base.bytes)
    bytes += static_cast<double>(storageBytes);
  while (std::ldexp(1.0, 62 + static_cast<int>(excessShift)) < 4 * bytes * (base.stepCount + 1))
    ++excessShift;
  assign({});
}

void Waves::assign(llvm::ArrayRef<Copy> copies) {
  for (std::vector<StepId> &wave : waves)
    wave.clear();
  for (std::vector<StepId> &repeats : repeatedAt)
    repeats.clear();
  cost = 0;
  count = copies.size();
  for (Copy copy : copies) {
    assert(base.mayRepeat[copy.step] && copy.step < copy.before && copy.before <= base.stepCount);
    waves[copy.before].push_back(copy.step);
    repeatedAt[copy.step].push_back(copy.before);
    cost += base.repeatCost[copy.step];
  }
  // Bytes across the spans, first as changes from one span to the next.
  std::vector<int64_t> across(base.stepCount + 2, 0);
  dropViolations = 0;
  for (StorageId storage = 0; storage < base.storageCount(); ++storage) {
    collectEvents(storage);
    simulate(storage, storageLifetimes[storage]);
    dropViolations += violationsOf(storage, storageLifetimes[storage]);
    for (const Lifetime &lifetime : storageLifetimes[storage]) {
      StepId begin = spanOf(lifetime.begin) + 1, end = spanOf(lifetime.end);
      if (begin < end) {
        across[begin] += base.bytes[storage];
        across[end] -= base.bytes[storage];
      }
    }
  }
  int64_t live = 0;
  for (StepId span = 0; span <= base.stepCount; ++span) {
    live += across[span];
    spanBytes[span] = spanPeak(span);
    across[span] = live + spanBytes[span];
  }
  across.pop_back();
  profile.reset(std::move(across), excessShift);
  lastToggled.clear();
  lastLifetimeCount = 0;
  lastSpans.clear();
}

std::vector<Copy> Waves::copies() const {
  std::vector<Copy> result;
  result.reserve(count);
  for (StepId before = 0; before <= base.stepCount; ++before)
    for (StepId step : waves[before])
      result.push_back({step, before});
  return result;
}

bool Waves::contains(Copy copy) const {
  return llvm::binary_search(repeatedAt[copy.step], copy.before);
}

bool Waves::aliveAt(StorageId storage, Moment moment) const {
  return llvm::any_of(storageLifetimes[storage], [&](const Lifetime &lifetime) {
    return lifetime.begin < moment && moment <= lifetime.end;
  });
}

void Waves::collectEvents(StorageId storage) {
  events.clear();
  for (const StorageUse &use : base.uses[storage]) {
    events.push_back({makeMoment(use.step, use.place), use.firstTouch, use.endTouch});
    if (use.repeatPlace != none)
      for (StepId before : repeatedAt[use.step])
        events.push_back({makeMoment(before, use.repeatPlace), use.firstTouch, use.endTouch});
  }
  // Uses stand in base order, so that without repetitions the events are sorted.
  auto earlier = [](const Event &a, const Event &b) { return a.moment < b.moment; };
  if (!llvm::is_sorted(events, earlier))
    std::sort(events.begin(), events.end(), earlier);
  workDone += 4 + events.size();
}

void Waves::listEvents(StorageId storage, std::vector<Moment> &moments) {
  collectEvents(storage);
  moments.clear();
  for (const Event &event : events)
    moments.push_back(event.moment);
}

void Waves::simulate(StorageId storage, std::vector<Lifetime> &result) {
  result.clear();
  const bool input = base.producer[storage] == none;
  bool inputRead = false;
  if (input) {
    // Allocated from the start, until it turns out that nobody reads it.
    result.push_back({0, 0});
    for (TokenId token : base.tokensOf[storage])
      currentCopy[token] = 0;
  }
  for (const Event &event : events) {
    for (uint32_t index = event.firstTouch; index < event.endTouch; ++index) {
      Touch touch = base.touches[index];
      if (touch.makes) {
        TokenId viewed = base.tokenBase[touch.token];
        if (viewed == none) {
          currentCopy[touch.token] = static_cast<uint32_t>(result.size());
          result.push_back({event.moment, event.moment});
          continue;
        }
        currentCopy[touch.token] = currentCopy[viewed];
      }
      uint32_t copy = currentCopy[touch.token];
      result[copy].end = event.moment;
      inputRead = true;
    }
  }
  if (input && !inputRead)
    result.clear();
}

size_t Waves::copyReadAt(StorageId storage, TokenId token, Moment moment) {
  llvm::ArrayRef<Lifetime> lifetimes = storageLifetimes[storage];
  if (base.tokensOf[storage].size() == 1) {
    auto after = llvm::partition_point(
        lifetimes, [&](const Lifetime &lifetime) { return lifetime.begin < moment; });
    return after - lifetimes.begin() - 1;
  }
  collectEvents(storage);
  events.erase(
      llvm::partition_point(events, [&](const Event &event) { return event.moment < moment; }),
      events.end());
  simulate(storage, simulated);
  return currentCopy[token];
}

int64_t Waves::violationsOf(StorageId storage, llvm::ArrayRef<Lifetime> lifetimes) const {
  Moment drop = base.dropMoment[storage];
  if (!drop)
    return 0;
  return llvm::count_if(lifetimes, [&](const Lifetime &lifetime) {
    return lifetime.begin < drop && drop < lifetime.end;
  });
}

void Waves::addAcross(const Lifetime &lifetime, int64_t amount) {
  StepId begin = spanOf(lifetime.begin) + 1, end = spanOf(lifetime.end);
  if (begin < end)
    profile.add(begin, end, amount);
}

int64_t Waves::spanPeak(StepId span) {
  const bool atEnd = span == base.stepCount;
  llvm::ArrayRef<StepId> wave = waves[span];
  auto views = base.freeViews[span];
  // The runs of the span are numbered in order: the wave, first runs of free views, the base step.
  uint32_t runs = 0;
  ++stamp;
  spanStorages.clear();
  auto touch = [&](StorageId storage) {
    if (storageStamp[storage] != stamp) {
      storageStamp[storage] = stamp;
      spanStorages.push_back(storage);
    }
  };
  for (StepId step : wave) {
    placeIndex[base.placeOf[step]] = runs++;
    for (StorageId storage : base.touched[step])
      touch(storage);
  }
  for (auto [place, storage] : views) {
    placeIndex[place] = runs++;
    touch(storage);
  }
  const uint32_t last = static_cast<uint32_t>(base.order.size());
  placeIndex[last] = runs++;
  if (!atEnd)
    for (StorageId storage : base.touched[span])
      touch(storage);
  else
    for (const TokenRead &read : base.reads[span])
      if (read.storage != none)
        touch(read.storage);

  change.assign(runs + 1, 0);
  const Moment first = makeMoment(span, 0), final = makeMoment(span, last);
  for (StorageId storage : spanStorages) {
    llvm::ArrayRef<Lifetime> lifetimes = storageLifetimes[storage];
    // Lifetimes are sorted by begin; with views older copies may end later than newer ones.
    size_t stop = llvm::partition_point(lifetimes,
                                        [&](const Lifetime &life) { return life.begin <= final; }) -
                  lifetimes.begin();
    const bool single = base.tokensOf[storage].size() == 1;
    for (size_t index = stop; index-- > 0;) {
      const Lifetime &life = lifetimes[index];
      if (life.end < first) {
        if (single)
          break;
        continue;
      }
      if (life.begin < first && life.end > final)
        continue;
      size_t begin = life.begin < first ? 0 : placeIndex[static_cast<uint32_t>(life.begin)];
      size_t end = life.end > final ? runs - 1 : placeIndex[static_cast<uint32_t>(life.end)];
      change[begin] += base.bytes[storage];
      change[end + 1] -= base.bytes[storage];
    }
  }
  workDone += 4 + 2 * spanStorages.size();

  int64_t peak = 0, live = 0;
  for (uint32_t run = 0; run < runs; ++run) {
    live += change[run];
    int64_t bytes = live;
    if (run < wave.size())
      bytes += base.scratchBytes[wave[run]] -
               sharedBytes(wave[run], makeMoment(span, base.placeOf[wave[run]]));
    else if (run + 1 == runs && !atEnd)
      bytes += base.scratchBytes[span] - sharedBytes(span, final);
    peak = std::max(peak, bytes);
  }
  return peak;
}

int64_t Waves::sharedBytes(StepId step, Moment moment) {
  int64_t result = 0;
  shared.clear();
  for (const StorageReuse &reuse : base.reuses[step]) {
    size_t copy = copyReadAt(reuse.source, reuse.sourceToken, moment);
    // An output shares at most one storage, a storage is shared at most once in a step.
    bool taken = llvm::any_of(shared, [&](const SharedPair &pair) {
      return pair.target == reuse.target || (pair.source == reuse.source && pair.copy == copy);
    });
    if (taken || storageLifetimes[reuse.source][copy].end != moment)
      continue;
    shared.push_back({reuse.target, reuse.source, copy});
    result += base.bytes[reuse.target];
  }
  return result;
}

void Waves::markSpan(StepId span) {
  if (span != none && spanStamp[span] == 0) {
    spanStamp[span] = 1;
    changedSpans.push_back(span);
  }
}

/// Recounts the copies of a storage after its events changed.
void Waves::updateStorage(StorageId storage) {
  collectEvents(storage);
  simulate(storage, simulated);
  std::vector<Lifetime> &old = storageLifetimes[storage];
  size_t same = 0, oldEnd = old.size(), newEnd = simulated.size();
  while (same < oldEnd && same < newEnd && old[same] == simulated[same])
    ++same;
  while (oldEnd > same && newEnd > same && old[oldEnd - 1] == simulated[newEnd - 1])
    --oldEnd, --newEnd;
  if (same == oldEnd && same == newEnd)
    return;
  auto change = [&](llvm::ArrayRef<Lifetime> lifetimes, int64_t amount) {
    for (const Lifetime &lifetime : lifetimes) {
      addAcross(lifetime, amount);
      markSpan(spanOf(lifetime.begin));
      markSpan(spanOf(lifetime.end));
    }
  };
  change(llvm::ArrayRef(old).slice(same, oldEnd - same), -base.bytes[storage]);
  change(llvm::ArrayRef(simulated).slice(same, newEnd - same), base.bytes[storage]);
  dropViolations += violationsOf(storage, simulated) - violationsOf(storage, old);
  // The old list goes to the journal of `undo`, whose entries are kept to spare allocations.
  if (lastLifetimeCount == lastLifetimes.size())
    lastLifetimes.emplace_back();
  auto &entry = lastLifetimes[lastLifetimeCount++];
  entry.first = storage;
  std::swap(entry.second, old);
  old.assign(simulated.begin(), simulated.end());
}

void Waves::flip(Copy copy) {
  auto flipIn = [](std::vector<StepId> &list, StepId entry) {
    auto position = llvm::lower_bound(list, entry);
    const bool present = position != list.end() && *position == entry;
    if (present)
      list.erase(position);
    else
      list.insert(position, entry);
    return !present;
  };
  flipIn(waves[copy.before], copy.step);
  if (flipIn(repeatedAt[copy.step], copy.before)) {
    ++count;
    cost += base.repeatCost[copy.step];
  } else {
    --count;
    cost -= base.repeatCost[copy.step];
  }
}

void Waves::toggle(llvm::ArrayRef<Copy> copies) {
  lastToggled.assign(copies.begin(), copies.end());
  lastLifetimeCount = 0;
  lastSpans.clear();
  lastViolations = dropViolations;
  changedSpans.clear();
  changedStorages.clear();
  ++stamp;
  for (Copy copy : copies) {
    flip(copy);
    markSpan(copy.before);
    for (StorageId storage : base.touched[copy.step]) {
      if (storageStamp[storage] != stamp) {
        storageStamp[storage] = stamp;
        changedStorages.push_back(storage);
      }
    }
  }
  for (StorageId storage : changedStorages)
    updateStorage(storage);
  for (StepId span : changedSpans) {
    spanStamp[span] = 0;
    int64_t bytes = spanPeak(span);
    if (bytes == spanBytes[span])
      continue;
    lastSpans.push_back({span, spanBytes[span]});
    profile.add(span, span + 1, bytes - spanBytes[span]);
    spanBytes[span] = bytes;
  }
}

void Waves::undo() {
  for (Copy copy : lastToggled)
    flip(copy);
  lastToggled.clear();
  for (size_t index = 0; index < lastLifetimeCount; ++index) {
    auto &[storage, lifetimes] = lastLifetimes[index];
    for (const Lifetime &lifetime : storageLifetimes[storage])
      addAcross(lifetime, -base.bytes[storage]);
    for (const Lifetime &lifetime : lifetimes)
      addAcross(lifetime, base.bytes[storage]);
    std::swap(storageLifetimes[storage], lifetimes);
  }
  lastLifetimeCount = 0;
  for (const OldSpan &old : lastSpans) {
    profile.add(old.span, old.span + 1, old.bytes - spanBytes[old.span]);
    spanBytes[old.span] = old.bytes;
  }
  lastSpans.clear();
  dropViolations = lastViolations;
}
