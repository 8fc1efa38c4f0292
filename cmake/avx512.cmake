# Kernels for AVX-512 in a library whose floor is AVX2: the zoo's and the streams', compiled again.
#
# They become one object that shows nothing but its entries. Otherwise the linker, which keeps one copy of every inline
# function, might keep one that only newer machines can run.
if(TWOSCALE_SANITIZE)
  set(TWOSCALE_AVX512 OFF)  # sanitizers mark what they instrument with global symbols of their own
endif()
if(TWOSCALE_AVX512)
  add_library(twoscale-avx512 OBJECT src/core/stream.cpp)
  foreach(stem ${TWOSCALE_ZOO})
    target_sources(twoscale-avx512 PRIVATE zoo/${stem}.cpp)
  endforeach()
  target_include_directories(twoscale-avx512 PRIVATE include)
  target_compile_options(twoscale-avx512 PRIVATE ${TWOSCALE_FLAGS} ${TWOSCALE_FLAGS_AVX512}
    "$<${gcc}:${TWOSCALE_FLAGS_GCC};-fno-gnu-unique>" "$<${gcc12}:${TWOSCALE_FLAGS_GCC12_AVX512}>")
  target_compile_definitions(twoscale-avx512 PRIVATE TWOSCALE_KERNELS=TWOSCALE_AVX512_NAME)
  set(avx512_object ${CMAKE_CURRENT_BINARY_DIR}/avx512.o)
  add_custom_command(OUTPUT ${avx512_object}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation $<TARGET_OBJECTS:twoscale-avx512> -o ${avx512_object}
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=avx512_* --keep-global-symbol=*fill_words* ${avx512_object}
    DEPENDS twoscale-avx512 $<TARGET_OBJECTS:twoscale-avx512> COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Joining the AVX-512 kernels")
  target_sources(twoscale PRIVATE ${avx512_object})
  set_source_files_properties(zoo/zoo.cpp PROPERTIES COMPILE_DEFINITIONS TWOSCALE_AVX512)
endif()
