//===- OutputFiles.cpp - Files written whole or not at all ----------------===//
#include "remat/Planning/OutputFiles.h"
#include "llvm/Support/Path.h"

using namespace rematplan;

static llvm::Error failure(llvm::StringRef path, const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot write '" + path + "': " + reason);
}

llvm::Error rematplan::checkWritable(llvm::StringRef path) {
  if (path.empty())
    return failure(path, "the path is empty");
  if (llvm::sys::fs::is_directory(path))
    return failure(path, "it is a folder");
  llvm::SmallString<128> folder(llvm::sys::path::parent_path(path));
  if (folder.empty())
    folder = ".";
  if (!llvm::sys::fs::is_directory(folder))
    return failure(path, "there is no folder '" + folder + "'");
  if (std::error_code error = llvm::sys::fs::access(folder, llvm::sys::fs::AccessMode::Write))
    return failure(path, "folder '" + folder + "': " + error.message());
  if (llvm::sys::fs::exists(path))
    if (std::error_code error = llvm::sys::fs::access(path, llvm::sys::fs::AccessMode::Write))
      return failure(path, error.message());
  return llvm::Error::success();
}

/// A device or pipe (`/dev/null`, `/dev/stdout`): it is written to, never replaced.
static bool isSpecialFile(llvm::StringRef path) {
  return llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path);
}

OutputFiles::~OutputFiles() {
  for (File &file : files)
    if (file.temporary)
      llvm::consumeError(file.temporary->discard());
}

llvm::Error OutputFiles::add(llvm::StringRef path,
                             llvm::function_ref<void(llvm::raw_ostream &)> print) {
  if (isSpecialFile(path) && !llvm::sys::fs::is_directory(path)) {
    File &file = files.emplace_back();
    file.path = path.str();
    llvm::raw_string_ostream os(file.text);
    print(os);
    return llvm::Error::success();
  }
  if (llvm::Error error = checkWritable(path))
    return error;
  // A link stays one: what it points to is written.
  llvm::SmallString<128> target(path);
  if (llvm::sys::fs::is_symlink_file(path) && llvm::sys::fs::exists(path))
    if (std::error_code error = llvm::sys::fs::real_path(path, target))
      return failure(path, error.message());
  auto temporary = llvm::sys::fs::TempFile::create(
      llvm::Twine(target) + ".tmp%%%%%%", llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (!temporary)
    return failure(path, llvm::toString(temporary.takeError()));
  File &file = files.emplace_back();
  file.path = target.str().str();
  file.temporary.emplace(std::move(*temporary));
  llvm::raw_fd_ostream os(file.temporary->FD, /*shouldClose=*/false);
  print(os);
  os.flush();
  if (os.has_error()) {
    std::string reason = os.error().message();
    os.clear_error();
    return failure(path, reason);
  }
  return llvm::Error::success();
}

llvm::Error OutputFiles::commit() {
  // Devices and pipes first: they may fail, and then no file has been replaced.
  for (const File &file : files) {
    if (file.temporary)
      continue;
    std::error_code error;
    llvm::raw_fd_ostream os(file.path, error);
    if (!error) {
      os << file.text;
      os.flush();
      error = os.error();
      os.clear_error();
    }
    if (error)
      return failure(file.path, error.message());
  }
  for (File &file : files) {
    if (!file.temporary)
      continue;
    llvm::Error error = file.temporary->keep(file.path);
    file.temporary.reset();
    if (error)
      return failure(file.path, llvm::toString(std::move(error)));
  }
  files.clear();
  return llvm::Error::success();
}
