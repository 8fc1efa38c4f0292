# Problem files compiled on the fly: what src/plugin/ must know about this build, the stamp of the headers, and the
# precompiled header.

# Where things are and which flags a problem file is compiled with: the library's own, so that the two fit together.
function(twoscale_plugin_list out name)
  set(text "")
  foreach(value ${ARGN})
    string(APPEND text "    R\"~(${value})~\",\n")
  endforeach()
  list(LENGTH ARGN count)
  set(${out} "constexpr std::array<const char*, ${count}> ${name} = {\n${text}};\n" PARENT_SCOPE)
endfunction()

set(plugin_flags -std=c++20 -O2 -fPIC -fvisibility=hidden ${TWOSCALE_FLAGS} ${TWOSCALE_SANITIZER_FLAGS})
set(pch_directory ${CMAKE_CURRENT_BINARY_DIR}/precompiled)
twoscale_plugin_list(flags kFlags ${plugin_flags})
twoscale_plugin_list(flags_gcc kFlagsGcc ${TWOSCALE_FLAGS_GCC})
twoscale_plugin_list(flags_avx2 kFlagsAvx2 ${TWOSCALE_FLAGS_AVX2})
twoscale_plugin_list(flags_avx512 kFlagsAvx512 ${TWOSCALE_FLAGS_AVX512})
twoscale_plugin_list(flags_gcc12_avx2 kFlagsGcc12Avx2 ${TWOSCALE_FLAGS_GCC12_AVX2})
twoscale_plugin_list(flags_gcc12_avx512 kFlagsGcc12Avx512 ${TWOSCALE_FLAGS_GCC12_AVX512})
twoscale_plugin_list(include_places kIncludePlaces ${PROJECT_SOURCE_DIR}/include ${CMAKE_INSTALL_FULL_INCLUDEDIR})
twoscale_plugin_list(pch_places kPrecompiledPlaces ${pch_directory} ${CMAKE_INSTALL_FULL_LIBDIR}/twoscale)
set(has_avx512 false)
if(TWOSCALE_AVX512)
  set(has_avx512 true)
endif()
file(CONFIGURE OUTPUT plugin_config.inc CONTENT "\
constexpr const char* kVersion = \"${PROJECT_VERSION}\";
constexpr const char* kBuiltWith = R\"~(${CMAKE_CXX_COMPILER})~\";
constexpr const char* kPrecompiledBeside = \"${CMAKE_INSTALL_LIBDIR}/twoscale\";
constexpr bool kHasAvx512 = ${has_avx512};
${flags}${flags_gcc}${flags_avx2}${flags_avx512}${flags_gcc12_avx2}${flags_gcc12_avx512}${include_places}${pch_places}")

# One number for all headers, compiled in: a problem file must not meet others.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/twoscale/*.hpp)
add_custom_command(OUTPUT header_stamp.inc
  COMMAND ${CMAKE_COMMAND} -DINCLUDE=${PROJECT_SOURCE_DIR}/include -DOUT=${CMAKE_CURRENT_BINARY_DIR}/header_stamp.inc
          -P ${PROJECT_SOURCE_DIR}/cmake/header_stamp.cmake
  DEPENDS ${headers} cmake/header_stamp.cmake VERBATIM)
target_sources(twoscale PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/header_stamp.inc)

# <twoscale/problem.hpp> precompiled with the flags of problem files: reading it is most of their compile time.
if(TWOSCALE_BUILD_APPS)
  file(CONFIGURE OUTPUT precompiled/problem_file.hpp CONTENT "#include <twoscale/problem.hpp>\n")
  set(pch_ending gch)
  set(pch_flags ${plugin_flags} ${TWOSCALE_MACHINE_FLAGS} -DTWOSCALE_PLUGIN)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND pch_flags ${TWOSCALE_FLAGS_GCC})
    if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
      list(APPEND pch_flags ${TWOSCALE_MACHINE_FLAGS_GCC12})
    endif()
  else()
    set(pch_ending pch)
  endif()
  set(pch ${pch_directory}/problem_file.hpp.${pch_ending})
  add_custom_command(OUTPUT ${pch}
    COMMAND ${CMAKE_CXX_COMPILER} ${pch_flags} -isystem ${PROJECT_SOURCE_DIR}/include -x c++-header
            ${pch_directory}/problem_file.hpp -o ${pch}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/header_stamp.inc ${pch_directory}/header_stamp.inc
    DEPENDS ${headers} ${pch_directory}/problem_file.hpp ${CMAKE_CURRENT_BINARY_DIR}/header_stamp.inc COMMENT "Precompiling twoscale/problem.hpp" VERBATIM)
  add_custom_target(twoscale-precompiled ALL DEPENDS ${pch})
  # For clang, too, where the tests compile problem files with it.
  find_program(CLANG clang++)
  if(TWOSCALE_BUILD_TESTS AND CLANG AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(clang_pch ${pch_directory}/problem_file.hpp.pch)
    add_custom_command(OUTPUT ${clang_pch}
      COMMAND ${CLANG} ${plugin_flags} ${TWOSCALE_MACHINE_FLAGS} -DTWOSCALE_PLUGIN -isystem ${PROJECT_SOURCE_DIR}/include
              -x c++-header ${pch_directory}/problem_file.hpp -o ${clang_pch}
      DEPENDS ${pch} COMMENT "Precompiling twoscale/problem.hpp with clang" VERBATIM)
    add_custom_target(twoscale-precompiled-clang ALL DEPENDS ${clang_pch})
  endif()
  install(FILES ${pch} ${pch_directory}/problem_file.hpp ${pch_directory}/header_stamp.inc DESTINATION ${CMAKE_INSTALL_LIBDIR}/twoscale)
endif()
