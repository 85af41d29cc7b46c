/*
 * everything.c - random sessions of one list and a tree of lists that are derived from it, with all that the header
 * has, where sources end at any moment, callbacks act on other lists, and memory fails: see world.h.
 *
 *   IQ_TEST_SEED        the first session's seed
 *   IQ_TEST_SCALE       percent of 20,000 operations; 5000 for a million
 *   IQ_TEST_OPERATIONS  a session ends after so many: to find the one that a failure needs
 *   IQ_TEST_FEATURES    sum of WORLD_*: what sessions do
 *   IQ_TEST_TRACE       if set, what is done is said
 */
#include "check.h"
#include "failing.h"
#include "world.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { SESSION = 500 };

static char where[96];

static void say_where(void)
{
    (void)!write(STDERR_FILENO, where, strlen(where));
    (void)!write(STDERR_FILENO, "\n", 1);
}

static void crash(int number)
{
    say_where();
    signal(number, SIG_DFL);
    raise(number);
}

/* Of the address sanitizer, if it is there. */
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static uint64_t number_of(const char *name, uint64_t own)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : own;
}

static void note(uint64_t operation)
{
    int seed = snprintf(where, sizeof where, "seed %llu, ", (unsigned long long)check_seed);
    snprintf(where + seed, sizeof where - (size_t)seed, "operation %llu", (unsigned long long)operation);
    check_case = where + seed;
}

static void session(uint64_t seed, uint64_t operations, uint32_t features)
{
    check_seed = seed;
    note(0);
    world_open(seed, features);
    for (uint64_t i = 0; i < operations; i++) {
        note(i);
        world_happen();
    }
    /* The end counts as one more. */
    note(operations);
    world_close();
}

int main(void)
{
    static const int crashes[] = {SIGSEGV, SIGILL, SIGBUS, SIGABRT};
    failing_install();
    world_register();
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(say_where);
    } else {
        for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
            signal(crashes[i], crash);
        }
    }
    uint64_t seed = check_first_seed(1), wanted = check_scaled(20000);
    uint64_t most = number_of("IQ_TEST_OPERATIONS", UINT64_MAX);
    uint32_t features = (uint32_t)number_of("IQ_TEST_FEATURES", WORLD_FEATURES);
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    while (wanted > 0) {
        uint64_t operations = wanted < SESSION ? wanted : SESSION;
        session(seed++, operations < most ? operations : most, features);
        CHECK_OK(iq_memory_trim());
        CHECK(iq_memory_used() == bytes && failing_bytes() == bytes);
        wanted -= operations;
    }
    CHECK(world.operations < 20000 || features != WORLD_FEATURES ||
          (world.checked && world.orphaned && world.acted && world.without_memory && world.undone &&
           world.ordered));
    return 0;
}
