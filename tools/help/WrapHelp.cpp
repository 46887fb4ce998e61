//===- WrapHelp.cpp - Lines of --help that fit a terminal -----------------===//
//
// LLVM prints its help straight to the standard output, with lines as long as their texts are, and
// exits. So it is printed by a process of its own, into a pipe.
//
//===----------------------------------------------------------------------===//
#include "WrapHelp.h"
#include "StandardOutput.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/wait.h>
#include <unistd.h>

using llvm::StringRef;

static constexpr size_t kDefaultColumns = 100;
static constexpr size_t kLeastColumns = 40;
/// Of descriptions that begin too far right to be read there.
static constexpr size_t kNarrowColumn = 20;

/// Adds words of `text` from `column` on, and further lines with `indent`.
static void addWords(std::string &result, StringRef text, size_t column, size_t indent,
                     size_t columns) {
  bool isFirst = true;
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    text = rest;
    if (!isFirst && column + 1 + word.size() > columns) {
      result.append(1, '\n').append(indent, ' ');
      column = indent;
    } else if (!isFirst) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
    isFirst = false;
  }
  result += '\n';
}

/// `  --flag=<value>    - description`: where the description begins; npos in other lines.
static size_t descriptionBegin(StringRef line) {
  const size_t indent = line.find_first_not_of(' ');
  const size_t dash = line.find(" - ");
  if (indent == 0 || indent == StringRef::npos || dash == StringRef::npos ||
      !StringRef("-=").contains(line[indent]))
    return StringRef::npos;
  return std::min(line.find_first_not_of(' ', dash + 3), line.size());
}

std::string wrapHelp(StringRef text, size_t columns) {
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    const size_t begin = descriptionBegin(line);
    if (begin == StringRef::npos) {
      const size_t indent = std::min(line.find_first_not_of(' '), line.size());
      result += line.take_front(indent);
      addWords(result, line.drop_front(indent), indent, indent, columns);
    } else if (begin <= columns / 2) {
      result += line.take_front(begin);
      addWords(result, line.drop_front(begin), begin, begin, columns);
    } else {
      // In their own column, which leaves them room; behind a long flag in the next line.
      const StringRef flag = line.take_front(line.find(" - ")).rtrim();
      result += flag;
      result += flag.size() + 2 <= kNarrowColumn ? std::string(kNarrowColumn - flag.size(), ' ')
                                                 : "\n" + std::string(kNarrowColumn, ' ');
      addWords(result, line.drop_front(begin), kNarrowColumn, kNarrowColumn, columns);
    }
  }
  return result;
}

/// Whether the command line asks for help; -h becomes --help, see registerShortHelp.
static bool asksForHelp(int argc, char **argv) {
  static char longForm[] = "--help";
  for (int index = 1; index < argc; ++index) {
    const StringRef argument(argv[index]);
    const StringRef name = argument.ltrim('-');
    if (name == argument)
      continue;
    if (name == "h")
      argv[index] = longForm;
    if (name == "h" || name == "help" || name == "help-hidden" || name == "help-list" ||
        name == "help-list-hidden")
      return true;
  }
  return false;
}

static size_t wantedColumns() {
  size_t columns = 0;
  const std::string asked = llvm::sys::Process::GetEnv("COLUMNS").value_or("");
  if (StringRef(asked).getAsInteger(10, columns) || columns == 0)
    return kDefaultColumns;
  return std::max(columns, kLeastColumns);
}

void wrapHelpIfAsked(int argc, char **argv) {
  int pipeEnds[2];
  if (!asksForHelp(argc, argv) || pipe(pipeEnds) != 0)
    return;
  const pid_t child = fork();
  if (child < 0)
    return;
  if (child == 0) {
    dup2(pipeEnds[1], STDOUT_FILENO);
    close(pipeEnds[0]);
    close(pipeEnds[1]);
    return;
  }
  close(pipeEnds[1]);
  std::string text;
  char buffer[1 << 14];
  for (ssize_t count; (count = read(pipeEnds[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(count));
  int status = 0;
  waitpid(child, &status, 0);
  llvm::outs() << wrapHelp(text, wantedColumns());
  const bool isWritten = flushStandardOutput(llvm::sys::path::filename(argv[0]));
  _exit(isWritten && WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

void registerShortHelp() {
  static llvm::cl::opt<bool> help("h", llvm::cl::desc("Alias for --help"), llvm::cl::Hidden);
}
