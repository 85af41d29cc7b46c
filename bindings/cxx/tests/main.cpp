// main.cpp - runs the tests of iqlist.hpp; in the end the library holds no memory.
#include "tests.hpp"

int main()
{
    test_values();
    test_columns();
    test_classes();
    test_errors();
    test_ownership();
    test_snapshots();
    test_changesets();
    test_lists();
    test_events();
    test_edits();
    test_views();
    test_derived();
    test_sorted();
    test_grouped();
    CHECK(iq::memory_peak() >= iq::memory_used());
    iq::memory_trim();
    iq_status status = IQ_ERROR_STATE;
    iq::memory_trim(&status);
    CHECK(status == IQ_OK);
    std::puts("all is well");
    return 0;
}
