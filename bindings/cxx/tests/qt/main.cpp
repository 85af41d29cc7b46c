// main.cpp - runs the tests of iqlist_qt.hpp. `main SEED` sets the number that the random ones begin with.
#include "shown.hpp"

#include <QtWidgets/QApplication>

unsigned seed = 1;

int main(int count, char **arguments)
{
    QApplication application(count, arguments);
    seed = count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : seed;
    std::printf("seed %u\n", seed);
    for (auto test : {test_sessions, test_threads, test_lifetimes, test_events, test_pages, test_fields, test_views,
                      test_scroll, test_chains}) {
        test();
        // All that the library held is freed, and with it the models of the items.
        CHECK(things == 0);
    }
    return 0;
}
