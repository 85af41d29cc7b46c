# find_package(iqlist) where vcpkg has installed it, in share/iqlist. It defines the targets
#
#     iqlist::iqlist     the library as the triplet links it
#     iqlist::static     the archive, if the triplet links it statically

get_filename_component(_iqlist_prefix "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

if(NOT TARGET iqlist::static AND EXISTS "${_iqlist_prefix}/lib/libiqlist.a")
  add_library(iqlist::static STATIC IMPORTED)
  set_target_properties(iqlist::static PROPERTIES
    IMPORTED_LOCATION "${_iqlist_prefix}/lib/libiqlist.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_LINK_LIBRARIES -lpthread
    INTERFACE_INCLUDE_DIRECTORIES "${_iqlist_prefix}/include")
endif()

if(NOT TARGET iqlist::iqlist)
  if(TARGET iqlist::static)
    add_library(iqlist::iqlist INTERFACE IMPORTED)
    set_target_properties(iqlist::iqlist PROPERTIES INTERFACE_LINK_LIBRARIES iqlist::static)
  else()
    add_library(iqlist::iqlist SHARED IMPORTED)
    set_target_properties(iqlist::iqlist PROPERTIES
      IMPORTED_LOCATION "${_iqlist_prefix}/lib/libiqlist.so"
      INTERFACE_INCLUDE_DIRECTORIES "${_iqlist_prefix}/include")
  endif()
endif()

unset(_iqlist_prefix)
