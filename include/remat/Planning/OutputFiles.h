//===- OutputFiles.h - Files written whole or not at all -*- C++ -*-===//
#ifndef REMAT_PLANNING_OUTPUTFILES_H
#define REMAT_PLANNING_OUTPUTFILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace rematplan {

/// Collects the output files of a run. Each is written to a temporary file beside its place at
/// once; `commit` moves all of them there. Without `commit`, or after an error, nothing is left
/// behind and files that existed before stay as they were.
class OutputFiles {
public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;
  ~OutputFiles();

  /// Writes what `print` prints. The error names the path and what stands in the way.
  llvm::Error add(llvm::StringRef path, llvm::function_ref<void(llvm::raw_ostream &)> print);

  /// Moves every file to its place.
  llvm::Error commit();

private:
  struct File {
    std::string path;
    /// Empty for devices and pipes, whose `text` is written by `commit`.
    std::optional<llvm::sys::fs::TempFile> temporary;
    std::string text;
  };
  std::vector<File> files;
};

/// Whether a file could be written at `path`, before the work that makes it: the folder exists and
/// can be written, and the path names no folder.
llvm::Error checkWritable(llvm::StringRef path);

} // namespace rematplan

#endif // REMAT_PLANNING_OUTPUTFILES_H
