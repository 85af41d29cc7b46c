/*
 * iqlist-gtk.c - see iqlist-gtk.h.
 *
 * What is shown is a snapshot of the list. While an update is shown there are two of them, that before and
 * that after. Splices ascend, and up to the end of a splice all is as after, behind it as before:
 *
 *     rows       0 ..< passed        passed ...
 *     found      in next, there      in shown, from row `behind` on
 *
 * An item that stays is the same object on both sides, with the values of after from the start.
 */
#include "iqlist-gtk.h"

#include "iqlist-gtk-chain.h"

#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

/* How long to wait before what could not be shown is tried again. */
#define RETRY_MILLISECONDS 16
/* Above so many selected items a map of all items is made. */
#define FEW 256
/* Splices with at most so many rows between them are reported as one. For each items-changed a list view
 * binds the 200 rows that it keeps around those in sight. Tests set other limits. */
#ifndef IQ_GTK_NEAR
#define IQ_GTK_NEAR 200
#endif
/* A splice of so many rows takes no more: views and selections may ask for each row of a splice. */
#ifndef IQ_GTK_MOST
#define IQ_GTK_MOST 512
#endif

/* So many rows with items in use, one after another, are those of a view. Fewer may be those of a selection, that
 * holds what is selected. */
#define WIDGETS 8

/* ---- snapshots that objects share ------------------------------------------ */

typedef struct {
    iq_snapshot *snapshot;
    size_t sections, items;
} Shown;

static void shown_clear(gpointer data)
{
    iq_snapshot_destroy(((Shown *)data)->snapshot);
}

static void shown_release(gpointer shown)
{
    if (shown != NULL)
        g_rc_box_release_full(shown, shown_clear);
}

/* Takes over the snapshot. */
static Shown *shown_new(iq_snapshot *snapshot)
{
    Shown *shown = g_rc_box_new0(Shown);

    shown->snapshot = snapshot;
    iq_snapshot_get_count(snapshot, &shown->sections, &shown->items);
    return shown;
}

static iq_section_info section_at(const Shown *shown, size_t position)
{
    iq_section_info info = {.struct_size = sizeof info};

    iq_snapshot_get_section_info_at(shown->snapshot, position, &info);
    return info;
}

/* The last section that begins at this item or before it: none behind it is empty and begins there, too. */
static iq_section_info section_of(const Shown *shown, size_t index)
{
    size_t low = 0, high = shown->sections;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (section_at(shown, middle).first <= index)
            low = middle;
        else
            high = middle;
    }
    return section_at(shown, low);
}

static iq_position position_of(const Shown *shown, size_t index)
{
    iq_section_info section = section_of(shown, index);

    return (iq_position){(uint32_t)section.position, (uint32_t)(index - section.first)};
}

static size_t index_of(const Shown *shown, iq_position position)
{
    size_t index = 0;

    iq_snapshot_find_index(shown->snapshot, position, &index);
    return index;
}

/* ---- items ------------------------------------------------------------------ */

/* Where keys are scoped an item is identified with its section, elsewhere that is zero. */
typedef struct {
    iq_key key, section;
} Name;

static guint name_hash(gconstpointer name)
{
    guint64 words[sizeof(Name) / sizeof(guint64)], hash = 0;

    memcpy(words, name, sizeof words);
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        hash = (hash ^ words[i]) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (guint)hash;
}

static gboolean name_equal(gconstpointer one, gconstpointer other)
{
    return memcmp(one, other, sizeof(Name)) == 0;
}

struct _IqGtkItem {
    GObject parent;
    IqGtkList *list; /* NULL: the item has gone, or the list has */
    Name name;
    iq_key section;
    iq_item_info info; /* of `shown` */
    Shown *shown;
};

struct _IqGtkList {
    GObject parent;
    iq_list *list;
    uint32_t kinds;
    gboolean is_scoped;
    int descriptor; /* one of its own: the list's is closed with the list */
    GMainContext *context;
    GSource *source, *timer;
    GHashTable *items;     /* by name, all that live; holds none of them */
    GPtrArray *selections; /* of struct Kept */
    GPtrArray *views;      /* of struct Scrolled */
    /* Whether a page may come before the first item, and whether one might at the poll before. */
    gboolean may_grow, might_grow;
    gboolean has_begun;    /* what is shown is a snapshot of the list; at first it is nothing */
    gboolean is_behind;    /* an update was reported that is not shown */
    Shown *shown;
    /* While an update is shown: */
    Shown *next;
    iq_changeset *changeset;
    size_t passed, behind;
    GPtrArray *held; /* all items that live: one that moves may be held by nobody else for a while */
    GPtrArray *gone; /* those that leave */
};

static void list_model_init(GListModelInterface *interface);
#if GTK_CHECK_VERSION(4, 12, 0)
static void section_model_init(GtkSectionModelInterface *interface);
#define IMPLEMENT_SECTIONS G_IMPLEMENT_INTERFACE(GTK_TYPE_SECTION_MODEL, section_model_init)
#else
#define IMPLEMENT_SECTIONS
#endif

G_DEFINE_TYPE(IqGtkItem, iq_gtk_item, G_TYPE_OBJECT)
G_DEFINE_TYPE_WITH_CODE(IqGtkList, iq_gtk_list, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init) IMPLEMENT_SECTIONS)

enum { SECTION = 1, MODEL, PROPERTIES };
static GParamSpec *properties[PROPERTIES];

enum { EVENT, UPDATED, SIGNALS };
static guint signals[SIGNALS];

static void item_init_property(guint id, const char *name)
{
    properties[id] = g_param_spec_pointer(name, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void item_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    IqGtkItem *self = IQ_GTK_ITEM(object);

    switch (id) {
    case SECTION:
        g_value_set_pointer(value, &self->section);
        break;
    case MODEL:
        g_value_set_pointer(value, self->info.model);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void item_finalize(GObject *object)
{
    IqGtkItem *self = IQ_GTK_ITEM(object);

    if (self->list != NULL)
        g_hash_table_remove(self->list->items, &self->name);
    shown_release(self->shown);
    G_OBJECT_CLASS(iq_gtk_item_parent_class)->finalize(object);
}

static void iq_gtk_item_init(IqGtkItem *self)
{
    (void)self;
}

static void iq_gtk_item_class_init(IqGtkItemClass *class)
{
    GObjectClass *object = G_OBJECT_CLASS(class);

    object->get_property = item_get_property;
    object->finalize = item_finalize;
    item_init_property(SECTION, "section");
    item_init_property(MODEL, "model");
    g_object_class_install_properties(object, PROPERTIES, properties);
}

/* From now on the item is what it is there. Its old values, with their snapshot, are the caller's. */
static Shown *item_show(IqGtkItem *self, Shown *shown, iq_position where)
{
    Shown *old = self->shown;

    self->info.struct_size = sizeof self->info;
    iq_snapshot_get_item_info_at(shown->snapshot, where, 0, &self->info);
    self->section = section_at(shown, where.section).key;
    self->shown = g_rc_box_acquire(shown);
    return old;
}

const iq_key *iq_gtk_item_get_key(IqGtkItem *self)
{
    g_return_val_if_fail(IQ_GTK_IS_ITEM(self), NULL);
    return &self->name.key;
}

const iq_key *iq_gtk_item_get_section(IqGtkItem *self)
{
    g_return_val_if_fail(IQ_GTK_IS_ITEM(self), NULL);
    return &self->section;
}

gpointer iq_gtk_item_get_model(IqGtkItem *self)
{
    g_return_val_if_fail(IQ_GTK_IS_ITEM(self), NULL);
    return self->info.model;
}

const iq_item_info *iq_gtk_item_get_info(IqGtkItem *self)
{
    g_return_val_if_fail(IQ_GTK_IS_ITEM(self), NULL);
    return &self->info;
}

gpointer iq_gtk_item_get_header(IqGtkItem *self)
{
    iq_supplementary header = {.struct_size = sizeof header};

    g_return_val_if_fail(IQ_GTK_IS_ITEM(self), NULL);
    if (self->shown == NULL)
        return NULL;
    iq_snapshot_get_supplementary(self->shown->snapshot, self->section, IQ_KIND_HEADER, 0, 0, &header);
    return header.model;
}

gboolean iq_gtk_item_get_position(IqGtkItem *self, guint *position)
{
    g_return_val_if_fail(IQ_GTK_IS_ITEM(self), FALSE);

    IqGtkList *list = self->list;
    if (list == NULL)
        return FALSE;
    size_t index = self->info.index;
    if (list->next != NULL && (self->shown != list->next || index >= list->passed)) {
        /* It is behind the splices, or nowhere. */
        iq_position where = self->info.position;
        if (self->shown == list->next
            && iq_changeset_map_position(list->changeset, IQ_AFTER, where, &where) != IQ_OK)
            return FALSE;
        index = index_of(list->shown, where);
        if (index < list->behind)
            return FALSE;
        index = index - list->behind + list->passed;
    }
    if (position != NULL)
        *position = (guint)index;
    return TRUE;
}

IqGtkItem *iq_gtk_item_ask(IqGtkItem *used, const iq_ranked *asked)
{
    gboolean is_free = used != NULL && used->list == NULL && used->shown == NULL
                       && g_atomic_int_get(&G_OBJECT(used)->ref_count) == 1;

    if (!is_free) {
        g_clear_object(&used);
        used = g_object_new(IQ_GTK_TYPE_ITEM, NULL);
    }
    used->name.key = asked->key;
    used->section = asked->section;
    used->info = (iq_item_info){.struct_size = sizeof used->info, .key = asked->key,
                                .content = asked->content, .model = asked->model,
                                .cell_class = asked->cell_class, .level = (uint16_t)asked->level};
    return used;
}

/* ---- rows ------------------------------------------------------------------- */

static guint list_get_n_items(GListModel *model)
{
    IqGtkList *self = IQ_GTK_LIST(model);

    if (self->next == NULL)
        return (guint)self->shown->items;
    return (guint)(self->passed + self->shown->items - self->behind);
}

static GType list_get_item_type(GListModel *model)
{
    (void)model;
    return IQ_GTK_TYPE_ITEM;
}

static IqGtkItem *new_item(IqGtkList *self, const Name *name, Shown *shown, iq_position where)
{
    IqGtkItem *item = g_object_new(IQ_GTK_TYPE_ITEM, NULL);

    if (self->next != NULL)
        g_ptr_array_add(self->held, g_object_ref(item));
    if (self->next != NULL && shown != self->next) {
        if (iq_changeset_map_position(self->changeset, IQ_BEFORE, where, &where) == IQ_OK)
            shown = self->next;
        else
            g_ptr_array_add(self->gone, item);
    }
    item->list = self;
    item->name = *name;
    item_show(item, shown, where);
    g_hash_table_insert(self->items, &item->name, item);
    return item;
}

/* Where a row is read: in one of the two snapshots, at a position there. */
static Shown *find_row(IqGtkList *self, guint row, iq_position *where)
{
    gboolean is_after = self->next != NULL && row < self->passed;
    Shown *shown = is_after ? self->next : self->shown;

    *where = position_of(shown, self->next != NULL && !is_after ? row - self->passed + self->behind : row);
    return shown;
}

/* The item of a row, and where it is read; NULL: nobody has it. */
static IqGtkItem *look_up(IqGtkList *self, guint row, Name *name, Shown **shown, iq_position *where)
{
    iq_item_info info = {.struct_size = sizeof info};

    *shown = find_row(self, row, where);
    iq_snapshot_get_item_info_at((*shown)->snapshot, *where, 0, &info);
    *name = (Name){.key = info.key};
    if (self->is_scoped)
        name->section = section_at(*shown, where->section).key;
    return g_hash_table_lookup(self->items, name);
}

static gpointer list_get_item(GListModel *model, guint row)
{
    IqGtkList *self = IQ_GTK_LIST(model);
    iq_position where;
    Shown *shown;
    Name name;

    if (row >= list_get_n_items(model))
        return NULL;
    IqGtkItem *item = look_up(self, row, &name, &shown, &where);
    return item != NULL ? g_object_ref(item) : new_item(self, &name, shown, where);
}

static void list_model_init(GListModelInterface *interface)
{
    interface->get_n_items = list_get_n_items;
    interface->get_item_type = list_get_item_type;
    interface->get_item = list_get_item;
}

#if GTK_CHECK_VERSION(4, 12, 0)

/* The part of a section that is in rows at this moment. It may begin before the end of the splices and end
 * behind it. */
static void list_get_section(GtkSectionModel *model, guint row, guint *start, guint *end)
{
    IqGtkList *self = IQ_GTK_LIST(model);
    guint count = list_get_n_items(G_LIST_MODEL(model));

    if (row >= count) {
        *start = count;
        *end = G_MAXUINT;
        return;
    }
    if (self->next == NULL) {
        iq_section_info section = section_of(self->shown, row);
        *start = (guint)section.first;
        *end = (guint)(section.first + section.count);
        return;
    }
    gboolean has_after = self->passed > 0, has_before = self->passed < count;
    size_t shift = self->passed - self->behind; /* may wrap, and wraps back */
    if (row < self->passed) {
        iq_section_info section = section_of(self->next, row);
        *start = (guint)section.first;
        *end = (guint)MIN(section.first + section.count, self->passed);
        if (*end == self->passed && has_before) {
            iq_section_info other = section_of(self->shown, self->behind);
            if (memcmp(&section.key, &other.key, sizeof other.key) == 0)
                *end = (guint)(other.first + other.count + shift);
        }
    } else {
        iq_section_info section = section_of(self->shown, row - shift);
        *start = (guint)(MAX(section.first, self->behind) + shift);
        *end = (guint)(section.first + section.count + shift);
        if (*start == self->passed && has_after) {
            iq_section_info other = section_of(self->next, self->passed - 1);
            if (memcmp(&section.key, &other.key, sizeof other.key) == 0)
                *start = (guint)other.first;
        }
    }
}

static void section_model_init(GtkSectionModelInterface *interface)
{
    interface->get_section = list_get_section;
}

#endif

/* Whether a row is there, and the first one of its section. */
static gboolean begins_section(IqGtkList *self, size_t row)
{
#if GTK_CHECK_VERSION(4, 12, 0)
    guint start, end;

    list_get_section(GTK_SECTION_MODEL(self), (guint)row, &start, &end);
    return row < list_get_n_items(G_LIST_MODEL(self)) && start == row;
#else
    (void)self, (void)row;
    return FALSE;
#endif
}

static void report_section(IqGtkList *self, size_t row)
{
#if GTK_CHECK_VERSION(4, 12, 0)
    gtk_section_model_sections_changed(GTK_SECTION_MODEL(self), (guint)row, 1);
#else
    (void)self, (void)row;
#endif
}

/* ---- changesets --------------------------------------------------------------- */

static iq_summary summary_of(const iq_changeset *changeset)
{
    iq_summary summary = {.struct_size = sizeof summary};

    iq_changeset_get_summary(changeset, &summary);
    return summary;
}

/* Makes what the changeset makes when it is first asked for, so that showing it cannot fail. */
static gboolean prepare(const iq_changeset *changeset, const Shown *before)
{
    const iq_change *change;
    const iq_splice *splice;
    iq_position other;
    size_t count;

    return iq_changeset_get_batch(changeset, &change, &count) == IQ_OK
           && iq_changeset_get_splices(changeset, IQ_SPLICES_WITHOUT_UPDATES, &splice, &count) == IQ_OK
           && iq_changeset_map_position(changeset, IQ_BEFORE, position_of(before, 0), &other)
                  != IQ_ERROR_NO_MEMORY;
}

/* ---- selections -------------------------------------------------------------- */

typedef struct {
    GtkSelectionModel *selection; /* NULL: it has gone */
    GtkBitset *wanted;            /* while an update is shown: the rows after it; else NULL */
} Kept;

static void kept_free(gpointer data)
{
    Kept *kept = data;

    g_clear_weak_pointer(&kept->selection);
    g_free(kept);
}

static gboolean map_position(IqGtkList *self, iq_position before, iq_position *after)
{
    return iq_changeset_map_position(self->changeset, IQ_BEFORE, before, after) == IQ_OK;
}

/* The positions after of rows before. */
static GtkBitset *map_rows(IqGtkList *self, const GtkBitset *rows)
{
    GtkBitset *mapped = gtk_bitset_new_empty();
    const uint32_t *map = NULL;
    size_t count;
    GtkBitsetIter each;
    guint row;

    if (gtk_bitset_get_size(rows) > FEW)
        iq_changeset_get_map(self->changeset, IQ_BEFORE, &map, &count);
    for (gboolean more = gtk_bitset_iter_init_first(&each, rows, &row); more;
         more = gtk_bitset_iter_next(&each, &row)) {
        iq_position where;
        uint32_t after = IQ_NONE;
        if (map != NULL)
            after = map[row];
        else if (map_position(self, position_of(self->shown, row), &where))
            after = (uint32_t)index_of(self->next, where);
        if (after != IQ_NONE)
            gtk_bitset_add(mapped, after);
    }
    return mapped;
}

static gboolean selects_from(GtkSelectionModel *selection, IqGtkList *self)
{
    GListModel *model = GTK_IS_SINGLE_SELECTION(selection)
                            ? gtk_single_selection_get_model(GTK_SINGLE_SELECTION(selection))
                            : gtk_multi_selection_get_model(GTK_MULTI_SELECTION(selection));

    return model == G_LIST_MODEL(self);
}

static void remember_selections(IqGtkList *self)
{
    for (guint i = 0; i < self->selections->len; i++) {
        Kept *kept = self->selections->pdata[i];
        if (kept->selection == NULL || !selects_from(kept->selection, self))
            continue;
        GtkBitset *selected = gtk_selection_model_get_selection(kept->selection);
        kept->wanted = map_rows(self, selected);
        gtk_bitset_unref(selected);
        g_object_freeze_notify(G_OBJECT(kept->selection));
        g_object_ref(kept->selection);
    }
}

static void select_again(GtkSelectionModel *selection, GtkBitset *wanted)
{
    if (GTK_IS_SINGLE_SELECTION(selection)) {
        GtkSingleSelection *single = GTK_SINGLE_SELECTION(selection);
        if (!gtk_bitset_is_empty(wanted))
            gtk_single_selection_set_selected(single, gtk_bitset_get_minimum(wanted));
    } else {
        GtkBitset *selected = gtk_selection_model_get_selection(selection);
        gtk_bitset_subtract(wanted, selected);
        gtk_bitset_unref(selected);
        if (!gtk_bitset_is_empty(wanted))
            gtk_selection_model_set_selection(selection, wanted, wanted);
    }
}

/* Only what is still that of these rows: a handler may have given it others. */
static void restore_selections(IqGtkList *self)
{
    for (guint i = 0; i < self->selections->len; i++) {
        Kept *kept = self->selections->pdata[i];
        GtkBitset *wanted = g_steal_pointer(&kept->wanted);
        if (wanted == NULL)
            continue;
        GtkSelectionModel *selection = kept->selection;
        if (selects_from(selection, self))
            select_again(selection, wanted);
        gtk_bitset_unref(wanted);
        g_object_thaw_notify(G_OBJECT(selection));
        g_object_unref(selection);
    }
}

void iq_gtk_list_keep_selection(IqGtkList *self, GtkSelectionModel *selection)
{
    g_return_if_fail(IQ_GTK_IS_LIST(self));
    g_return_if_fail(GTK_IS_SINGLE_SELECTION(selection) || GTK_IS_MULTI_SELECTION(selection));
    g_return_if_fail(selects_from(selection, self));

    for (guint i = self->selections->len; i-- > 0;) {
        Kept *kept = self->selections->pdata[i];
        if (kept->selection == selection)
            return;
        if (kept->selection == NULL && self->changeset == NULL)
            g_ptr_array_remove_index(self->selections, i);
    }
    Kept *kept = g_new0(Kept, 1);
    g_set_weak_pointer(&kept->selection, selection);
    g_ptr_array_add(self->selections, kept);
}

/* ---- scroll positions ---------------------------------------------------------- */

/* The most visible rows that take part in the choice of an anchor, and as many above them. */
#define ANCHORED 256
/* How many layouts it may take until a view is where it is to be. */
#define TRIES 8

/* A view and what is visible of it. Rows are measured by the view's adjustment: if it is a multiple of their
 * number, all are taken to be equally high. */
typedef struct {
    GtkWidget *view; /* NULL: it has gone */
    size_t first, count;
    double offset; /* of the first visible row: what is out of sight */
    double height; /* of all rows; 0: they differ, or all are visible */
    /* While an update waits to be laid out: */
    GdkFrameClock *clock;
    gulong handler;
    unsigned tries;
    double value;          /* the last one that was set */
    gboolean has_scrolled; /* the view has taken note of one */
} Scrolled;

static void stop_waiting(Scrolled *self)
{
    self->tries = 0;
    /* A window that ends disconnects the handlers of its clock. */
    if (self->clock != NULL && g_signal_handler_is_connected(self->clock, self->handler))
        g_signal_handler_disconnect(self->clock, self->handler);
    g_clear_object(&self->clock);
}

static void scrolled_free(gpointer data)
{
    Scrolled *self = data;

    stop_waiting(self);
    g_clear_weak_pointer(&self->view);
    g_free(self);
}

static GtkAdjustment *adjustment_of(const Scrolled *self)
{
    return gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(self->view));
}

/* Whether a page may come before the first item: of the list, of its first section or of that of the first
 * item. */
static gboolean may_grow_at_start(iq_list *list)
{
    iq_section sections[3] = {{0}};
    size_t count = 1;
    iq_item item;
    iq_position first;

    if (iq_list_find_section_at(list, 0, &sections[count]) == IQ_OK)
        count++;
    if (iq_list_find_item_at(list, 0, &item) == IQ_OK && iq_list_find_position(list, item, &first) == IQ_OK
        && iq_list_find_section_at(list, first.section, &sections[count]) == IQ_OK)
        count++;
    for (size_t i = 0; i < count; i++) {
        iq_page page = {.struct_size = sizeof page};
        if (iq_list_get_page(list, sections[i], IQ_EDGE_START, &page) == IQ_OK && page.state != IQ_PAGE_OFF
            && page.state != IQ_PAGE_ENDED)
            return TRUE;
    }
    return FALSE;
}

/* Reads what is visible. FALSE: nothing is, or it is not known yet. */
static gboolean measure(Scrolled *self, size_t rows)
{
    if (self->view == NULL || !gtk_widget_get_mapped(self->view) || rows == 0)
        return FALSE;
    if (self->clock != NULL) {
        /* What the last update wants is not laid out. */
        if (self->clock == gtk_widget_get_frame_clock(self->view))
            return TRUE;
        stop_waiting(self);
    }
    GtkAdjustment *adjustment = adjustment_of(self);
    double value = gtk_adjustment_get_value(adjustment), upper = gtk_adjustment_get_upper(adjustment);
    double page = gtk_adjustment_get_page_size(adjustment), height = upper / (double)rows;
    if (page < 1 || upper < 1)
        return FALSE;
    self->height = (size_t)upper % rows == 0 && upper > page ? height : 0;
    self->first = (size_t)(value / height + 1e-6);
    self->offset = MAX(0, value - (double)self->first * height);
    self->count = (size_t)((value + page) / height - 1e-6) + 1 - self->first;
    return TRUE;
}

/* The first visible row of the longest chain that has stayed in order and together, each row at most `reach`
 * places behind the one before it. G_MAXSIZE if it has fewer than half of the visible rows that are left.
 * `places` are those of `above` rows and of the visible ones; IQ_NONE: it has gone. */
static size_t find_anchor(const uint32_t *places, size_t count, size_t above, size_t reach)
{
    uint16_t lengths[2 * ANCHORED], previous[2 * ANCHORED];
    size_t longest = G_MAXSIZE, anchor = G_MAXSIZE, stayed = 0, left = 0;

    for (size_t i = 0; i < count; i++) {
        if (places[i] == IQ_NONE)
            continue;
        left += i >= above;
        lengths[i] = 1;
        previous[i] = G_MAXUINT16;
        for (size_t j = 0; j < i; j++)
            if (places[j] != IQ_NONE && places[j] < places[i] && places[i] - places[j] <= reach
                && lengths[j] >= lengths[i]) {
                lengths[i] = lengths[j] + 1;
                previous[i] = (uint16_t)j;
            }
        if (longest == G_MAXSIZE || lengths[i] > lengths[longest])
            longest = i;
    }
    for (size_t i = longest; i < count && i >= above; i = previous[i]) {
        anchor = i;
        stayed++;
    }
    return 2 * stayed >= left ? anchor : G_MAXSIZE;
}

static uint32_t place_of(IqGtkList *self, size_t row)
{
    iq_position after;

    if (!map_position(self, position_of(self->shown, row), &after))
        return IQ_NONE;
    return (uint32_t)index_of(self->next, after);
}

/* Moves what is to be visible. FALSE: it is left to GTK. */
static gboolean follow_rows(IqGtkList *self, Scrolled *scrolled)
{
    uint32_t places[2 * ANCHORED];
    size_t visible = MIN(scrolled->count, ANCHORED), above = MIN(scrolled->first, visible);
    size_t begin = scrolled->first - above, end = MIN(scrolled->first + visible, self->shown->items);

    if (scrolled->first == 0 && scrolled->offset < 1 && !self->may_grow && !self->might_grow) {
        scrolled->offset = 0;
        return TRUE;
    }
    if (scrolled->height == 0)
        return FALSE;
    for (size_t row = begin; row < end; row++)
        places[row - begin] = place_of(self, row);
    size_t anchor = find_anchor(places, end - begin, above, scrolled->count);
    if (anchor != G_MAXSIZE) {
        size_t back = begin + anchor - scrolled->first;
        scrolled->first = places[anchor] > back ? places[anchor] - back : 0;
    }
    size_t most = self->next->items > scrolled->count ? self->next->items - scrolled->count : 0;
    if (scrolled->first > most + 1)
        scrolled->first = most + 1;
    return TRUE;
}

static void set_value(Scrolled *self, double value)
{
    self->value = value;
    gtk_adjustment_set_value(adjustment_of(self), value);
    gtk_widget_queue_allocate(self->view);
}

/* The rows have been laid out. What is set here is laid out in the same frame, in which GTK does so up to
 * four times. A view of GTK 4.8 may take no note of a value, and then lays out as before: it is set until it
 * stays. As long as a view has taken note of none it leaves new first rows blank: it is scrolled by a pixel
 * first. */
static void scroll_view(GdkFrameClock *clock, Scrolled *self)
{
    (void)clock;
    if (self->view == NULL)
        stop_waiting(self);
    if (self->view == NULL || !gtk_widget_get_mapped(self->view))
        return;
    GtkAdjustment *adjustment = adjustment_of(self);
    double value = gtk_adjustment_get_value(adjustment);
    double most = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
    double wanted = MIN((double)self->first * self->height + self->offset, most);
    if (self->tries++ < TRIES) {
        gboolean stays = ABS(value - self->value) < 0.5;
        self->has_scrolled |= self->tries > 1 && stays;
        if (!self->has_scrolled && most >= 2) {
            set_value(self, wanted < 1 ? wanted + 1 : wanted - 1);
            return;
        }
        if (ABS(value - wanted) > 0.5) {
            set_value(self, wanted);
            return;
        }
    }
    stop_waiting(self);
}

static gboolean shows(GtkWidget *view, IqGtkList *self)
{
    GtkSelectionModel *selection = GTK_IS_LIST_VIEW(view)
                                       ? gtk_list_view_get_model(GTK_LIST_VIEW(view))
                                       : gtk_column_view_get_model(GTK_COLUMN_VIEW(view));
    GListModel *model = NULL;

    if (selection != NULL && g_object_class_find_property(G_OBJECT_GET_CLASS(selection), "model") != NULL)
        g_object_get(selection, "model", &model, NULL);
    if (model != NULL)
        g_object_unref(model);
    return model == G_LIST_MODEL(self);
}

static void follow_views(IqGtkList *self)
{
    for (guint i = 0; i < self->views->len; i++) {
        Scrolled *scrolled = self->views->pdata[i];
        if (!measure(scrolled, self->shown->items) || !shows(scrolled->view, self))
            continue;
        gboolean waits = follow_rows(self, scrolled) && self->next->items > 0;
        if (!waits) {
            stop_waiting(scrolled);
        } else if (scrolled->clock == NULL) {
            scrolled->clock = g_object_ref(gtk_widget_get_frame_clock(scrolled->view));
            scrolled->handler =
                g_signal_connect_after(scrolled->clock, "layout", G_CALLBACK(scroll_view), scrolled);
        }
    }
}

void iq_gtk_list_keep_scroll(IqGtkList *self, GtkWidget *view)
{
    g_return_if_fail(IQ_GTK_IS_LIST(self));
    g_return_if_fail(GTK_IS_LIST_VIEW(view) || GTK_IS_COLUMN_VIEW(view));

    for (guint i = self->views->len; i-- > 0;) {
        Scrolled *scrolled = self->views->pdata[i];
        if (scrolled->view == view)
            return;
        if (scrolled->view == NULL && self->changeset == NULL)
            g_ptr_array_remove_index(self->views, i);
    }
    Scrolled *scrolled = g_new0(Scrolled, 1);
    g_set_weak_pointer(&scrolled->view, view);
    g_ptr_array_add(self->views, scrolled);
}

/* ---- updates ----------------------------------------------------------------- */

/* Gives the objects that live the values of after. Adds those that stay to `stay`, by their index after, and
 * those that are in another section, or where elements of sections are others, to `moved`. */
static void follow_items(IqGtkList *self, GHashTable *stay, GPtrArray *moved)
{
    iq_summary summary = summary_of(self->changeset);
    gboolean are_elements_others = summary.reload != IQ_RELOAD_NO || summary.supplementary_deletes > 0
                                   || summary.supplementary_inserts > 0 || summary.supplementary_updates > 0;
    GPtrArray *old = g_ptr_array_new_with_free_func(shown_release);
    GHashTableIter each;
    gpointer value;

    g_hash_table_iter_init(&each, self->items);
    while (g_hash_table_iter_next(&each, NULL, &value)) {
        IqGtkItem *item = value;
        iq_key section = item->section;
        iq_position after;
        g_ptr_array_add(self->held, g_object_ref(item));
        if (!map_position(self, item->info.position, &after)) {
            g_ptr_array_add(self->gone, item);
            continue;
        }
        g_ptr_array_add(old, item_show(item, self->next, after));
        g_hash_table_insert(stay, GUINT_TO_POINTER(item->info.index), item);
        if (are_elements_others || memcmp(&section, &item->section, sizeof section) != 0)
            g_ptr_array_add(moved, item);
    }
    g_ptr_array_unref(old);
}

/* Takes items at positions after out of those that stay. */
static void add_updated(IqGtkList *self, GHashTable *stay, iq_position first, uint32_t count,
                        GPtrArray *updated)
{
    size_t index = index_of(self->next, first);

    for (uint32_t i = 0; i < count; i++) {
        gpointer item;
        if (g_hash_table_steal_extended(stay, GSIZE_TO_POINTER(index + i), NULL, &item))
            g_ptr_array_add(updated, item);
    }
}

/* A full reload says nothing of single items: all of them may look different. */
static void find_updated(IqGtkList *self, GHashTable *stay, GPtrArray *updated)
{
    const iq_change *change;
    size_t count;

    if (summary_of(self->changeset).reload != IQ_RELOAD_NO)
        add_updated(self, stay, (iq_position){0, 0}, (uint32_t)self->next->items, updated);
    iq_changeset_get_batch(self->changeset, &change, &count);
    for (; count > 0; count--, change++)
        if (change->kind == IQ_ITEM_UPDATE) {
            iq_position first = {change->after_section, change->after_item};
            add_updated(self, stay, first, change->count, updated);
        }
}

/* Reports a splice. Items that it leaves alone stay in their sections, but that behind it may be the first
 * one of its section now, or no longer. */
static void report(IqGtkList *self, size_t row, size_t removed, size_t added)
{
    size_t before = self->shown->items, count = list_get_n_items(G_LIST_MODEL(self)) + added - removed;
    gboolean begins = begins_section(self, row + removed);

    self->passed = row + added;
    self->behind = before - (count - self->passed);
    if (removed > 0 || added > 0)
        g_list_model_items_changed(G_LIST_MODEL(self), (guint)row, (guint)removed, (guint)added);
    if (begins_section(self, row + added) != begins)
        report_section(self, row + added);
}

/* Whether anybody beside `held` has an item: a view has those that it has widgets for. */
static gboolean is_used(IqGtkItem *item)
{
    return item != NULL && g_atomic_int_get(&G_OBJECT(item)->ref_count) > 1;
}

static gboolean is_row_used(IqGtkList *self, guint row)
{
    iq_position where;
    Shown *shown;
    Name name;

    return is_used(look_up(self, row, &name, &shown, &where));
}

/* The rows of a range whose items are used. */
static GtkBitset *find_used(IqGtkList *self, guint row, guint end)
{
    GtkBitset *used = gtk_bitset_new_empty();
    GHashTableIter each;
    gpointer item;
    guint at;

    if (end - row < g_hash_table_size(self->items)) {
        for (; row < end; row++)
            if (is_row_used(self, row))
                gtk_bitset_add(used, row);
        return used;
    }
    g_hash_table_iter_init(&each, self->items);
    while (g_hash_table_iter_next(&each, NULL, &item))
        if (is_used(item) && iq_gtk_item_get_position(item, &at) && at >= row && at < end)
            gtk_bitset_add(used, at);
    return used;
}

/* The first row of a splice that has a widget behind one that has none; G_MAXSIZE: there is none. No signal
 * reaches over it. A view before GTK 4.12 would take the first rows of that from where the rows without widgets
 * begin, and have widgets in wrong rows from then on:
 *
 *     rows             a b c D E F G     capitals have widgets
 *     b to E go        a F G             as two parts: b c, then D E
 *     in one part      E F G             a went instead of E, and row 0 shows E
 */
static size_t edge_of(IqGtkList *self, const iq_splice *splice)
{
    guint row = splice->position, end = row + splice->removed, first = row, next = row, at;
    guint count = list_get_n_items(G_LIST_MODEL(self));
    GtkBitsetIter each;
    gboolean is_seen = FALSE;

    if (row == 0 || row == end || gtk_get_minor_version() >= 12)
        return G_MAXSIZE;
    GtkBitset *used = find_used(self, row, MIN(end + WIDGETS, count));
    for (gboolean more = gtk_bitset_iter_init_first(&each, used, &at); more && !is_seen;
         more = gtk_bitset_iter_next(&each, &at)) {
        if (at != next)
            first = at;
        next = at + 1;
        is_seen = first > row && next - first == WIDGETS;
    }
    gtk_bitset_unref(used);
    return is_seen && first < end ? first : G_MAXSIZE;
}

/* Takes the next splice and those that are near and before an edge, with the rows in between. A splice that
 * removes the first row stays alone: GTK's views would follow that row to where it comes back, away from the
 * top. */
static iq_splice merge_near(const iq_splice **next, const iq_splice *end, size_t edge)
{
    iq_splice merged = *(*next)++;

    if (merged.position == 0 && merged.removed > 0)
        return merged;
    for (; *next < end && MAX(merged.removed, merged.added) < IQ_GTK_MOST; ++*next) {
        uint32_t between = (*next)->position - (merged.position + merged.added);
        uint32_t removed = merged.removed + between + (*next)->removed;
        if (between > IQ_GTK_NEAR || merged.position + removed > edge)
            break;
        merged.removed = removed;
        merged.added += between + (*next)->added;
    }
    return merged;
}

/* Reports the next splice, with others, and returns those behind them. */
static const iq_splice *report_next(IqGtkList *self, const iq_splice *first, const iq_splice *end)
{
    const iq_splice *next = first;
    iq_splice merged = merge_near(&next, end, G_MAXSIZE);
    size_t edge = edge_of(self, &merged);

    if (edge != G_MAXSIZE) {
        next = first;
        merged = merge_near(&next, end, edge);
    }
    for (; edge < merged.position + merged.removed; edge = edge_of(self, &merged)) {
        uint32_t part = (uint32_t)edge - merged.position;
        report(self, merged.position, part, 0);
        merged.removed -= part;
    }
    report(self, merged.position, merged.removed, merged.added);
    return next;
}

static void report_rows(IqGtkList *self)
{
    const iq_splice *splice;
    size_t count;

    if (summary_of(self->changeset).reload != IQ_RELOAD_NO) {
        report(self, 0, self->shown->items, self->next->items);
        return;
    }
    iq_changeset_get_splices(self->changeset, IQ_SPLICES_WITHOUT_UPDATES, &splice, &count);
    for (const iq_splice *end = splice + count; splice < end;)
        splice = report_next(self, splice, end);
}

static void forget_gone(IqGtkList *self)
{
    for (guint i = 0; i < self->gone->len; i++) {
        IqGtkItem *item = self->gone->pdata[i];
        item->list = NULL;
        g_hash_table_remove(self->items, &item->name);
    }
    g_clear_pointer(&self->gone, g_ptr_array_unref);
}

static void notify_all(GPtrArray *items, guint property)
{
    for (guint i = 0; i < items->len; i++)
        g_object_notify_by_pspec(items->pdata[i], properties[property]);
    g_ptr_array_unref(items);
}

/* Shows the next snapshot; takes over both. */
static void show(IqGtkList *self, Shown *next, iq_changeset *changeset)
{
    GHashTable *stay = g_hash_table_new(NULL, NULL);
    GPtrArray *updated = g_ptr_array_new(), *moved = g_ptr_array_new();

    self->next = next;
    self->changeset = changeset;
    self->passed = self->behind = 0;
    self->gone = g_ptr_array_new();
    self->held = g_ptr_array_new_with_free_func(g_object_unref);
    follow_items(self, stay, moved);
    find_updated(self, stay, updated);
    g_hash_table_unref(stay);
    remember_selections(self);
    follow_views(self);
    report_rows(self);

    Shown *before = self->shown;
    self->shown = self->next;
    self->next = NULL;
    forget_gone(self);
    restore_selections(self);
    self->changeset = NULL;
    GPtrArray *held = g_steal_pointer(&self->held);
    notify_all(moved, SECTION);
    notify_all(updated, MODEL);
    g_signal_emit(self, signals[UPDATED], 0);
    g_ptr_array_unref(held);
    iq_changeset_destroy(changeset);
    shown_release(before);
}

/* ---- what has changed --------------------------------------------------------- */

static void stop(GSource **source)
{
    if (*source != NULL) {
        g_source_destroy(*source);
        g_source_unref(*source);
        *source = NULL;
    }
}

static gboolean wake(gpointer data)
{
    iq_gtk_list_sync(data);
    return G_SOURCE_CONTINUE;
}

/* What cannot be shown now is tried again, as nothing else may wake the main loop for it. */
static void try_again(IqGtkList *self)
{
    if (self->timer != NULL)
        return;
    self->timer = g_timeout_source_new(RETRY_MILLISECONDS);
    g_source_set_callback(self->timer, wake, self, NULL);
    g_source_attach(self->timer, self->context);
}

/* One at a time: a handler may poll, too. Updates only wake the model: any thread may have changed the list
 * since. */
static iq_status drain(IqGtkList *self)
{
    for (;;) {
        iq_event event = {.struct_size = sizeof event};
        size_t count = 0;
        iq_status status = iq_list_poll(self->list, &event, 1, &count);
        if (status != IQ_OK && status != IQ_ERROR_CALLBACK)
            return status;
        if (count == 0)
            return IQ_OK;
        if (event.kind == IQ_EVENT_UPDATE)
            self->is_behind = TRUE;
        if ((event.kind & self->kinds) != 0)
            g_signal_emit(self, signals[EVENT], 0, &event);
    }
}

/* Shows what the list has become, as one update. */
static iq_status show_changes(IqGtkList *self)
{
    iq_changeset *changeset = NULL;
    iq_snapshot *after = NULL;
    iq_status status;

    iq_gtk_chain_poll(self->descriptor, self->list);
    status = drain(self);
    if (status != IQ_OK)
        return status;
    status = iq_list_changes_since(self->list, self->has_begun ? self->shown->snapshot : NULL, NULL, &changeset,
                                   &after);
    /* An open edit has its own update, if it is committed. */
    if (status == IQ_ERROR_BUSY && !self->is_behind)
        return IQ_OK;
    if (status != IQ_OK)
        return status;
    if (after != NULL && !prepare(changeset, self->shown)) {
        iq_changeset_destroy(changeset);
        iq_snapshot_destroy(after);
        return IQ_ERROR_NO_MEMORY;
    }
    self->is_behind = FALSE;
    self->might_grow = self->may_grow;
    self->may_grow = self->views->len > 0 && may_grow_at_start(self->list);
    if (after != NULL) {
        self->has_begun = TRUE;
        show(self, shown_new(after), changeset);
    }
    return IQ_OK;
}

iq_list *iq_gtk_list_get_list(IqGtkList *self)
{
    g_return_val_if_fail(IQ_GTK_IS_LIST(self), NULL);
    return self->list;
}

gboolean iq_gtk_list_sync(IqGtkList *self)
{
    g_return_val_if_fail(IQ_GTK_IS_LIST(self), FALSE);

    if (self->changeset != NULL || self->list == NULL)
        return FALSE;
    g_object_ref(self);
    stop(&self->timer);
    iq_status status = show_changes(self);
    if (status == IQ_ERROR_HANDLE) {
        self->list = NULL;
        stop(&self->source);
    } else if (status != IQ_OK && self->list != NULL)
        try_again(self);
    g_object_unref(self);
    return status == IQ_OK;
}

/* ---- its life ------------------------------------------------------------------ */

static void list_dispose(GObject *object)
{
    IqGtkList *self = IQ_GTK_LIST(object);
    GHashTableIter each;
    gpointer item;

    stop(&self->source);
    stop(&self->timer);
    if (self->list != NULL)
        iq_list_set_events(self->list, 0);
    self->list = NULL;
    g_hash_table_iter_init(&each, self->items);
    while (g_hash_table_iter_next(&each, NULL, &item))
        ((IqGtkItem *)item)->list = NULL;
    g_hash_table_remove_all(self->items);
    G_OBJECT_CLASS(iq_gtk_list_parent_class)->dispose(object);
}

static void list_finalize(GObject *object)
{
    IqGtkList *self = IQ_GTK_LIST(object);

    g_hash_table_unref(self->items);
    g_ptr_array_unref(self->selections);
    g_ptr_array_unref(self->views);
    shown_release(self->shown);
    if (self->descriptor >= 0)
        close(self->descriptor);
    g_main_context_unref(self->context);
    G_OBJECT_CLASS(iq_gtk_list_parent_class)->finalize(object);
}

static void iq_gtk_list_class_init(IqGtkListClass *class)
{
    GObjectClass *object = G_OBJECT_CLASS(class);

    object->dispose = list_dispose;
    object->finalize = list_finalize;
    signals[EVENT] = g_signal_new("event", IQ_GTK_TYPE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_POINTER);
    signals[UPDATED] =
        g_signal_new("updated", IQ_GTK_TYPE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void iq_gtk_list_init(IqGtkList *self)
{
    self->descriptor = -1;
    self->items = g_hash_table_new(name_hash, name_equal);
    self->selections = g_ptr_array_new_with_free_func(kept_free);
    self->views = g_ptr_array_new_with_free_func(scrolled_free);
    self->context = g_main_context_ref_thread_default();
    self->is_behind = TRUE;
}

static gboolean wake_by_descriptor(gint descriptor, GIOCondition condition, gpointer self)
{
    (void)descriptor, (void)condition;
    return wake(self);
}

IqGtkList *iq_gtk_list_new(iq_list *list, uint32_t kinds)
{
    const iq_key none = {{0}};
    iq_snapshot_options options = {.struct_size = sizeof options};
    iq_snapshot *nothing = NULL;
    iq_item item;
    int descriptor;

    if (iq_list_get_wakeup(list, &descriptor) != IQ_OK)
        return NULL;
    gboolean is_scoped = iq_list_find_item(list, NULL, none, &item) == IQ_ERROR_SCOPE;
    options.duplicates = is_scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    if (iq_snapshot_create(&options, &nothing) != IQ_OK)
        return NULL;
    if (iq_list_set_events(list, kinds | IQ_EVENT_UPDATE) != IQ_OK) {
        iq_snapshot_destroy(nothing);
        return NULL;
    }
    IqGtkList *self = g_object_new(IQ_GTK_TYPE_LIST, NULL);
    self->list = list;
    self->kinds = kinds;
    self->is_scoped = is_scoped;
    self->shown = shown_new(nothing);
    self->descriptor = iq_gtk_chain_open(list);
    if (self->descriptor >= 0) {
        self->source = g_unix_fd_source_new(self->descriptor, G_IO_IN);
        g_source_set_callback(self->source, G_SOURCE_FUNC(wake_by_descriptor), self, NULL);
        g_source_attach(self->source, self->context);
    } else
        try_again(self);
    iq_gtk_list_sync(self);
    return self;
}
