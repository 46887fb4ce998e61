# Puts the report page together and writes it as two C++ texts, before and after the embedded report:
#   cmake -DFOLDER=… -DOUTPUT=… -P EmbedReportPage.cmake
set(scripts format columns data chart timeline details arena pareto table lists main)

file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
set(script "'use strict';\n")
foreach(name ${scripts})
  file(READ ${FOLDER}/${name}.js text)
  string(APPEND script "\n${text}")
endforeach()

# A C++ compiler need not take texts of more than 64 KiB in one piece: one piece per line.
function(write_text name text)
  string(REGEX REPLACE "[ \t]*\n" ")remat\" \"\\\\n\"\nR\"remat(" text "${text}")
  file(WRITE ${OUTPUT}/${name}.inc "R\"remat(${text})remat\"\n")
endfunction()

string(FIND "${page}" "@REPORT@" middle)
string(SUBSTRING "${page}" 0 ${middle} first)
math(EXPR rest "${middle} + 8")
string(SUBSTRING "${page}" ${rest} -1 second)
string(REPLACE "@STYLE@" "${style}" first "${first}")
string(REPLACE "@SCRIPT@" "${script}" second "${second}")
write_text(ReportPageBegin "${first}")
write_text(ReportPageEnd "${second}")
