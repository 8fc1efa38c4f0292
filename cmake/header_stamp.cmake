# cmake -DINCLUDE=DIR -DOUT=FILE -P header_stamp.cmake: one number for the headers the library is built from, as a C++
# constant. src/plugin/digest.cpp computes the same from the headers a problem file would be compiled with.
file(GLOB_RECURSE paths RELATIVE ${INCLUDE} ${INCLUDE}/twoscale/*.hpp)
list(SORT paths)
set(lines "")
foreach(path ${paths})
  file(SHA256 ${INCLUDE}/${path} digest)
  string(APPEND lines "${digest}  ${path}\n")
endforeach()
string(SHA256 stamp "${lines}")
file(WRITE ${OUT} "constexpr const char* kHeaderStamp = \"${stamp}\";\n")
