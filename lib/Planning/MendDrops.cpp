//===- MendDrops.cpp - Making a plan obey drop_at -------------------------===//
#include "MendDrops.h"
#include <algorithm>

using namespace rematplan;

namespace {

/// Walks through the plan in the order in which it runs and knows, per token, when the storage copy
/// was made that holds it.
class DropMender {
public:
  DropMender(const BaseProgram &base, llvm::ArrayRef<Copy> plan)
      : base(base), plan(plan), madeAt(base.tokenBase.size(), 0) {}

  std::vector<Copy> run() {
    const uint32_t last = static_cast<uint32_t>(base.order.size());
    const Copy *next = plan.begin();
    for (StepId step = 0; step <= base.stepCount; ++step) {
      const size_t waveBegin = result.size();
      for (; next != plan.end() && next->before == step; ++next) {
        provide(next->step, step);
        runStep(next->step, makeMoment(step, base.placeOf[next->step]));
        result.push_back(*next);
      }
      provide(step, step);
      if (step < base.stepCount)
        runStep(step, makeMoment(step, last));
      std::sort(result.begin() + waveBegin, result.end());
      result.erase(std::unique(result.begin() + waveBegin, result.end()), result.end());
    }
    return std::move(result);
  }

private:
  void runStep(StepId step, Moment moment) {
    for (TokenId token : base.makes[step])
      madeAt[token] = base.tokenBase[token] == none ? moment : madeAt[base.tokenBase[token]];
  }

  bool tooOld(TokenId token, StepId before) const {
    StorageId storage = base.tokenStorage[token];
    if (storage == none || !base.dropMoment[storage])
      return false;
    // What runs in the span of the drop itself still comes before it.
    return madeAt[token] < base.dropMoment[storage] &&
           base.dropMoment[storage] < makeMoment(before, 0);
  }

  /// Runs again, in the wave before `before`, what the operands of `reader` need.
  void provide(StepId reader, StepId before) {
    pending.assign(1, reader);
    again.clear();
    while (!pending.empty()) {
      StepId current = pending.back();
      pending.pop_back();
      for (const TokenRead &read : base.reads[current])
        renew(read.token, before);
    }
    // In base order, so that views follow their storage.
    std::sort(again.begin(), again.end());
    for (StepId step : again)
      runStep(step, makeMoment(before, base.placeOf[step]));
  }

  void renew(TokenId token, StepId before) {
    if (!tooOld(token, before))
      return;
    StepId maker = base.tokenStep[token];
    if (maker == none || !base.mayRepeat[maker] ||
        std::find(again.begin(), again.end(), maker) != again.end())
      return;
    again.push_back(maker);
    result.push_back({maker, before});
    pending.push_back(maker);
  }

  const BaseProgram &base;
  llvm::ArrayRef<Copy> plan;
  std::vector<Copy> result;
  std::vector<Moment> madeAt;
  std::vector<StepId> pending, again;
};

} // namespace

std::vector<Copy> rematplan::mendDrops(const BaseProgram &base, llvm::ArrayRef<Copy> plan) {
  return DropMender(base, plan).run();
}
