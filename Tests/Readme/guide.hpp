// guide.hpp - what blocks of C++ in the guides are compiled with: they are the body of a main.
#ifndef GUIDE_HPP
#define GUIDE_HPP

#include <iqlist.hpp>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#endif
