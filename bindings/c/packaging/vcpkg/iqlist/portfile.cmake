# The port of libiqlist: packages a release archive, and compiles nothing.
#
# IQLIST_ARCHIVES, a variable of the triplet or of the environment, names the folder that has libiqlist-V-T.tar.gz and
# SHA256SUMS. IQLIST_LIBC=musl, in the same places, takes the archive for musl.

# There are no debug builds of it.
set(VCPKG_BUILD_TYPE release)

foreach(_name IN ITEMS IQLIST_ARCHIVES IQLIST_LIBC)
  if(NOT ${_name})
    set(${_name} "$ENV{${_name}}")
  endif()
endforeach()
if(NOT IQLIST_ARCHIVES)
  message(FATAL_ERROR "IQLIST_ARCHIVES has to name the folder of the archives of libiqlist")
endif()
if(NOT IQLIST_LIBC)
  set(IQLIST_LIBC gnu)
endif()

set(_targets x64-gnu x86_64-linux-gnu arm64-gnu aarch64-linux-gnu x64-musl x86_64-linux-musl)
list(FIND _targets "${VCPKG_TARGET_ARCHITECTURE}-${IQLIST_LIBC}" _index)
if(NOT VCPKG_TARGET_IS_LINUX OR _index LESS 0)
  message(FATAL_ERROR "there is no archive of libiqlist for ${VCPKG_TARGET_ARCHITECTURE} with ${IQLIST_LIBC}; there are "
    "ones for Linux on x64 with gnu or musl, and on arm64 with gnu")
endif()
math(EXPR _index "${_index} + 1")
list(GET _targets ${_index} _target)

set(_name "libiqlist-${VERSION}-${_target}.tar.gz")
set(_archive "${IQLIST_ARCHIVES}/${_name}")
foreach(_file IN ITEMS "${_name}" SHA256SUMS)
  if(NOT EXISTS "${IQLIST_ARCHIVES}/${_file}")
    message(FATAL_ERROR "there is no ${_file} in ${IQLIST_ARCHIVES}; put it there")
  endif()
endforeach()

# A star before a name says that the file was read as binary.
file(SHA256 "${_archive}" _sum)
file(STRINGS "${IQLIST_ARCHIVES}/SHA256SUMS" _lines)
set(_is_listed FALSE)
foreach(_line IN LISTS _lines)
  if(_line MATCHES "^([0-9a-fA-F]+) [ *](.*)$" AND CMAKE_MATCH_2 STREQUAL _name)
    string(TOLOWER "${CMAKE_MATCH_1}" _wanted)
    if(NOT _wanted STREQUAL _sum)
      message(FATAL_ERROR "${_archive} has the SHA-256 sum ${_sum}, and SHA256SUMS says ${_wanted}; take it anew")
    endif()
    set(_is_listed TRUE)
  endif()
endforeach()
if(NOT _is_listed)
  message(FATAL_ERROR "SHA256SUMS does not list ${_name}; take both from one release")
endif()

vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${_archive}")

file(INSTALL "${SOURCE_PATH}/include/iqlist.h" "${SOURCE_PATH}/include/iqlist.hpp"
  DESTINATION "${CURRENT_PACKAGES_DIR}/include")
if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  set(_libraries "${SOURCE_PATH}/lib/libiqlist.a")
else()
  file(GLOB _libraries "${SOURCE_PATH}/lib/libiqlist.so*")
endif()
file(INSTALL ${_libraries} DESTINATION "${CURRENT_PACKAGES_DIR}/lib")
file(INSTALL "${SOURCE_PATH}/lib/pkgconfig/iqlist.pc" DESTINATION "${CURRENT_PACKAGES_DIR}/lib/pkgconfig")
# The archive's own iqlist-config.cmake is for lib/cmake/iqlist.
file(INSTALL "${CURRENT_PORT_DIR}/usage" "${CURRENT_PORT_DIR}/iqlist-config.cmake"
  "${SOURCE_PATH}/lib/cmake/iqlist/iqlist-config-version.cmake"
  DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/share/licenses/iqlist/LICENSE")
