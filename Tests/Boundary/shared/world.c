/*
 * world.c - what there is, and what happens to it: see world.h.
 */
#include "world.h"

#include "check.h"
#include "failing.h"

#include <stdarg.h>
#include <string.h>

world_state world;

/* ---- who is asked */

static world_list *pick(size_t first)
{
    world_list *found[WORLD_LISTS];
    size_t count = 0;
    for (size_t i = first; i < WORLD_LISTS; i++) {
        if (world.lists[i].list) {
            found[count++] = &world.lists[i];
        }
    }
    return count ? found[world_below(count)] : NULL;
}

world_list *world_any(void)
{
    return pick(0);
}

world_list *world_derived(void)
{
    return pick(1);
}

bool world_went(const char *file, int line, iq_status status, bool may_be_busy)
{
    bool is_right = status == IQ_OK || (status == IQ_ERROR_NO_MEMORY && world.is_armed) ||
                    (status == IQ_ERROR_BUSY && may_be_busy);
    if (!is_right) {
        check_status(file, line, "a call", status, IQ_OK);
    }
    world.without_memory += status == IQ_ERROR_NO_MEMORY;
    return status == IQ_OK;
}

void world_say(const world_list *self, const char *format, ...)
{
    if (world.traces) {
        va_list arguments;
        va_start(arguments, format);
        fprintf(stderr, "%*s%llu: ", (int)world.nested * 4, "", (unsigned long long)world.actions);
        vfprintf(stderr, format, arguments);
        fprintf(stderr, self ? " %d\n" : "\n", self ? (int)(self - world.lists) : 0);
        va_end(arguments);
    }
}

void world_try(bool begins)
{
    world.is_trying = begins;
    failing_pause(!begins || world.nested > 0);
}

/* ---- what happens */

bool world_fails(void)
{
    bool is_now = world.functions_fail && world_chance(8);
    world.has_failed |= is_now;
    return is_now;
}

static void trim(world_list *self)
{
    bool is_edited = self == &world.lists[0] && world.edit;
    world_say(self, "trim");
    self->inside++;
    self->changing++;
    (void)WENT(iq_list_trim(self->list), self->inside > 1 || is_edited);
    self->changing--;
    self->inside--;
}

static void poll(world_list *self)
{
    if (world_chance(50)) {
        (void)world_poll(self, 1 + world_below(WORLD_EVENTS));
    } else {
        /* Accordions say without an update what they fold: events of one poll are read in that poll. */
        (void)world_poll(self, self->flags & IQ_DERIVE_EXCLUSIVE ? WORLD_EVENTS : 1 + world_below(3));
    }
}

/* Each list follows its source, and all is level. */
static void calm(void)
{
    for (unsigned depth = 0; depth <= WORLD_DEPTH; depth++) {
        for (size_t i = 0; i < WORLD_LISTS; i++) {
            if (world.lists[i].list && world.lists[i].depth == depth) {
                world_settle(&world.lists[i]);
            }
        }
    }
}

static void change(void)
{
    bool may_edit = world_has(WORLD_EDITS) && world.nested == 0;
    if (may_edit && (world.edit || !world.lists[0].list || world_chance(30))) {
        world_edit();
    } else if (world.lists[0].list) {
        world_change();
    }
}

static void use(world_list *self)
{
    size_t what = world_below(100);
    if (what < 28) {
        poll(self);
    } else if (what < 52) {
        world_set_states(self);
    } else if (what < 62 && world_has(WORLD_FILTERS)) {
        if (world_chance(80)) {
            world_set_filter(self);
            world_set_order(self);
        } else {
            world_cancel(self);
        }
    } else if (what < 70 && world_has(WORLD_DERIVED)) {
        world_derive(self);
    } else if (what < 72 && world_has(WORLD_DERIVED)) {
        world_destroy(self);
    } else if (what < 77 && world_has(WORLD_TRIM)) {
        trim(self);
    } else if (what < 80 && world_has(WORLD_STILL)) {
        world_hold_still(self);
    } else if (what < 92 && world_has(WORLD_CELLS)) {
        world_use_views(self);
    } else if (what < 96 && world_has(WORLD_SINCE)) {
        world_ask_since(self);
    } else if (world.nested == 0) {
        world_settle(self);
    }
}

/* For a while often the same list. */
static world_list *pick_again(void)
{
    if (!world.favourite || !world.favourite->list || world_chance(4)) {
        world.favourite = world_chance(85) ? world_derived() : world_any();
    }
    return world_chance(50) ? world.favourite : world_any();
}

static void act(void)
{
    world_list *self = pick_again();
    size_t what = world_below(100);
    if (what < 4 && world.nested == 0) {
        calm();
    } else if (what < (world.edit ? 30 : 12)) {
        change();
    } else if (self) {
        use(self);
    }
}

void world_happen(void)
{
    world.actions++;
    world.operations++;
    bool is_armed = world_chance(8), for_good = world_chance(30);
    uint64_t nth = 1 + world_below(30);
    if (is_armed && world_has(WORLD_NO_MEMORY)) {
        failing_pause(true);
        failing_arm(nth, for_good);
        world.is_armed = true;
    }
    act();
    (void)failing_disarm();
    world.is_armed = false;
    for (size_t i = 0; i < WORLD_LISTS; i++) {
        if (world.lists[i].list) {
            world_notice(&world.lists[i]);
        }
    }
}

void world_inside(const char *function)
{
    if (!world_has(WORLD_INSIDE) || world.quiet || world.nested == WORLD_NESTED || !world_chance(6)) {
        return;
    }
    unsigned giving = tree_giving;
    bool is_armed = world.is_armed, is_trying = world.is_trying;
    world_say(NULL, "inside %s", function);
    failing_pause(true);
    tree_giving = 0;
    world.is_armed = false;
    world.nested++;
    world.actions++;
    world.acted++;
    for (size_t i = 0; i < WORLD_LISTS; i++) {
        if (world.lists[i].list) {
            world_notice(&world.lists[i]);
        }
    }
    act();
    world.nested--;
    world.is_armed = is_armed;
    tree_giving = giving;
    world_try(is_trying);
}

/* ---- beginning and end */

void world_register(void)
{
    tree_register_counted(&world_cell_functions);
    tree_inside = world_inside;
}

static void forget(void)
{
    for (size_t i = 0; i < world.ticket_count; i++) {
        world_ticket *ticket = world.tickets[i];
        CHECK(ticket->ended == 1 && ticket->destroyed == ticket->has_function);
        free(ticket->shows);
        free(ticket);
    }
    world.ticket_count = 0;
}

void world_open(uint64_t seed, uint32_t features)
{
    world_list *first = &world.lists[0];
    static const uint32_t modes[] = {IQ_SELECTION_SINGLE, IQ_SELECTION_MULTIPLE,
                                     IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS};
    const iq_list_options options = {.struct_size = sizeof options, .flags = IQ_LIST_PAYLOAD};
    world.random.state = seed;
    world.features = features;
    world.traces = getenv("IQ_TEST_TRACE") != NULL;
    memset(first, 0, sizeof *first);
    world.favourite = NULL;
    world.functions_fail = world_chance(30);
    first->life = ++world.lives;
    CHECK_OK(iq_list_create(&options, &first->list));
    CHECK_OK(iq_list_set_events(first->list, UINT32_C(8191) & ~IQ_EVENT_PAGE));
    CHECK_OK(iq_list_set_selection(first->list, modes[world_below(3)]));
    /* Steps keep models that would go otherwise. */
    bool has_steps = world_chance(50);
    CHECK_OK(iq_list_set_undo(first->list, has_steps ? SIZE_MAX : 0));
    mirror_open(&first->mirror);
    first->mirror.has_no_steps = !has_steps;
    first->version = UINT64_MAX;
    world_notice(first);
    world.quiet++;
    while (world_below(4) > 0) {
        world_fill();
    }
    world.quiet--;
    world_notice(first);
}

void world_close(void)
{
    world.quiet++;
    for (size_t i = 0; i < WORLD_LISTS; i++) {
        if (world.lists[i].list && world_chance(60)) {
            world_settle(&world.lists[i]);
        }
    }
    world.quiet--;
    if (world.edit && world_chance(50)) {
        world_end_edit(world_chance(50));
    }
    /* Callbacks still act. */
    while (world_any()) {
        world_list *self = world_has(WORLD_ORPHANS) ? world_any() : world_derived();
        world_destroy(self ? self : world_any());
    }
    if (world.edit) {
        world_end_edit(false);
    }
    while (world.lost_count) {
        world_end_lost_view();
    }
    forget();
    CHECK(world.cells == 0);
    CHECK(tree_references_held() == 0);
}
