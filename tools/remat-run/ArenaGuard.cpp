//===- ArenaGuard.cpp - Writes where no buffer lives ----------------------===//
#include "ArenaGuard.h"
#include <string>
#include <utility>

using namespace mlir::remat;

ArenaGuard::ArenaGuard(void *arena, int64_t arenaBytes, std::vector<ByteRanges> live)
    : arena(arena), arenaBytes(arenaBytes), live(std::move(live)) {
  rematrt_arena_poison(arena, 0, arenaBytes);
}

rematrt_hooks ArenaGuard::hooks() { return {this, begin, end}; }

void ArenaGuard::begin(void *user, rematrt_context *, const rematrt_kernel *) {
  auto &guard = *static_cast<ArenaGuard *>(user);
  if (guard.next == 0 || guard.next >= guard.live.size())
    return;
  ByteRanges dead = guard.live[guard.next - 1];
  dead.remove(guard.live[guard.next]);
  for (auto [begin, end] : dead.ranges())
    rematrt_arena_poison(guard.arena, begin, end);
}

void ArenaGuard::end(void *user, rematrt_context *context, const rematrt_kernel *kernel) {
  auto &guard = *static_cast<ArenaGuard *>(user);
  if (guard.next >= guard.live.size())
    return;
  ByteRanges unused;
  unused.add(0, guard.arenaBytes);
  unused.remove(guard.live[guard.next++]);
  std::string where = std::string(kernel->name) + " at " + kernel->location;
  for (auto [begin, end] : unused.ranges())
    if (rematrt_guard_check(context, guard.arena, begin, end, where.c_str()) != REMATRT_OK)
      return;
}
