//===- WrapHelp.h - Lines of --help that fit a terminal -*- C++ -*-===//
#ifndef REMAT_TOOLS_HELP_WRAPHELP_H
#define REMAT_TOOLS_HELP_WRAPHELP_H

#include "llvm/ADT/StringRef.h"
#include <string>

/// Breaks the lines of what LLVM's command lines print as help: descriptions go on below where they
/// begin, or in a column further left where that leaves them little room.
std::string wrapHelp(llvm::StringRef text, size_t columns);

/// Where the command line asks for help, another process prints it, and this one wraps it to 100
/// columns, or to those that the environment's COLUMNS names; it does not return then. To be called
/// before anything else.
void wrapHelpIfAsked(int argc, char **argv);

/// Takes from LLVM's -h, which wrapHelpIfAsked serves. Letters may be grouped as in `-hx`, and
/// LLVM's prints the help as soon as it is met: any unknown flag that begins with an h
/// (`--heder=step.h`) would print it and be a success. To be called before the command line is
/// parsed.
void registerShortHelp();

#endif // REMAT_TOOLS_HELP_WRAPHELP_H
