# find_package(iqlist) defines the targets
#
#     iqlist::iqlist     the shared library
#     iqlist::static     the archive, if it is installed
#
# Folders are named relative to this file: the prefix may be moved.

get_filename_component(_iqlist_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_iqlist_includedir "@INCLUDEDIR@" ABSOLUTE BASE_DIR "${_iqlist_libdir}")

# Where /lib is a link to /usr/lib, this file may have been found by way of the link: ../include is elsewhere then.
if(NOT EXISTS "${_iqlist_includedir}/iqlist.h")
  get_filename_component(_iqlist_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)
  get_filename_component(_iqlist_includedir "@INCLUDEDIR@" ABSOLUTE BASE_DIR "${_iqlist_libdir}")
endif()

if(NOT TARGET iqlist::iqlist)
  add_library(iqlist::iqlist SHARED IMPORTED)
  set_target_properties(iqlist::iqlist PROPERTIES
    IMPORTED_LOCATION "${_iqlist_libdir}/@LIBRARY@"
    IMPORTED_SONAME "@SONAME@"
    INTERFACE_INCLUDE_DIRECTORIES "${_iqlist_includedir}")
endif()

# Distributions may leave the archive out.
if(NOT TARGET iqlist::static AND EXISTS "${_iqlist_libdir}/libiqlist.a")
  add_library(iqlist::static STATIC IMPORTED)
  set_target_properties(iqlist::static PROPERTIES
    IMPORTED_LOCATION "${_iqlist_libdir}/libiqlist.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_LINK_LIBRARIES "@PRIVATE@"
    INTERFACE_INCLUDE_DIRECTORIES "${_iqlist_includedir}")
endif()

# The package has no components; whoever requires one asks for another package.
foreach(_iqlist_component IN LISTS iqlist_FIND_COMPONENTS)
  if(iqlist_FIND_REQUIRED_${_iqlist_component})
    set(iqlist_FOUND FALSE)
    set(iqlist_NOT_FOUND_MESSAGE "iqlist has no component ${_iqlist_component}")
  endif()
endforeach()

unset(_iqlist_libdir)
unset(_iqlist_includedir)
