# Fails unless FILE holds one JSON object or array.
file(READ ${FILE} text)
string(JSON kind ERROR_VARIABLE error TYPE "${text}")
if(error)
  message(FATAL_ERROR "${error}")
endif()
