//===- AdviceText.cpp - Advice for people ---------------------------------===//
#include "remat/Advice/Advice.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

// Equal layers beyond this many are one line.
static constexpr size_t kMostLayers = 8;
// Names that are longer lose their beginning.
static constexpr size_t kNameWidth = 34;

static std::string bytesText(int64_t bytes) {
  auto value = static_cast<double>(bytes);
  for (auto [unit, size] :
       {std::pair("TB", 1e12), std::pair("GB", 1e9), std::pair("MB", 1e6), std::pair("kB", 1e3)})
    if (value >= size)
      return fmt::format("{:.3f} {}", value / size, unit);
  return fmt::format("{} B", bytes);
}

static std::string timeText(int64_t ns) {
  if (ns < 1'000'000)
    return fmt::format("{:.1f} us", static_cast<double>(ns) / 1e3);
  return fmt::format("{:.1f} ms", static_cast<double>(ns) / 1e6);
}

static std::string nameText(StringRef name) {
  if (name.size() <= kNameWidth)
    return name.str();
  return "..." + name.take_back(kNameWidth - 3).str();
}

namespace {
class TextPrinter {
public:
  TextPrinter(const Advice &advice, llvm::raw_ostream &os) : advice(advice), os(os) {}

  void print() {
    printHeld();
    printKinds();
    printLayers();
    if (advice.segments)
      printSegments(*advice.segments);
    printChoices();
    if (advice.memory)
      printMemory(*advice.memory);
    if (advice.batch)
      printBatch(*advice.batch);
    if (advice.sharding) {
      printSharding(*advice.sharding);
      printPartitioned(*advice.sharding);
    }
    printOffload();
  }

private:
  template <typename... Args> void line(fmt::format_string<Args...> format, Args &&...args) {
    os << fmt::format(format, std::forward<Args>(args)...) << '\n';
  }
  void row(StringRef name, int64_t bytes, StringRef remark = "") {
    std::string text = fmt::format("  {:<34}{:>13}   {}", nameText(name), bytesText(bytes),
                                   std::string_view(remark.data(), remark.size()));
    os << StringRef(text).rtrim() << '\n';
  }
  std::string share(int64_t part, int64_t whole) const {
    return whole == 0 ? ""
                      : fmt::format("{:5.1f} %",
                                    100.0 * static_cast<double>(part) / static_cast<double>(whole));
  }

  void printHeld();
  void printKinds();
  void printLayers();
  void printSegments(const SegmentAdvice &segments);
  void printChoices();
  void printMemory(const MemoryAdvice &memory);
  void printBatch(const BatchAdvice &batch);
  void printSharding(const ShardingAdvice &sharding);
  void printPartitioned(const ShardingAdvice &sharding);
  void printOffload();

  const Advice &advice;
  llvm::raw_ostream &os;
};
} // namespace

void TextPrinter::printHeld() {
  line("What '{}' holds", nameText(advice.function));
  line("  device {}, memory model {}", nameText(advice.device),
       advice.memoryModel == MemoryModelKind::Fused ? "fused" : "stored");
  row("peak as it came", advice.peakBytes, "one step: " + timeText(advice.costNs));
  row("parameters", advice.state.parameterBytes);
  row("gradients", advice.state.gradientBytes, "one per parameter");
  row("optimizer states", advice.state.optimizerBytes);
  row("inputs", advice.state.inputBytes);
  row("activations saved for backward", advice.savedBytes);
  StringRef rule = advice.boundaryRule == BackwardRule::Peak
                       ? "the peak, as no name marks it; say --remat-backward if that is wrong"
                   : advice.boundaryRule == BackwardRule::Location ? "JAX's mark in the names"
                                                                   : "--remat-backward";
  line("  backward begins at {}", std::string_view(rule.data(), rule.size()));
}

void TextPrinter::printKinds() {
  if (advice.kinds.empty())
    return;
  line("\nSaved activations by kind");
  for (const SavedBytes &kind : advice.kinds)
    row(kind.name, kind.bytes, share(kind.bytes, advice.savedBytes));
}

void TextPrinter::printLayers() {
  if (advice.layers.empty())
    return line("\nNo repeated layers were found.");
  line("\nSaved activations by layer{:>35}", "what it takes in");
  size_t shown = 0, numLayers = advice.layers.size();
  for (size_t begin = 0; begin < numLayers;) {
    const SavedBytes &layer = advice.layers[begin];
    size_t end = begin + 1;
    while (end < numLayers && advice.layers[end].bytes == layer.bytes &&
           advice.layers[end].inputBytes == layer.inputBytes)
      ++end;
    if (++shown > kMostLayers) {
      int64_t rest = 0;
      for (const SavedBytes &other : ArrayRef(advice.layers).drop_front(begin))
        rest += other.bytes;
      row(fmt::format("{} more layers", numLayers - begin), rest);
      break;
    }
    row(layer.name, layer.bytes, fmt::format("{:>10}", bytesText(layer.inputBytes)));
    if (end - begin > 1)
      line("    and {} more like it", end - begin - 1);
    begin = end;
  }
}

void TextPrinter::printSegments(const SegmentAdvice &segments) {
  line("\nLayers recomputed K at a time (L = {} layers, average)", segments.layers);
  line("  a layer saves a = {}, and takes in c = {}", bytesText(segments.layerBytes),
       bytesText(segments.inputBytes));
  row("keep all, O(L): L a", segments.keepAllBytes());
  row("each by itself, K = 1: L c + a", segments.bytes(1));
  row(fmt::format("best, O(sqrt L): K = {}", segments.bestLength),
      segments.bytes(segments.bestLength), "L c / K + K a");
  line("  the best K is sqrt(L c / a) = {:.2f}", segments.exactLength);
  if (segments.bytes(segments.bestLength) >= segments.keepAllBytes())
    line("  inputs are as large as what is saved: keep all");
}

void TextPrinter::printChoices() {
  line("\nWays to run it{:>35}{:>12}{:>15}", "peak", "of as came", "more work");
  for (const Choice &choice : advice.choices)
    line("  {:<34}{:>13}{:>12}{:>13.2f} %{}", nameText(choice.name), bytesText(choice.peakBytes),
         share(choice.peakBytes, advice.peakBytes), advice.overheadPercent(choice),
         choice.isKnee ? "  *" : "");
  if (llvm::any_of(advice.choices, [](const Choice &choice) { return choice.isKnee; }))
    line("  * the knee: from there on a byte costs more than on the way to it");
}

void TextPrinter::printMemory(const MemoryAdvice &memory) {
  line("\nIn {} of memory", bytesText(memory.memoryBytes));
  switch (memory.status) {
  case rematplan::Status::Fits:
    line("  It fits, {} are left: memory is not the bottleneck, do nothing.",
         bytesText(memory.memoryBytes - memory.peakBytes));
    return;
  case rematplan::Status::Met:
    line("  It fits with {:.2f} % more work, and no less than {:.2f} % is proven:",
         memory.overheadPercent, memory.overheadLowerBoundPercent);
    line("  --remat-budget={}", memory.memoryBytes);
    return;
  case rematplan::Status::Infeasible:
    line("  It does not fit: the lowest peak found is {}, at {:.2f} % more work.",
         bytesText(memory.peakBytes), memory.overheadPercent);
    line("  Take a smaller batch, or more devices.");
    return;
  }
}

void TextPrinter::printBatch(const BatchAdvice &batch) {
  int64_t bytes = advice.memory ? advice.memory->memoryBytes : advice.peakBytes;
  line("\nLargest batch in {} (straight lines through {} and {})", bytesText(bytes), batch.batch,
       batch.otherBatch);
  line("  {:<34}{:>10}{:>15}{:>18}", "", "batch", "more work", "throughput");
  for (const BatchChoice &choice : batch.choices) {
    std::string size = choice.largestBatch ? fmt::format("{}", *choice.largestBatch) : "any";
    if (choice.largestBatch == 0)
      line("  {:<34}{:>10}", nameText(choice.name), "none");
    else
      line("  {:<34}{:>10}{:>13.2f} %{:>18.3f}", nameText(choice.name), size,
           choice.overheadPercent, choice.relativeThroughput);
  }
}

void TextPrinter::printSharding(const ShardingAdvice &sharding) {
  line("\nEach of {} devices, with a batch of its own", sharding.devices);
  line("  {:<15}{:>13}{:>13}{:>13}{:>14}", "", "parameters", "gradients", "optimizer", "sending");
  for (const StageAdvice &stage : sharding.stages) {
    const char *names[] = {"copies", "ZeRO stage 1", "ZeRO stage 2", "ZeRO 3, FSDP"};
    line("  {:<15}{:>13}{:>13}{:>13}{:>14}", names[stage.stage],
         bytesText(stage.state.parameterBytes), bytesText(stage.state.gradientBytes),
         bytesText(stage.state.optimizerBytes), timeText(stage.communicationNs));
  }
  line("  and the peak of a device, with the ways to run it from above");
  os << fmt::format("  {:<15}", "");
  for (const std::string &name : sharding.choices)
    os << fmt::format("{:>20}", nameText(name));
  os << '\n';
  for (const StageAdvice &stage : sharding.stages) {
    os << fmt::format("  {:<15}",
                      stage.stage == 0 ? "copies" : fmt::format("stage {}", stage.stage));
    for (int64_t bytes : stage.peakBytes)
      os << fmt::format("{:>20}", bytesText(bytes));
    os << '\n';
  }
}

void TextPrinter::printPartitioned(const ShardingAdvice &sharding) {
  if (sharding.layerInputBytes == 0)
    return;
  line("\nLayer inputs kept as shards by devices that share samples (an estimate)");
  row("all of them on each device", sharding.layerInputBytes);
  row(fmt::format("one of {} parts", sharding.devices), sharding.layerInputShardBytes,
      "gathering takes " + timeText(sharding.gatherNs));
}

void TextPrinter::printOffload() {
  const OffloadAdvice &offload = advice.offload;
  if (offload.savedBytes == 0)
    return;
  line("\nSaved activations in the host's memory instead (an estimate)");
  line("  sending {} out takes {}, and as long back; a step takes {}",
       bytesText(offload.savedBytes), timeText(offload.transferNs), timeText(offload.stepNs));
  line("  while forward computes, {} can go at no extra time", bytesText(offload.hiddenBytes));
  if (offload.recomputedBytes <= 0)
    return;
  if (offload.recomputeNs == 0)
    line("  another order of the ops frees {} at no cost", bytesText(offload.recomputedBytes));
  else
    line("  recomputing frees {} for {} of work", bytesText(offload.recomputedBytes),
         timeText(offload.recomputeNs));
}

void Advice::printText(llvm::raw_ostream &os) const { TextPrinter(*this, os).print(); }
