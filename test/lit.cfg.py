import os

import lit.formats
from lit.llvm import llvm_config

config.name = "remat"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["data", "unit", "fuzz", "benchmark", "lib", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.remat_obj_root, "test")

config.substitutions.append(("%remat_src", config.remat_src_root))
config.substitutions.append(("%remat_obj", config.remat_obj_root))
config.substitutions.append(("%data", os.path.join(config.test_source_root, "data")))
config.substitutions.append(("%plugin", os.path.join(config.remat_obj_root, "lib", "RematPlugin.so")))
if config.remat_sanitize:
    config.available_features.add("sanitizer")
if os.geteuid() == 0:
    config.available_features.add("root")

graphs = os.environ.get("REMAT_GRAPHS", "")
if graphs:
    config.environment["REMAT_GRAPHS"] = graphs
    config.available_features.add("large-graphs")
else:
    lit_config.note("REMAT_GRAPHS names no folder: the tests on large training steps are skipped")

llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["remat-opt", "remat-plan", "remat-run", "remat-compile", "mlir-opt", "mlir-translate", "llvm-nm", "split-file", "not", "FileCheck"],
    [os.path.join(config.remat_obj_root, "bin"), config.llvm_tools_dir],
)
# Scripts that tests run find the programs too.
llvm_config.with_environment(
    "PATH", [os.path.join(config.remat_obj_root, "bin"), config.llvm_tools_dir], append_path=True
)
