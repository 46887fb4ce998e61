//===- NamePattern.cpp - Globs over the names in a program ----------------===//
#include "NamePattern.h"
#include "LayerPath.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Interfaces/NameMarkers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Braces multiply; a pattern that needs more than this is a mistake.
static constexpr size_t kMostAlternatives = 1024;
static constexpr size_t kNamesShown = 3;

llvm::Expected<NamePattern> NamePattern::create(StringRef pattern) {
  llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(pattern, kMostAlternatives);
  if (!glob)
    return llvm::createStringError("policy: pattern '" + pattern +
                                   "': " + llvm::toString(glob.takeError()));
  return NamePattern(pattern, std::move(*glob));
}

bool NamePattern::matchesLocationOf(Operation *op) {
  if (hasAttachedName(op, [&](StringRef name) { return glob.match(name); }))
    return true;
  auto [entry, isNew] = known.try_emplace(locationName(op->getLoc()), false);
  if (!isNew)
    return entry->second;
  SmallVector<StringRef> components = plainComponents(entry->first());
  for (size_t begin = 0; begin < components.size(); ++begin)
    for (size_t end = begin + 1; end <= components.size(); ++end)
      if (glob.match(llvm::join(ArrayRef(components).slice(begin, end - begin), "/")))
        return entry->second = true;
  return entry->second = glob.match(entry->first());
}

bool NamePattern::matchesNameOf(Operation *op) const {
  return glob.match(op->getName().getStringRef()) || glob.match(op->getName().stripDialect());
}

std::string mlir::remat::nearestNames(StringRef pattern, ArrayRef<std::string> names) {
  SmallVector<std::pair<unsigned, StringRef>> byDistance;
  for (const std::string &name : names)
    byDistance.emplace_back(pattern.edit_distance_insensitive(name), name);
  llvm::sort(byDistance);
  byDistance.erase(llvm::unique(byDistance), byDistance.end());
  if (byDistance.empty())
    return "";
  std::string text = "; nearest are ";
  llvm::interleave(
      ArrayRef(byDistance).take_front(kNamesShown),
      [&](const auto &entry) { (text += '\'').append(entry.second).push_back('\''); },
      [&] { text += ", "; });
  return text;
}
