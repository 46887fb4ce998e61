import os
import shutil

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

# Programs of the CUDA toolkit, and the runtime that needs its headers, are optional.
toolkits = [os.environ.get(name, "") for name in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")] + ["/usr/local/cuda"]
toolkit = next((folder for folder in toolkits if folder), "")
if os.access(os.path.join(toolkit, "bin", "ptxas"), os.X_OK):
    config.available_features.add("ptxas")
    config.environment["CUDA_HOME"] = toolkit
else:
    lit_config.note(f"{toolkit} has no bin/ptxas: the tests that compile GPU kernels are skipped")
emulated_cuda = os.path.join(config.remat_obj_root, "lib", "emulated-cuda")
if os.path.exists(os.path.join(emulated_cuda, "libcuda.so.1")):
    config.available_features.add("emulated-cuda")
if os.path.exists(os.path.join(emulated_cuda, "libnvtx-recorder.so")):
    config.available_features.add("emulated-nvtx")
config.substitutions.append(("%emulated_cuda", emulated_cuda))

# The page of a report is tried in a browser.
browser = os.environ.get("REMAT_BROWSER", "chromium")
if browser and shutil.which(browser):
    config.environment["REMAT_BROWSER"] = browser
    config.available_features.add("browser")
else:
    lit_config.note("there is no chromium (REMAT_BROWSER may name one): the test of the report's page is skipped")
config.substitutions.append(
    ("%run_in_browser", os.path.join(config.test_source_root, "Transforms", "report-page", "run-in-browser.sh"))
)

graphs = os.environ.get("REMAT_GRAPHS", "")
if graphs:
    config.environment["REMAT_GRAPHS"] = graphs
    config.available_features.add("large-graphs")
else:
    lit_config.note("REMAT_GRAPHS names no folder: the tests on large training steps are skipped")

llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["remat-opt", "remat-plan", "remat-run", "remat-compile", "remat-reduce", "remat-lsp-server", "mlir-opt", "mlir-translate", "llvm-nm", "llc", "remat-run-cuda-step", "split-file", "not", "FileCheck"],
    [os.path.join(config.remat_obj_root, "bin"), config.llvm_tools_dir],
)
# Scripts that tests run find the programs too.
llvm_config.with_environment(
    "PATH", [os.path.join(config.remat_obj_root, "bin"), config.llvm_tools_dir], append_path=True
)
