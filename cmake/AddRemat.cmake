# Finds LLVM (and MLIR unless REMAT_CORE_ONLY) and defines the functions that the folders' CMakeLists.txt use:
#   add_remat_library(Remat<Folder> sources… LINK own libraries… MLIR_LIBS upstream libraries… DEPENDS …)
#   add_remat_tool(name sources… LINK … MLIR_LIBS … [HELP_GROUP "group of options that is the tool's own"])
# MLIR_LIBS says which parts of MLIR a target uses; all of them come from the shared libMLIR (a static archive beside it would bring
# a second copy of MLIR's type ids).
#   remat_install_package()
include(GNUInstallDirs)

if(REMAT_CORE_ONLY)
  find_package(LLVM 22.1 REQUIRED CONFIG)
else()
  find_package(MLIR 22.1 REQUIRED CONFIG)
endif()
list(APPEND CMAKE_MODULE_PATH "${LLVM_CMAKE_DIR}")
# Debian's static MLIR archives depend on the shared LLVM: link both as shared libraries, always.
set(LLVM_LINK_LLVM_DYLIB ON)
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
# Debian's libMLIR is outside of the loader's path, and so may be our runtime; installed programs must find both.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
include(TableGen)
include(AddLLVM)
if(NOT REMAT_CORE_ONLY)
  list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}")
  set(MLIR_BINARY_DIR ${CMAKE_BINARY_DIR})
  include(AddMLIR)
endif()
include(HandleLLVMOptions)

find_package(fmt REQUIRED)
find_package(Boost REQUIRED)
find_program(REMAT_MOLD mold)
if(REMAT_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
find_program(REMAT_CCACHE ccache)
if(REMAT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${REMAT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${REMAT_CCACHE})
endif()

separate_arguments(REMAT_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${REMAT_LLVM_DEFINITIONS})
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
add_compile_options(-Wall -Wextra)
if(REMAT_SANITIZE)
  add_compile_options(-fsanitize=${REMAT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${REMAT_SANITIZE})
endif()

# All tools, without tests.
add_custom_target(remat-programs)

# One static library per folder of lib/, exported as Remat::<Folder>.
function(add_remat_library name)
  cmake_parse_arguments(ARG "" "" "LINK;MLIR_LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(ARG_MLIR_LIBS)
    target_link_libraries(${name} PUBLIC MLIR)
  endif()
  target_link_libraries(${name} PUBLIC LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  string(REGEX REPLACE "^Remat" "" folder ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${folder})
  add_library(Remat::${folder} ALIAS ${name})
  set_property(GLOBAL APPEND PROPERTY REMAT_FOLDERS ${folder})
  install(TARGETS ${name} EXPORT RematTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

function(add_remat_tool name)
  cmake_parse_arguments(ARG "" "HELP_GROUP" "LINK;MLIR_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(remat-programs ${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(ARG_MLIR_LIBS)
    target_link_libraries(${name} PRIVATE MLIR)
  endif()
  target_link_libraries(${name} PRIVATE LLVM)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

  # Man page and completion are made of --help, so that they never say anything else.
  set(page ${CMAKE_BINARY_DIR}/man/${name}.1)
  set(maker ${PROJECT_SOURCE_DIR}/cmake/MakeManPage.awk)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/man)
  add_custom_command(OUTPUT ${page}
    COMMAND sh -c "COLUMNS=100000 $0 --help | awk -v name=${name} -v only='${ARG_HELP_GROUP}' -f ${maker} > ${page}" $<TARGET_FILE:${name}>
    DEPENDS ${name} ${maker} COMMENT "Man page of ${name}" VERBATIM)
  add_custom_target(${name}-man ALL DEPENDS ${page})
  add_dependencies(remat-programs ${name}-man)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_SOURCE_DIR}/tools/completion/remat-tools.bash RENAME ${name}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endfunction()

# Headers, targets and RematConfig.cmake, for find_package(Remat).
function(remat_install_package)
  include(CMakePackageConfigHelpers)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/Remat)
  get_property(REMAT_FOLDERS GLOBAL PROPERTY REMAT_FOLDERS)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/remat DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
  install(DIRECTORY ${PROJECT_BINARY_DIR}/include/remat DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
  install(EXPORT RematTargets NAMESPACE Remat:: DESTINATION ${destination})
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/RematConfig.cmake.in
    ${PROJECT_BINARY_DIR}/RematConfig.cmake INSTALL_DESTINATION ${destination}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/RematConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/RematConfig.cmake
    ${PROJECT_BINARY_DIR}/RematConfigVersion.cmake DESTINATION ${destination})
endfunction()
