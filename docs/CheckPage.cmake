# Fails if the page MADE from tablegen files differs from the one COMMITTED.
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${MADE} ${COMMITTED} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${COMMITTED} is stale: run `ninja -C build update-docs` and commit it")
endif()
