//===- PlaceCopies.cpp - Copies that are meant to happen at once ----------===//
#include "PlaceCopies.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::remat;

llvm::SmallVector<PlaceCopy> mlir::remat::orderCopies(llvm::ArrayRef<PlaceCopy> copies) {
  llvm::SmallVector<PlaceCopy> rest(copies), ordered;
  auto dropIdle = [&] {
    llvm::erase_if(rest, [](const PlaceCopy &copy) { return copy.to == copy.from; });
  };
  dropIdle();
  while (!rest.empty()) {
    // A copy may run when no other copy still reads what it overwrites.
    auto *next = llvm::find_if(rest, [&](const PlaceCopy &copy) {
      return llvm::none_of(rest, [&](const PlaceCopy &other) { return other.from == copy.to; });
    });
    if (next != rest.end()) {
      ordered.push_back(*next);
      rest.erase(next);
      continue;
    }
    // Every place is still read, so each is read once, by the copy to another one: circles. After
    // the exchange one place has what it should, and the other what the first had.
    PlaceCopy exchange = rest.front();
    exchange.isExchange = true;
    ordered.push_back(exchange);
    rest.erase(rest.begin());
    for (PlaceCopy &copy : rest)
      if (copy.from == exchange.to)
        copy.from = exchange.from;
    dropIdle();
  }
  return ordered;
}
