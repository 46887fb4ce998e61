//===- Nvtx.cpp - A profiler that writes down what ranges there are -------===//
//
// NVTX loads the library that NVTX_INJECTION64_PATH names, and asks it for its functions.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <nvtx3/nvToolsExt.h>

/// The file of REMAT_EMULATED_NVTX_RECORD, else standard error.
static FILE *recordFile() {
  static FILE *const file = [] {
    const char *name = std::getenv("REMAT_EMULATED_NVTX_RECORD");
    FILE *opened = name ? std::fopen(name, "w") : nullptr;
    return opened ? opened : stderr;
  }();
  return file;
}

static int depth = 0;

static int push(const char *name) {
  std::fprintf(recordFile(), "%*s%s\n", 2 * depth, "", name);
  std::fflush(recordFile());
  return depth++;
}

static int pop() { return --depth; }

extern "C" __attribute__((visibility("default"))) int
InitializeInjectionNvtx2(NvtxGetExportTableFunc_t getExportTable) {
  auto *callbacks =
      static_cast<const NvtxExportTableCallbacks *>(getExportTable(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size) ||
      size <= NVTX_CBID_CORE_RangePop)
    return 0;
  *table[NVTX_CBID_CORE_RangePushA] = reinterpret_cast<NvtxFunctionPointer>(push);
  *table[NVTX_CBID_CORE_RangePop] = reinterpret_cast<NvtxFunctionPointer>(pop);
  return 1;
}
