// iqlist.hpp - libiqlist for C++17 and later: a thin layer over iqlist.h, in one header.
//
// iqlist.h is the manual: it documents what each function does, costs and refuses. This header adds what C
// cannot have: objects that destroy themselves, exceptions, spans, comparison and hashing of keys.
//
//     iq::list list = iq::list::create();
//     iq::changeset changes = list.set_items(iq::columns_of(rows).keys(&row::id).contents(&row::content));
//     for (const iq_splice &splice : changes.splices()) ...
//
// Ownership  iq::list, iq::view, iq::snapshot, iq::changeset and iq::edit own one object of the library each:
//            they move, do not copy (iq::snapshot has copy()), and destroy it. get() returns the C handle, for
//            any function of iqlist.h; release() transfers its ownership to the caller. A moved-from object is
//            empty; calls on it fail with IQ_ERROR_ARGUMENT. Arrays of a changeset (batch, steps, splices,
//            map) are borrowed from it, and cannot be requested of a temporary.
// Errors     A failed call throws iq::error, which has all of iq_get_last_error. Every function that can fail
//            also takes the address of an iq_status as its last argument: then it does not throw, writes the
//            status there (also IQ_OK) and returns an empty value. Without exceptions (-fno-exceptions) a
//            failure without such an address ends the program. Allocations of std::string and std::vector
//            may still throw std::bad_alloc.
// Threads    As in iqlist.h: any function from any thread. Two threads may use an object of this header at
//            once wherever iqlist.h allows it for the handle; moving and destroying the object are excluded.
// Callbacks  are called through C: an exception that leaves one ends the program (std::terminate). Declare
//            them noexcept. iq::create_class checks that at compile time.
// Models     are void * as in iqlist.h: the library never dereferences them. The cell class defines how they
//            are kept alive. With IQ_READ_RETAIN a read retains them for the caller, who releases them.
#ifndef IQLIST_HPP
#define IQLIST_HPP

#include <iqlist.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Qt has a macro of this name, which would take it away from iq::list.
#pragma push_macro("emit")
#undef emit

#if defined(__has_include) && __cplusplus >= 202002L
#if __has_include(<span>)
#include <span>
#endif
#endif

// ==========================================================================
// Comparison and hashing of the small values. Keys are ordered byte by byte.
// ==========================================================================

inline bool operator==(const iq_key &a, const iq_key &b) noexcept
{
    return std::memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}
inline bool operator!=(const iq_key &a, const iq_key &b) noexcept { return !(a == b); }
inline bool operator<(const iq_key &a, const iq_key &b) noexcept
{
    return std::memcmp(a.bytes, b.bytes, sizeof a.bytes) < 0;
}

inline bool operator==(iq_item a, iq_item b) noexcept { return a.id == b.id; }
inline bool operator!=(iq_item a, iq_item b) noexcept { return a.id != b.id; }
inline bool operator<(iq_item a, iq_item b) noexcept { return a.id < b.id; }

inline bool operator==(iq_section a, iq_section b) noexcept { return a.id == b.id; }
inline bool operator!=(iq_section a, iq_section b) noexcept { return a.id != b.id; }
inline bool operator<(iq_section a, iq_section b) noexcept { return a.id < b.id; }

inline bool operator==(iq_class a, iq_class b) noexcept { return a.id == b.id; }
inline bool operator!=(iq_class a, iq_class b) noexcept { return a.id != b.id; }
inline bool operator<(iq_class a, iq_class b) noexcept { return a.id < b.id; }

// In the order of the list: by section, then by item.
inline bool operator==(iq_position a, iq_position b) noexcept
{
    return a.section == b.section && a.item == b.item;
}
inline bool operator!=(iq_position a, iq_position b) noexcept { return !(a == b); }
inline bool operator<(iq_position a, iq_position b) noexcept
{
    return a.section != b.section ? a.section < b.section : a.item < b.item;
}

inline bool operator==(iq_splice a, iq_splice b) noexcept
{
    return a.position == b.position && a.removed == b.removed && a.added == b.added;
}
inline bool operator!=(iq_splice a, iq_splice b) noexcept { return !(a == b); }

namespace std {
// Keys may be plain numbers, so that their bytes are mixed (the finalizer of MurmurHash3).
template <> struct hash<iq_key> {
    std::size_t operator()(const iq_key &key) const noexcept
    {
        std::uint64_t low, high;
        std::memcpy(&low, key.bytes, 8);
        std::memcpy(&high, key.bytes + 8, 8);
        std::uint64_t mixed = low ^ (high * UINT64_C(0x9e3779b97f4a7c15));
        mixed = (mixed ^ (mixed >> 33)) * UINT64_C(0xff51afd7ed558ccd);
        mixed = (mixed ^ (mixed >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
        return static_cast<std::size_t>(mixed ^ (mixed >> 33));
    }
};
template <> struct hash<iq_item> {
    std::size_t operator()(iq_item item) const noexcept { return hash<std::uint64_t>()(item.id); }
};
template <> struct hash<iq_section> {
    std::size_t operator()(iq_section section) const noexcept { return hash<std::uint64_t>()(section.id); }
};
template <> struct hash<iq_class> {
    std::size_t operator()(iq_class cell_class) const noexcept
    {
        return hash<std::uint32_t>()(cell_class.id);
    }
};
template <> struct hash<iq_position> {
    std::size_t operator()(iq_position position) const noexcept
    {
        return hash<std::uint64_t>()(std::uint64_t{position.section} << 32 | position.item);
    }
};
} // namespace std

namespace iq {

// ==========================================================================
// Structs and spans
// ==========================================================================

/// A struct of iqlist.h that begins with struct_size: all zero, with the size set.
///
///     iq::list_options options;
///     options.duplicates = IQ_DUPLICATES_KEEP_FIRST;
template <class Struct> struct sized : Struct {
    sized() noexcept : Struct() { this->struct_size = sizeof(Struct); }
    /// A copy of a struct that was filled as in C, including struct_size.
    sized(const Struct &other) noexcept : Struct(other) {}
};

using allocator = sized<iq_allocator>;
using class_options = sized<iq_class_options>;
using columns = sized<iq_columns>;
using item_buffers = sized<iq_item_buffers>;
using supplementary = sized<iq_supplementary>;
using snapshot_options = sized<iq_snapshot_options>;
using section_info = sized<iq_section_info>;
using diff_options = sized<iq_diff_options>;
using update_options = sized<iq_update_options>;
using edit_options = sized<iq_edit_options>;
using decode_options = sized<iq_decode_options>;
using summary = sized<iq_summary>;
using list_options = sized<iq_list_options>;
using section_entry = sized<iq_section_entry>;
using item_info = sized<iq_item_info>;
using statistics = sized<iq_statistics>;
using event = sized<iq_event>;
using element = sized<iq_element>;
using list_info = sized<iq_list_info>;
using page = sized<iq_page>;
using submit_options = sized<iq_submit_options>;
using view_options = sized<iq_view_options>;
using section_layout = sized<iq_section_layout>;
using custom_layout = sized<iq_custom_layout>;
using scene = sized<iq_scene>;
using scroll_target = sized<iq_scroll_target>;
using scroll_position = sized<iq_scroll_position>;
using hit = sized<iq_hit>;
using derive_options = sized<iq_derive_options>;
using filter = sized<iq_filter>;
using order = sized<iq_order>;
using group = sized<iq_group>;

// Arrays of them are passed as arrays of the struct.
static_assert(sizeof(section_entry) == sizeof(iq_section_entry) &&
              sizeof(supplementary) == sizeof(iq_supplementary));

/// A pointer and a count, borrowed: std::span for C++17. Made of a pointer and a size, of an array or of
/// anything with data() and size(), or in a call, for which they live, of values in braces:
/// edit.delete_items({first, second}). Converts to std::span where there is one.
template <class T> class span {
public:
    using value_type = std::remove_cv_t<T>;
    using iterator = T *;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Range,
              class = std::enable_if_t<
                  !std::is_same_v<std::decay_t<Range>, span> &&
                  std::is_convertible_v<decltype(std::declval<Range &>().data()), T *> &&
                  std::is_same_v<std::remove_cv_t<std::remove_pointer_t<
                                     decltype(std::declval<Range &>().data())>>,
                                 std::remove_cv_t<T>> &&
                  std::is_convertible_v<decltype(std::declval<Range &>().size()), std::size_t>>>
    constexpr span(Range &&range) noexcept : data_(range.data()), size_(range.size())
    {
    }
    /// Pointers are excluded: {pointer, 0} would be two values.
    template <class Value = T, class = std::enable_if_t<std::is_const_v<Value> && !std::is_pointer_v<Value>>>
    constexpr span(std::initializer_list<value_type> values) noexcept : span(values.begin(), values.size())
    {
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }
    constexpr T &front() const noexcept { return data_[0]; }
    constexpr T &back() const noexcept { return data_[size_ - 1]; }
    /// The part from `first` on; first + count must not be beyond the end.
    constexpr span subspan(std::size_t first, std::size_t count) const noexcept
    {
        return {data_ + first, count};
    }

#ifdef __cpp_lib_span
    constexpr operator std::span<T>() const noexcept { return {data_, size_}; }
#endif

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

// ==========================================================================
// Errors
// ==========================================================================

/// The exception of a failed call: a copy of the detail of iq_get_last_error.
class error : public std::exception {
public:
    explicit error(const iq_error &detail) noexcept : detail_(detail) {}

    /// The calling thread's latest failure.
    static error last() noexcept
    {
        sized<iq_error> detail;
        iq_get_last_error(&detail);
        return error(detail);
    }

    iq_status status() const noexcept { return detail_.status; }
    /// One line, beginning with the status's name.
    const char *what() const noexcept override { return detail_.message; }
    /// The whole detail; its flags are the fields that are set.
    const iq_error &detail() const noexcept { return detail_; }

    std::optional<iq_key> key() const { return known(IQ_ERROR_HAS_KEY, detail_.key); }
    std::optional<iq_key> section() const { return known(IQ_ERROR_HAS_SECTION, detail_.section); }
    std::optional<iq_position> position() const { return known(IQ_ERROR_HAS_POSITION, detail_.position); }
    /// A duplicate's first occurrence.
    std::optional<iq_position> other() const { return known(IQ_ERROR_HAS_OTHER, detail_.other); }

private:
    template <class T> std::optional<T> known(std::uint32_t flag, const T &value) const
    {
        return detail_.flags & flag ? std::optional<T>(value) : std::nullopt;
    }

    iq_error detail_;
};

namespace detail {

/// Reports a call's status: to the address that the caller gave, else by an exception. Returns whether the
/// call succeeded.
inline bool check(iq_status status, iq_status *out)
{
    if (out != nullptr) {
        *out = status;
        return status == IQ_OK;
    }
    if (status == IQ_OK) {
        return true;
    }
#if defined(__cpp_exceptions)
    throw error::last();
#else
    std::fprintf(stderr, "iqlist: %s\n", error::last().what());
    std::abort();
#endif
}

/// Calls a function whose last argument is an output, and returns that output.
template <class Output, class... Parameters, class... Arguments>
Output output(iq_status *status, iq_status (*function)(Parameters...), Arguments &&...arguments)
{
    Output output{};
    check(function(std::forward<Arguments>(arguments)..., &output), status);
    return output;
}

/// Calls a function whose last argument is an output for an object, and returns its owner.
template <class Owner, class... Parameters, class... Arguments>
Owner created(iq_status *status, iq_status (*function)(Parameters...), Arguments &&...arguments)
{
    typename Owner::object_type *object = nullptr;
    check(function(std::forward<Arguments>(arguments)..., &object), status);
    return Owner(object);
}

/// Calls a function whose last arguments are outputs for an array and its count, and returns a view of them.
template <class Element, class... Parameters, class... Arguments>
span<const Element> borrowed(iq_status *status, iq_status (*function)(Parameters...),
                             Arguments &&...arguments)
{
    const Element *elements = nullptr;
    std::size_t count = 0;
    check(function(std::forward<Arguments>(arguments)..., &elements, &count), status);
    return {elements, count};
}

/// Owns one object of the library.
template <class Object, void (*destroy)(Object *)> class owner {
public:
    using object_type = Object;

    owner() noexcept = default;
    explicit owner(Object *object) noexcept : object_(object) {}
    owner(owner &&other) noexcept : object_(other.release()) {}
    owner &operator=(owner &&other) noexcept
    {
        if (this != &other) {
            reset(other.release());
        }
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() { destroy(object_); }

    /// The C handle, still owned by this. Null if this is empty.
    Object *get() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }
    /// The C handle, which the caller now owns.
    Object *release() noexcept { return std::exchange(object_, nullptr); }
    /// Destroys the object and owns another, or none.
    void reset(Object *object = nullptr) noexcept { destroy(std::exchange(object_, object)); }

private:
    Object *object_ = nullptr;
};

/// Reads a text, first its length. It may grow between the two calls.
template <class Call> std::string text(Call call, iq_status *out)
{
    std::string text;
    std::size_t length = 0;
    if (!check(call(nullptr, std::size_t{0}, &length), out)) {
        return text;
    }
    do {
        text.resize(length);
        if (!check(call(text.data(), text.size() + 1, &length), out)) {
            return {};
        }
    } while (length > text.size());
    text.resize(length);
    return text;
}

template <class Call> std::vector<unsigned char> bytes(Call call, iq_status *out)
{
    std::vector<unsigned char> bytes;
    std::size_t length = 0;
    if (!check(call(nullptr, std::size_t{0}, &length), out)) {
        return bytes;
    }
    do {
        bytes.resize(length);
        if (!check(call(bytes.data(), bytes.size(), &length), out)) {
            return {};
        }
    } while (length > bytes.size());
    bytes.resize(length);
    return bytes;
}

/// Reads elements, first their count, then all at once, so that models are retained once. If another thread
/// adds some between the two calls, as many as were counted are returned.
template <class Element, class Call> std::vector<Element> elements(Call call, iq_status *out)
{
    std::vector<Element> elements;
    std::size_t count = 0;
    Element none = {};
    if (!check(call(&none, std::size_t{0}, &count), out)) {
        return elements;
    }
    elements.resize(count);
    if (!elements.empty() && !check(call(elements.data(), elements.size(), &count), out)) {
        return {};
    }
    if (count < elements.size()) {
        elements.resize(count);
    }
    return elements;
}

} // namespace detail

// ==========================================================================
// Version, memory, log
// ==========================================================================

inline std::uint32_t version() noexcept { return iq_version(); }
inline const char *version_string() noexcept { return iq_version_string(); }
inline const char *build_info() noexcept { return iq_build_info(); }
inline const char *status_name(iq_status status) noexcept { return iq_status_name(status); }

/// Sets the allocator for the whole process; null restores malloc. IQ_ERROR_STATE while the library holds
/// memory, and once a class was created.
inline void set_allocator(const iq_allocator *functions, iq_status *status = nullptr)
{
    detail::check(iq_memory_set_allocator(functions), status);
}
inline std::size_t memory_used() noexcept { return iq_memory_used(); }
inline std::size_t memory_peak() noexcept { return iq_memory_peak(); }
inline void memory_trim(iq_status *status = nullptr) { detail::check(iq_memory_trim(), status); }

/// Sets the callback that receives log lines, process-wide. It must not throw, nor call the library.
inline void set_log(iq_log_callback callback, void *context, iq_log_level level, iq_status *status = nullptr)
{
    detail::check(iq_log_set(callback, context, level), status);
}

// ==========================================================================
// Keys and contents
// ==========================================================================

/// Makes a key or a content of fields, as iq_hasher does. A value type; calls chain.
///
///     iq_key key = iq::hasher().add("user").add(42).key();
class hasher {
public:
    hasher() noexcept { iq_hasher_init(&state_); }

    /// Any integer but bool; equal values are equal whatever their type.
    template <class Integer,
              class = std::enable_if_t<std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>>>
    hasher &add(Integer value) noexcept
    {
        if constexpr (std::is_signed_v<Integer>) {
            iq_hasher_add_signed(&state_, value);
        } else {
            iq_hasher_add_unsigned(&state_, value);
        }
        return *this;
    }
    hasher &add(bool value) noexcept
    {
        iq_hasher_add_bool(&state_, value);
        return *this;
    }
    hasher &add(double value) noexcept
    {
        iq_hasher_add_double(&state_, value);
        return *this;
    }
    /// UTF-8; may contain NUL bytes.
    hasher &add(std::string_view text) noexcept
    {
        iq_hasher_add_string(&state_, text.data(), text.size());
        return *this;
    }
    hasher &add(const char *text) noexcept { return add(std::string_view(text)); }
    hasher &add(const iq_key &key) noexcept
    {
        iq_hasher_add_key(&state_, key);
        return *this;
    }
    hasher &add(std::nullptr_t) noexcept
    {
        iq_hasher_add_nothing(&state_);
        return *this;
    }
    hasher &add_bytes(const void *bytes, std::size_t length) noexcept
    {
        iq_hasher_add_bytes(&state_, bytes, length);
        return *this;
    }
    hasher &add_bytes(span<const unsigned char> bytes) noexcept
    {
        return add_bytes(bytes.data(), bytes.size());
    }

    /// More fields may be added afterwards.
    iq_key key() const noexcept
    {
        iq_key key{};
        iq_hasher_get_key(&state_, &key);
        return key;
    }
    std::uint64_t content() const noexcept
    {
        std::uint64_t content = IQ_CONTENT_NONE;
        iq_hasher_get_content(&state_, &content);
        return content;
    }
    iq_hasher *get() noexcept { return &state_; }

private:
    iq_hasher state_;
};

/// The integer as 8 little-endian bytes, then 8 zeros.
inline iq_key key_from_u64(std::uint64_t value) noexcept { return iq_key_from_u64(value); }
/// 16 bytes as they are, any other length hashed; 0 bytes are refused.
inline iq_key key_from_bytes(const void *bytes, std::size_t length, iq_status *status = nullptr)
{
    return detail::output<iq_key>(status, iq_key_from_bytes, bytes, length);
}
/// The first 16 of 16 or more bytes.
inline iq_key key_from_digest(const void *digest, std::size_t length, iq_status *status = nullptr)
{
    return detail::output<iq_key>(status, iq_key_from_digest, digest, length);
}
/// The hasher's key of these fields.
template <class... Fields> iq_key key_of(const Fields &...fields) noexcept
{
    hasher all;
    (all.add(fields), ...);
    return all.key();
}
/// The hasher's content of these fields: never 0.
template <class... Fields> std::uint64_t content_of(const Fields &...fields) noexcept
{
    hasher all;
    (all.add(fields), ...);
    return all.content();
}

/// Hashes many records in one call: iq_hash_records. Either output may be empty, else it must have as many
/// elements as `ends`.
inline void hash_records(span<const unsigned char> fields, span<const std::size_t> ends, span<iq_key> keys,
                         span<std::uint64_t> contents = {}, iq_status *status = nullptr)
{
    bool fits = (keys.empty() || keys.size() == ends.size()) &&
                (contents.empty() || contents.size() == ends.size());
    detail::check(iq_hash_records(fields.data(), fields.size(), fits ? ends.data() : nullptr,
                                     fits ? ends.size() : 1, keys.data(), contents.data()),
                     status);
}

// ==========================================================================
// Cell classes
// ==========================================================================

/// Registers a class, permanently. Its callbacks must not throw.
inline iq_class create_class(const iq_class_options &options, iq_status *status = nullptr)
{
    return detail::output<iq_class>(status, iq_class_create, &options);
}
inline iq_class find_class(const char *name, iq_status *status = nullptr)
{
    return detail::output<iq_class>(status, iq_class_find, name);
}
/// Null after IQ_ERROR_HANDLE.
inline const char *class_name(iq_class cell_class, iq_status *status = nullptr)
{
    return detail::output<const char *>(status, iq_class_get_name, cell_class);
}

namespace detail {

template <class Model, class Traits, class = void> struct has_references : std::false_type {};
template <class Model, class Traits>
struct has_references<Model, Traits,
                      std::void_t<decltype(Traits::retain(std::declval<Model *>())),
                                  decltype(Traits::release(std::declval<Model *>()))>> : std::true_type {
    static_assert(noexcept(Traits::retain(std::declval<Model *>())), "retain must be noexcept");
    static_assert(noexcept(Traits::release(std::declval<Model *>())), "release must be noexcept");
};

template <class Model, class Traits, class = void> struct has_equal : std::false_type {};
template <class Model, class Traits>
struct has_equal<Model, Traits,
                 std::void_t<decltype(Traits::equal(std::declval<const Model *>(),
                                                    std::declval<const Model *>()))>> : std::true_type {
    static_assert(noexcept(Traits::equal(std::declval<const Model *>(), std::declval<const Model *>())),
                  "equal must be noexcept");
};

template <class Model, class Traits, class = void> struct has_changed : std::false_type {};
template <class Model, class Traits>
struct has_changed<Model, Traits,
                   std::void_t<decltype(Traits::changed(std::declval<const Model *>(),
                                                        std::declval<const Model *>()))>> : std::true_type {
    static_assert(noexcept(Traits::changed(std::declval<const Model *>(), std::declval<const Model *>())),
                  "changed must be noexcept");
};

template <class Model, class Traits, class = void> struct has_traits : std::false_type {};
template <class Model, class Traits>
struct has_traits<Model, Traits, std::void_t<decltype(Traits::traits)>> : std::true_type {};

template <class Model, class Traits, class = void> struct has_traits_of : std::false_type {};
template <class Model, class Traits>
struct has_traits_of<Model, Traits,
                     std::void_t<decltype(Traits::traits_of(std::declval<const Model *>()))>> : std::true_type {
    static_assert(noexcept(Traits::traits_of(std::declval<const Model *>())), "traits_of must be noexcept");
};

template <class Traits, class = void> struct has_pool : std::false_type {};
template <class Traits> struct has_pool<Traits, std::void_t<decltype(Traits::pool)>> : std::true_type {};

/// What `create_cell` returns a pointer to; void without it.
template <class Traits, class = void> struct cell_of : std::false_type {
    using type = void;
};
template <class Traits>
struct cell_of<Traits, std::void_t<decltype(Traits::create_cell(std::declval<const iq_event &>()))>>
    : std::true_type {
    static_assert(noexcept(Traits::create_cell(std::declval<const iq_event &>())),
                  "create_cell must be noexcept");
    using type = std::remove_pointer_t<decltype(Traits::create_cell(std::declval<const iq_event &>()))>;
};
template <class Traits> using cell_pointer = typename cell_of<Traits>::type *;

template <class Traits, class = void> struct has_bind_cell : std::false_type {};
template <class Traits>
struct has_bind_cell<Traits, std::void_t<decltype(Traits::bind_cell(std::declval<cell_pointer<Traits>>(),
                                                                    std::declval<const iq_event &>()))>>
    : std::true_type {
    static_assert(noexcept(Traits::bind_cell(std::declval<cell_pointer<Traits>>(),
                                             std::declval<const iq_event &>())),
                  "bind_cell must be noexcept");
};

template <class Traits, class = void> struct has_unbind_cell : std::false_type {};
template <class Traits>
struct has_unbind_cell<Traits, std::void_t<decltype(Traits::unbind_cell(std::declval<cell_pointer<Traits>>(),
                                                                        std::declval<const iq_event &>()))>>
    : std::true_type {
    static_assert(noexcept(Traits::unbind_cell(std::declval<cell_pointer<Traits>>(),
                                               std::declval<const iq_event &>())),
                  "unbind_cell must be noexcept");
};

template <class Traits, class = void> struct has_destroy_cell : std::false_type {};
template <class Traits>
struct has_destroy_cell<Traits,
                        std::void_t<decltype(Traits::destroy_cell(std::declval<cell_pointer<Traits>>()))>>
    : std::true_type {
    static_assert(noexcept(Traits::destroy_cell(std::declval<cell_pointer<Traits>>())),
                  "destroy_cell must be noexcept");
};

/// Sets the functions of cells that `Traits` has.
template <class Traits> void set_cell_functions(iq_class_options &options) noexcept
{
    using pointer = cell_pointer<Traits>;
    if constexpr (has_pool<Traits>::value) {
        options.pool = Traits::pool;
    }
    if constexpr (cell_of<Traits>::value) {
        options.create_cell = [](void *, const iq_event *event, void **object) noexcept -> int {
            return (*object = Traits::create_cell(*event)) == nullptr;
        };
    }
    if constexpr (has_bind_cell<Traits>::value) {
        options.bind_cell = [](void *, const iq_event *event) noexcept -> int {
            return !Traits::bind_cell(static_cast<pointer>(event->object), *event);
        };
    }
    if constexpr (has_unbind_cell<Traits>::value) {
        options.unbind_cell = [](void *, const iq_event *event) noexcept {
            Traits::unbind_cell(static_cast<pointer>(event->object), *event);
        };
    }
    if constexpr (has_destroy_cell<Traits>::value) {
        options.destroy_cell = [](void *, void *object) noexcept {
            Traits::destroy_cell(static_cast<pointer>(object));
        };
    }
}

} // namespace detail

/// Registers a class of models of one type. `Traits` has any of these static members, functions noexcept; retain
/// and release both or neither. Each takes single models, which may be null.
///
///     struct traits {
///         static void retain(photo *model) noexcept;
///         static void release(photo *model) noexcept;
///         static bool equal(const photo *before, const photo *after) noexcept;
///         static std::uint64_t changed(const photo *before, const photo *after) noexcept;
///         static constexpr std::uint32_t traits = IQ_TRAIT_MOVABLE;
///         static std::uint32_t traits_of(const photo *model) noexcept;
///
///         static constexpr std::uint32_t pool = 4;
///         static button *create_cell(const iq_event &event) noexcept;            // null: it failed
///         static bool bind_cell(button *cell, const iq_event &event) noexcept;   // false: it failed
///         static void unbind_cell(button *cell, const iq_event &event) noexcept;
///         static void destroy_cell(button *cell) noexcept;
///     };
///     iq_class photos = iq::create_class<photo, traits>("photo");
///
/// The cells of a view are of any type; without create_cell they are null pointers to void.
template <class Model, class Traits> iq_class create_class(const char *name, iq_status *status = nullptr)
{
    class_options options;
    options.name = name;
    if constexpr (detail::has_references<Model, Traits>::value) {
        options.retain = [](void *, void *const *models, std::size_t count) noexcept {
            for (std::size_t i = 0; i < count; i++) {
                Traits::retain(static_cast<Model *>(models[i]));
            }
        };
        options.release = [](void *, void *const *models, std::size_t count) noexcept {
            for (std::size_t i = 0; i < count; i++) {
                Traits::release(static_cast<Model *>(models[i]));
            }
        };
    }
    if constexpr (detail::has_equal<Model, Traits>::value) {
        options.equal = [](void *, const void *before, const void *after) noexcept -> int {
            return Traits::equal(static_cast<const Model *>(before), static_cast<const Model *>(after));
        };
    }
    if constexpr (detail::has_changed<Model, Traits>::value) {
        options.changed = [](void *, const void *before, const void *after) noexcept -> std::uint64_t {
            return Traits::changed(static_cast<const Model *>(before), static_cast<const Model *>(after));
        };
    }
    if constexpr (detail::has_traits<Model, Traits>::value) {
        options.traits = Traits::traits;
    }
    if constexpr (detail::has_traits_of<Model, Traits>::value) {
        options.traits_of = [](void *, const void *model) noexcept -> std::uint32_t {
            return Traits::traits_of(static_cast<const Model *>(model));
        };
    }
    detail::set_cell_functions<Traits>(options);
    return create_class(options, status);
}

// ==========================================================================
// Columns
// ==========================================================================

/// An array of structs as columns, by pointers to its members: nothing is copied, and the array must live
/// during the call that takes the columns.
///
///     list.set_items(iq::columns_of(rows).keys(&row::id).contents(&row::content).same_class(rows_class));
template <class Row> class struct_columns {
public:
    explicit struct_columns(span<const Row> rows) noexcept : rows_(rows) { columns_.count = rows.size(); }

    struct_columns &keys(iq_key Row::*member) noexcept
    {
        return put(columns_.keys, columns_.key_stride, member);
    }
    struct_columns &contents(std::uint64_t Row::*member) noexcept
    {
        return put(columns_.contents, columns_.content_stride, member);
    }
    /// A pointer of any type is a model.
    template <class Model> struct_columns &models(Model *Row::*member) noexcept
    {
        return put(columns_.models, columns_.model_stride, member);
    }
    struct_columns &classes(iq_class Row::*member) noexcept
    {
        return put(columns_.classes, columns_.class_stride, member);
    }
    struct_columns &levels(std::uint16_t Row::*member) noexcept
    {
        return put(columns_.levels, columns_.level_stride, member);
    }
    /// A separate array with a pointer for each row; another length fails with IQ_ERROR_ARGUMENT.
    struct_columns &models(span<void *const> pointers) noexcept
    {
        fits_ = pointers.size() == rows_.size();
        columns_.models = pointers.data();
        columns_.model_stride = 0;
        return *this;
    }
    /// One content for all items.
    struct_columns &same_content(std::uint64_t content) noexcept
    {
        content_ = content;
        columns_.content_stride = IQ_SAME;
        return *this;
    }
    /// One class for all items.
    struct_columns &same_class(iq_class cell_class) noexcept
    {
        class_ = cell_class;
        columns_.class_stride = IQ_SAME;
        return *this;
    }

    /// The columns for a call: they point into the rows, and into this object for a value that is the same
    /// for all.
    const iq_columns &get() const noexcept
    {
        if (!fits_) {
            // An item without a key, which the call refuses.
            columns_.count = 1;
            columns_.keys = nullptr;
        }
        if (columns_.content_stride == IQ_SAME) {
            columns_.contents = &content_;
        }
        if (columns_.class_stride == IQ_SAME) {
            columns_.classes = &class_;
        }
        return columns_;
    }
    operator const iq_columns &() const noexcept { return get(); }

private:
    template <class Field>
    struct_columns &put(const void *&column, std::size_t &stride, Field Row::*member) noexcept
    {
        column = rows_.empty() ? nullptr : static_cast<const void *>(&(rows_.data()->*member));
        stride = sizeof(Row);
        return *this;
    }

    span<const Row> rows_;
    mutable columns columns_;
    std::uint64_t content_ = IQ_CONTENT_NONE;
    iq_class class_ = {0};
    bool fits_ = true;
};

/// Columns of an array, a vector, a span: anything with data() and size(), which must live during the call.
template <class Range>
auto columns_of(const Range &rows) noexcept
    -> struct_columns<std::remove_cv_t<std::remove_pointer_t<decltype(rows.data())>>>
{
    using Row = std::remove_cv_t<std::remove_pointer_t<decltype(rows.data())>>;
    return struct_columns<Row>(span<const Row>(rows.data(), rows.size()));
}
template <class Row, std::size_t N> struct_columns<Row> columns_of(const Row (&rows)[N]) noexcept
{
    return struct_columns<Row>(span<const Row>(rows, N));
}

/// Columns that are arrays of their own. An empty one is left out; one of another length than the keys makes
/// the call fail with IQ_ERROR_ARGUMENT.
inline columns columns_from(span<const iq_key> keys, span<const std::uint64_t> contents = {},
                            span<void *const> models = {}, span<const iq_class> classes = {},
                            span<const std::uint16_t> levels = {}) noexcept
{
    columns all;
    auto fits = [&](std::size_t size) { return size == 0 || size == keys.size(); };
    bool fit =
        fits(contents.size()) && fits(models.size()) && fits(classes.size()) && fits(levels.size());
    // If they do not fit: an item without a key, which the call refuses.
    all.count = fit ? keys.size() : 1;
    all.keys = fit ? keys.data() : nullptr;
    all.contents = contents.data();
    all.models = models.data();
    all.classes = classes.data();
    all.levels = levels.data();
    return all;
}

// ==========================================================================
// Reading
// ==========================================================================

namespace detail {

/// What a snapshot is read by: the keys of its sections, the positions of its items, and these functions.
struct snapshot_functions {
    using object = iq_snapshot;
    using section = iq_key;
    using item = iq_position;
    static constexpr auto destroy = iq_snapshot_destroy;
    static constexpr auto count = iq_snapshot_get_count;
    static constexpr auto supplementaries = iq_snapshot_get_supplementaries;
    static constexpr auto supplementary = iq_snapshot_get_supplementary;
    static constexpr auto item_info = iq_snapshot_get_item_info_at;
    static constexpr auto find_index = iq_snapshot_find_index;
    static constexpr auto get_items = iq_snapshot_get_items;
    static constexpr auto dump = iq_snapshot_dump;
};

/// What a list is read by: the handles of its sections and items, and these functions.
struct list_functions {
    using object = iq_list;
    using section = iq_section;
    using item = iq_item;
    static constexpr auto destroy = iq_list_destroy;
    static constexpr auto count = iq_list_get_count;
    static constexpr auto supplementaries = iq_list_get_supplementaries;
    static constexpr auto supplementary = iq_list_get_supplementary;
    static constexpr auto item_info = iq_list_get_item_info;
    static constexpr auto find_index = iq_list_find_index;
    static constexpr auto get_items = iq_list_get_items;
    static constexpr auto dump = iq_list_dump;
};

/// Owns a snapshot or a list, and reads what both have.
template <class Functions> class reader : public owner<typename Functions::object, Functions::destroy> {
    using section_id = typename Functions::section;
    using item_id = typename Functions::item;

public:
    using owner<typename Functions::object, Functions::destroy>::owner;
    using owner<typename Functions::object, Functions::destroy>::get;

    std::size_t section_count(iq_status *status = nullptr) const
    {
        std::size_t sections = 0;
        check(Functions::count(get(), &sections, nullptr), status);
        return sections;
    }
    std::size_t item_count(iq_status *status = nullptr) const
    {
        return output<std::size_t>(status, Functions::count, get(), nullptr);
    }
    /// All supplementary elements of a section, or with section {0} of a list itself, ordered by kind and
    /// index. `flags` are IQ_READ_*.
    std::vector<supplementary> supplementaries(const section_id &section, std::uint32_t flags = 0,
                                               iq_status *status = nullptr) const
    {
        return elements<supplementary>(
            [&](iq_supplementary *elements, std::size_t capacity, std::size_t *count) {
                return Functions::supplementaries(get(), section, flags, elements, capacity, count);
            },
            status);
    }
    supplementary supplementary_at(const section_id &section, std::uint32_t kind, std::uint32_t index = 0,
                                   std::uint32_t flags = 0, iq_status *status = nullptr) const
    {
        return output<supplementary>(status, Functions::supplementary, get(), section, kind, index, flags);
    }
    /// `flags` are IQ_READ_*.
    iq::item_info item_info(const item_id &item, std::uint32_t flags = 0, iq_status *status = nullptr) const
    {
        return output<iq::item_info>(status, Functions::item_info, get(), item, flags);
    }
    /// The index of the item at a position, counted over all sections.
    std::size_t find_index(iq_position position, iq_status *status = nullptr) const
    {
        return output<std::size_t>(status, Functions::find_index, get(), position);
    }
    /// Copies `count` items from index `first` on into the caller's buffers.
    void get_items(std::size_t first, std::size_t count, const iq_item_buffers &buffers,
                   iq_status *status = nullptr) const
    {
        check(Functions::get_items(get(), first, count, &buffers), status);
    }
    /// Their keys.
    std::vector<iq_key> keys(std::size_t first, std::size_t count, iq_status *status = nullptr) const
    {
        std::vector<iq_key> keys(count);
        item_buffers buffers;
        buffers.keys = keys.data();
        get_items(first, count, buffers, status);
        return keys;
    }
    std::string dump(iq_status *status = nullptr) const
    {
        return text(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return Functions::dump(get(), buffer, capacity, length);
            },
            status);
    }
};

} // namespace detail

// ==========================================================================
// Snapshots
// ==========================================================================

/// A section's key where keys are scoped; elsewhere it may be null.
using optional_key = const iq_key *;

/// The position of a section, which has no item.
inline iq_position section_position(std::uint32_t section) noexcept { return {section, IQ_NONE}; }

/// A description of what a list should show, built step by step: iqlist.h, SNAPSHOTS.
class snapshot : public detail::reader<detail::snapshot_functions> {
public:
    using reader::reader;

    /// An empty snapshot.
    static snapshot create(const snapshot_options &options = {},
                           iq_status *status = nullptr)
    {
        return detail::created<snapshot>(status, iq_snapshot_create, &options);
    }
    /// Decodes bytes, whoever wrote them.
    static snapshot decode(span<const unsigned char> bytes,
                           const snapshot_options &options = {},
                           iq_status *status = nullptr)
    {
        return detail::created<snapshot>(status, iq_snapshot_decode, bytes.data(), bytes.size(), &options);
    }
    /// An independent copy, which costs nothing per item.
    snapshot copy(iq_status *status = nullptr) const
    {
        return detail::created<snapshot>(status, iq_snapshot_copy, get());
    }

    /// Replaces the whole snapshot, including marks.
    void set(span<const section_entry> sections, const iq_columns &items, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_set(get(), sections.data(), sections.size(), &items), status);
    }
    void append_sections(span<const iq_key> keys, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_append_sections(get(), keys.data(), keys.size()), status);
    }
    void append_section(const iq_key &key, iq_status *status = nullptr)
    {
        append_sections(span<const iq_key>(&key, 1), status);
    }
    /// The first of them at `position`, or IQ_END.
    void insert_sections(std::size_t position, span<const iq_key> keys, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_insert_sections(get(), position, keys.data(), keys.size()), status);
    }
    /// `where` is IQ_PUT_BEFORE or IQ_PUT_AFTER, here and below.
    void insert_sections_beside(std::uint32_t where, const iq_key &anchor, span<const iq_key> keys,
                                iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_insert_sections_beside(get(), where, anchor, keys.data(), keys.size()),
                      status);
    }
    void move_section_beside(const iq_key &section, std::uint32_t where, const iq_key &anchor,
                             iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_move_section_beside(get(), section, where, anchor), status);
    }
    /// Returns the number of keys that did not exist.
    std::size_t delete_sections(span<const iq_key> keys, iq_status *status = nullptr)
    {
        return detail::output<std::size_t>(status, iq_snapshot_delete_sections, get(), keys.data(),
                                           keys.size());
    }
    void delete_all(iq_status *status = nullptr) { detail::check(iq_snapshot_delete_all(get()), status); }

    /// Appends items to a section; null: to the last one.
    void append_items(const iq_columns &items, optional_key section = nullptr, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_append_items(get(), section, &items), status);
    }
    /// The first of them at `position`, or IQ_END.
    void insert_items(const iq_key &section, std::size_t position, const iq_columns &items,
                      iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_insert_items(get(), section, position, &items), status);
    }
    void insert_items_beside(std::uint32_t where, const iq_key &anchor, const iq_columns &items,
                             optional_key section = nullptr, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_insert_items_beside(get(), section, where, anchor, &items), status);
    }
    void move_item_beside(const iq_key &item, std::uint32_t where, const iq_key &anchor,
                          optional_key section = nullptr, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_move_item_beside(get(), section, item, where, anchor), status);
    }
    /// Below an item, as its child number `index`, or IQ_END.
    void insert_children(const iq_key &parent, std::size_t index, const iq_columns &items,
                         optional_key section = nullptr, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_insert_children(get(), section, parent, index, &items), status);
    }
    void set_section_items(const iq_key &section, const iq_columns &items, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_set_section_items(get(), section, &items), status);
    }
    /// Updates items: keys[i] gets row i of the columns in `flags` (IQ_COLUMN_*), and its other values stay.
    /// IQ_ERROR_ARGUMENT if the numbers of keys and rows differ.
    void update_items(span<const iq_key> keys, const iq_columns &rows, std::uint32_t flags,
                      optional_key section = nullptr, iq_status *status = nullptr)
    {
        const iq_columns *fitting = keys.size() == rows.count ? &rows : nullptr;
        detail::check(iq_snapshot_update_items(get(), section, keys.data(), fitting, flags), status);
    }
    void move_item_to_end(const iq_key &section, const iq_key &item, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_move_item_to_end(get(), section, item), status);
    }
    /// Returns the number of keys that did not exist.
    std::size_t delete_items(span<const iq_key> keys, optional_key section = nullptr,
                             iq_status *status = nullptr)
    {
        return detail::output<std::size_t>(status, iq_snapshot_delete_items, get(), section, keys.data(),
                                           keys.size());
    }
    /// Deletes the items of one section, or (null) of all.
    void delete_all_items(optional_key section = nullptr, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_delete_all_items(get(), section), status);
    }

    void reload_items(span<const iq_key> keys, optional_key section = nullptr, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_reload_items(get(), section, keys.data(), keys.size()), status);
    }
    void reconfigure_items(span<const iq_key> keys, optional_key section = nullptr,
                           iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_reconfigure_items(get(), section, keys.data(), keys.size()), status);
    }
    void reload_sections(span<const iq_key> keys, iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_reload_sections(get(), keys.data(), keys.size()), status);
    }
    void clear_marks(iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_clear_marks(get()), status);
    }

    void set_supplementary(const iq_key &section, const iq_supplementary &given,
                           iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_set_supplementary(get(), section, &given), status);
    }
    void remove_supplementary(const iq_key &section, std::uint32_t kind, std::uint32_t index = 0,
                              iq_status *status = nullptr)
    {
        detail::check(iq_snapshot_remove_supplementary(get(), section, kind, index), status);
    }

    iq::section_info section_info_at(std::size_t position, iq_status *status = nullptr) const
    {
        return detail::output<iq::section_info>(status, iq_snapshot_get_section_info_at, get(), position);
    }
    iq::section_info section_info(const iq_key &key, iq_status *status = nullptr) const
    {
        return detail::output<iq::section_info>(status, iq_snapshot_get_section_info, get(), key);
    }
    iq_position find_position(const iq_key &key, optional_key section = nullptr,
                              iq_status *status = nullptr) const
    {
        iq_position position = {IQ_NONE, IQ_NONE};
        detail::check(iq_snapshot_find_position(get(), section, key, &position), status);
        return position;
    }

    std::vector<unsigned char> encode(iq_status *status = nullptr) const
    {
        return detail::bytes(
            [&](void *buffer, std::size_t capacity, std::size_t *length) {
                return iq_snapshot_encode(get(), buffer, capacity, length);
            },
            status);
    }
};

// ==========================================================================
// Changesets
// ==========================================================================

/// The changes that turn one arrangement into another: iqlist.h, CHANGESETS. Immutable.
class changeset : public detail::owner<iq_changeset, iq_changeset_destroy> {
public:
    using owner::owner;

    /// Decodes bytes, whoever wrote them. The options set limits for items and sections.
    static changeset decode(span<const unsigned char> bytes, const decode_options &options = {},
                            iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_changeset_decode, bytes.data(), bytes.size(), &options);
    }

    /// Another handle of the same changeset.
    changeset copy(iq_status *status = nullptr) const { return copy_of(get(), status); }
    /// A handle of one's own on the changeset of an event, which lives until the next poll only.
    static changeset copy_of(const iq_changeset *lent, iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_changeset_copy, lent);
    }

    iq::summary summary(iq_status *status = nullptr) const
    {
        return detail::output<iq::summary>(status, iq_changeset_get_summary, get());
    }
    /// Whether it is a full reload: it has no changes then, but still maps positions.
    bool is_reload(iq_status *status = nullptr) const { return summary(status).reload != IQ_RELOAD_NO; }

    span<const iq_change> batch(iq_status *status = nullptr) const &
    {
        return detail::borrowed<iq_change>(status, iq_changeset_get_batch, get());
    }
    /// `flags` are IQ_STEPS_*.
    span<const iq_change> steps(std::uint32_t flags = 0, iq_status *status = nullptr) const &
    {
        return detail::borrowed<iq_change>(status, iq_changeset_get_steps, get(), flags);
    }
    /// `flags` are IQ_SPLICES_*.
    span<const iq_splice> splices(std::uint32_t flags = 0, iq_status *status = nullptr) const &
    {
        return detail::borrowed<iq_splice>(status, iq_changeset_get_splices, get(), flags);
    }
    /// The index on the other side of each item of a side, or IQ_NONE. O(n), once.
    span<const std::uint32_t> map(iq_side side, iq_status *status = nullptr) const &
    {
        return detail::borrowed<std::uint32_t>(status, iq_changeset_get_map, get(), side);
    }
    // These arrays would be freed with the temporary.
    span<const iq_change> batch(iq_status * = nullptr) const && = delete;
    span<const iq_change> steps(std::uint32_t = 0, iq_status * = nullptr) const && = delete;
    span<const iq_splice> splices(std::uint32_t = 0, iq_status * = nullptr) const && = delete;
    span<const std::uint32_t> map(iq_side, iq_status * = nullptr) const && = delete;

    /// The position on the other side of the item (or section, with item IQ_NONE) at a position of a side;
    /// empty if it was deleted or inserted.
    std::optional<iq_position> map_position(iq_side side, iq_position position,
                                            iq_status *status = nullptr) const
    {
        iq_position other = {IQ_NONE, IQ_NONE};
        iq_status found = iq_changeset_map_position(get(), side, position, &other);
        if (found == IQ_ERROR_NOT_FOUND) {
            detail::check(IQ_OK, status);
            return std::nullopt;
        }
        return detail::check(found, status) ? std::optional<iq_position>(other) : std::nullopt;
    }
    /// The positions of a key before and after. Requires KEEP_KEYS in its options.
    std::pair<std::optional<iq_position>, std::optional<iq_position>>
    find_key(const iq_key &key, optional_key section = nullptr, iq_status *status = nullptr) const
    {
        iq_position before = {IQ_NONE, IQ_NONE}, after = {IQ_NONE, IQ_NONE};
        detail::check(iq_changeset_find_key(get(), section, key, &before, &after), status);
        auto known = [](iq_position found) {
            return found.section == IQ_NONE ? std::nullopt : std::optional<iq_position>(found);
        };
        return {known(before), known(after)};
    }

    /// Applies the changes to a snapshot that shows the state before. Requires PAYLOAD in its options, as the
    /// following functions do. For a list see list::apply.
    void apply_to(snapshot &target, iq_status *status = nullptr) const
    {
        detail::check(iq_changeset_apply(get(), target.get()), status);
    }
    changeset invert(iq_status *status = nullptr) const
    {
        return detail::created<changeset>(status, iq_changeset_invert, get());
    }
    /// This changeset and then `second`, as one.
    changeset compose(const changeset &second, iq_status *status = nullptr) const
    {
        return detail::created<changeset>(status, iq_changeset_compose, get(), second.get());
    }
    std::vector<unsigned char> encode(iq_status *status = nullptr) const
    {
        return detail::bytes(
            [&](void *buffer, std::size_t capacity, std::size_t *length) {
                return iq_changeset_encode(get(), buffer, capacity, length);
            },
            status);
    }

    std::string dump(iq_status *status = nullptr) const
    {
        return detail::text(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return iq_changeset_dump(get(), buffer, capacity, length);
            },
            status);
    }
    /// The reason why an item changed, or did not.
    std::string explain(iq_side side, iq_position position, iq_status *status = nullptr) const
    {
        return detail::text(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return iq_changeset_explain(get(), side, position, buffer, capacity, length);
            },
            status);
    }
};

/// Computes the changes that turn `before` into `after`, without a list.
inline changeset diff(const snapshot &before, const snapshot &after,
                      const diff_options &options = {}, iq_status *status = nullptr)
{
    return detail::created<changeset>(status, iq_diff, before.get(), after.get(), &options);
}

/// Qt's destinationChild for a step that is a move.
inline std::uint32_t destination(const iq_change &move, iq_status *status = nullptr)
{
    std::uint32_t found = IQ_NONE;
    detail::check(iq_change_get_destination(&move, &found), status);
    return found;
}

/// The steps or splices of a changeset, carried out one by one: iqlist.h, REPLAYS. One thread at a time.
class replay : public detail::owner<iq_replay, iq_replay_destroy> {
public:
    using owner::owner;

    /// Begins with nothing carried out. `flags` are those of changeset::steps.
    static replay of_steps(const changeset &changes, const snapshot &before, std::uint32_t flags = 0,
                           iq_status *status = nullptr)
    {
        return detail::created<replay>(status, iq_replay_create, changes.get(), before.get(), IQ_REPLAY_STEPS, flags);
    }
    /// The same of splices, with the flags of changeset::splices.
    static replay of_splices(const changeset &changes, const snapshot &before, std::uint32_t flags = 0,
                             iq_status *status = nullptr)
    {
        return detail::created<replay>(status, iq_replay_create, changes.get(), before.get(), IQ_REPLAY_SPLICES,
                                       flags);
    }

    /// Carries out the next element; false if there is none left.
    bool next(iq_status *status = nullptr)
    {
        iq_status done = iq_replay_next(get());
        if (done == IQ_ERROR_STATE) {
            detail::check(IQ_OK, status);
            return false;
        }
        return detail::check(done, status);
    }
    /// The items of a section at this moment; with IQ_NONE the sections, or of a flat list the items.
    std::size_t count(std::uint32_t section = IQ_NONE, iq_status *status = nullptr) const
    {
        std::size_t count = 0;
        detail::check(iq_replay_get_count(get(), section, &count), status);
        return count;
    }
    /// The side on which the item (or section, with item IQ_NONE) at a position of this moment is found, and its
    /// position there. Of a flat list the position is {IQ_NONE, index}.
    std::pair<iq_side, iq_position> find(iq_position position, iq_status *status = nullptr) const
    {
        std::pair<iq_side, iq_position> found = {IQ_BEFORE, {IQ_NONE, IQ_NONE}};
        detail::check(iq_replay_find(get(), position, &found.first, &found.second), status);
        return found;
    }
};

// ==========================================================================
// Edits
// ==========================================================================

/// An edit of a list in place: iqlist.h, EDITS. Opened by list::edit. One that is destroyed without a commit
/// leaves the list as it was.
///
///     iq::edit edit = list.edit();
///     edit.delete_items(ended);
///     iq::changeset changes = edit.commit();
class edit : public detail::owner<iq_edit, iq_edit_destroy> {
public:
    using owner::owner;

    /// Commits the changes, which ends this edit. On failure it is still open.
    changeset commit(const update_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_edit_commit, get(), &options);
    }
    /// The same without a changeset.
    void commit_silently(iq_status *status = nullptr)
    {
        detail::check(iq_edit_commit(get(), nullptr, nullptr), status);
    }

    void insert_items(iq_section section, std::size_t position, const iq_columns &items,
                      iq_status *status = nullptr)
    {
        detail::check(iq_edit_insert_items(get(), section, position, &items), status);
    }
    /// `where` is IQ_PUT_BEFORE or IQ_PUT_AFTER, here and below.
    void insert_items_beside(std::uint32_t where, iq_item anchor, const iq_columns &items,
                             iq_status *status = nullptr)
    {
        detail::check(iq_edit_insert_items_beside(get(), where, anchor, &items), status);
    }
    /// Inserts items below `parent`, the first of them as its child number `index`; IQ_END: behind the last one.
    void insert_children(iq_item parent, std::size_t index, const iq_columns &items,
                         iq_status *status = nullptr)
    {
        detail::check(iq_edit_insert_children(get(), parent, index, &items), status);
    }
    void delete_items(span<const iq_item> items, iq_status *status = nullptr)
    {
        detail::check(iq_edit_delete_items(get(), items.data(), items.size()), status);
    }
    void delete_item(iq_item item, iq_status *status = nullptr)
    {
        delete_items(span<const iq_item>(&item, 1), status);
    }
    void delete_item_range(iq_section section, std::size_t first, std::size_t count,
                           iq_status *status = nullptr)
    {
        detail::check(iq_edit_delete_item_range(get(), section, first, count), status);
    }
    void move_item_range(iq_section section, std::size_t first, std::size_t count, iq_section target,
                         std::size_t position, iq_status *status = nullptr)
    {
        detail::check(iq_edit_move_item_range(get(), section, first, count, target, position), status);
    }
    /// Moves items before the item that is at `position` now: iq_edit_move_items_to.
    void move_items_to(span<const iq_item> items, iq_position position, iq_status *status = nullptr)
    {
        detail::check(iq_edit_move_items_to(get(), items.data(), items.size(), position), status);
    }
    void move_item_beside(iq_item item, std::uint32_t where, iq_item anchor, iq_status *status = nullptr)
    {
        detail::check(iq_edit_move_item_beside(get(), item, where, anchor), status);
    }
    /// Updates items: item i gets row i of the columns in `flags` (IQ_COLUMN_*), and its other values stay.
    /// IQ_ERROR_ARGUMENT if the numbers of items and rows differ.
    void update_items(span<const iq_item> items, const iq_columns &rows, std::uint32_t flags,
                      iq_status *status = nullptr)
    {
        const iq_columns *fitting = items.size() == rows.count ? &rows : nullptr;
        detail::check(iq_edit_update_items(get(), items.data(), fitting, flags), status);
    }
    /// Updates content, model and class of one item.
    void update_item(iq_item item, std::uint64_t content, void *model = nullptr, iq_class cell_class = {0},
                     iq_status *status = nullptr)
    {
        columns row;
        row.count = 1;
        row.contents = &content;
        row.models = &model;
        row.classes = &cell_class;
        update_items(span<const iq_item>(&item, 1), row,
                     IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS, status);
    }
    void reload_items(span<const iq_item> items, iq_status *status = nullptr)
    {
        detail::check(iq_edit_reload_items(get(), items.data(), items.size()), status);
    }
    void reconfigure_items(span<const iq_item> items, iq_status *status = nullptr)
    {
        detail::check(iq_edit_reconfigure_items(get(), items.data(), items.size()), status);
    }
    void set_section_items(iq_section section, const iq_columns &items, iq_status *status = nullptr)
    {
        detail::check(iq_edit_set_section_items(get(), section, &items), status);
    }

    void insert_sections(std::size_t position, span<const iq_key> keys, iq_status *status = nullptr)
    {
        detail::check(iq_edit_insert_sections(get(), position, keys.data(), keys.size()), status);
    }
    void insert_sections_beside(std::uint32_t where, iq_section anchor, span<const iq_key> keys,
                                iq_status *status = nullptr)
    {
        detail::check(iq_edit_insert_sections_beside(get(), where, anchor, keys.data(), keys.size()), status);
    }
    void delete_sections(span<const iq_section> sections, iq_status *status = nullptr)
    {
        detail::check(iq_edit_delete_sections(get(), sections.data(), sections.size()), status);
    }
    void delete_section_range(std::size_t first, std::size_t count, iq_status *status = nullptr)
    {
        detail::check(iq_edit_delete_section_range(get(), first, count), status);
    }
    void move_section_range(std::size_t first, std::size_t count, std::size_t position,
                            iq_status *status = nullptr)
    {
        detail::check(iq_edit_move_section_range(get(), first, count, position), status);
    }
    void move_section_beside(iq_section section, std::uint32_t where, iq_section anchor,
                             iq_status *status = nullptr)
    {
        detail::check(iq_edit_move_section_beside(get(), section, where, anchor), status);
    }
    void reload_sections(span<const iq_section> sections, iq_status *status = nullptr)
    {
        detail::check(iq_edit_reload_sections(get(), sections.data(), sections.size()), status);
    }

    void set_supplementary(iq_section section, const iq_supplementary &given, iq_status *status = nullptr)
    {
        detail::check(iq_edit_set_supplementary(get(), section, &given), status);
    }
    void remove_supplementary(iq_section section, std::uint32_t kind, std::uint32_t index = 0,
                              iq_status *status = nullptr)
    {
        detail::check(iq_edit_remove_supplementary(get(), section, kind, index), status);
    }
};

// ==========================================================================
// Views
// ==========================================================================

/// Items counted over all sections.
struct item_range {
    std::size_t first;
    std::size_t count;
};

/// A window onto a list, and the cells there: iqlist.h, VIEWS. Made by iq::list::view. The functions of its
/// cells are those of iq::create_class.
class view : public detail::owner<iq_view, iq_view_destroy> {
public:
    using owner::owner;

    /// Sets what is visible, and how many items on either side are to be prefetched. Takes effect with the
    /// next poll.
    void set_visible(std::size_t first, std::size_t count, std::size_t ahead = 0, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_visible(get(), first, count, ahead), status);
    }
    /// What was visible at the last poll.
    item_range visible(iq_status *status = nullptr) const
    {
        item_range range = {0, 0};
        detail::check(iq_view_get_visible(get(), &range.first, &range.count), status);
        return range;
    }
    /// A bound cell of an item or element, until give_cell is called as often. What the event points to lives
    /// until the next poll, here and below.
    event take_cell(const element &part, iq_status *status = nullptr)
    {
        return detail::output<event>(status, iq_view_take_cell, get(), &part);
    }
    void give_cell(std::uint32_t cell, iq_status *status = nullptr)
    {
        detail::check(iq_view_give_cell(get(), cell), status);
    }
    /// The cell of an item or element. IQ_ERROR_NOT_FOUND if it has none.
    event find_cell(const element &part, iq_status *status = nullptr) const
    {
        return detail::output<event>(status, iq_view_find_cell, get(), IQ_NONE, &part);
    }
    /// What a cell is bound to. IQ_ERROR_NOT_FOUND if that is nothing.
    event read_cell(std::uint32_t cell, iq_status *status = nullptr) const
    {
        return detail::output<event>(status, iq_view_find_cell, get(), cell, nullptr);
    }
    std::string dump(iq_status *status = nullptr) const
    {
        return detail::text(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return iq_view_dump(get(), buffer, capacity, length);
            },
            status);
    }
};

/// A view that knows where everything is: iqlist.h, LAYOUT to GEOMETRY. Made by iq::list::laid_out_view.
class laid_out_view : public view {
public:
    using view::view;

    void set_visible(std::size_t, std::size_t, std::size_t = 0, iq_status * = nullptr) = delete;

    void set_options(const view_options &options, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_options(get(), &options), status);
    }
    /// The size of the window.
    void set_size(double width, double height, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_size(get(), width, height), status);
    }
    /// How a section is laid out; {}: all that have no layout of their own.
    void set_layout(iq_section section, const section_layout &layout, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_layout(get(), section, &layout), status);
    }
    /// The section is laid out like all others again.
    void remove_layout(iq_section section, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_layout(get(), section, nullptr), status);
    }
    void set_sizes(span<const iq_element_size> sizes, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_sizes(get(), sizes.data(), sizes.size()), status);
    }
    /// The lengths of the items from index `first` on, of the list of that version.
    void set_lengths(std::uint64_t version, std::size_t first, span<const double> lengths,
                     iq_status *status = nullptr)
    {
        detail::check(iq_view_set_extents(get(), version, first, lengths.size(), lengths.data(), 0), status);
    }
    void invalidate(std::size_t first = 0, std::size_t count = IQ_END, iq_status *status = nullptr)
    {
        detail::check(iq_view_invalidate(get(), first, count), status);
    }
    /// What to draw now. Its places live until the second next layout. With `status`, IQ_ERROR_CALLBACK comes
    /// with a scene.
    iq::scene layout(iq_status *status = nullptr)
    {
        iq::scene made;
        detail::check(iq_view_layout(get(), &made), status);
        return made;
    }

    // Scrolling

    void scroll(double offset, std::uint32_t flags = IQ_SCROLL_CLAMP, iq_status *status = nullptr)
    {
        detail::check(iq_view_scroll(get(), offset, flags), status);
    }
    void scroll_to(const scroll_target &target, iq_status *status = nullptr)
    {
        detail::check(iq_view_scroll_to(get(), &target), status);
    }
    double offset_for(const scroll_target &target, iq_status *status = nullptr) const
    {
        double offset = 0;
        detail::check(iq_view_get_offset(get(), &target, &offset), status);
        return offset;
    }
    void set_anchor(iq_anchor anchor, iq_item item = {}, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_anchor(get(), anchor, item), status);
    }
    iq::scroll_position scroll_position(iq_status *status = nullptr) const
    {
        iq::scroll_position position;
        detail::check(iq_view_get_scroll_position(get(), &position), status);
        return position;
    }
    void set_scroll_position(const iq::scroll_position &position, iq_status *status = nullptr)
    {
        detail::check(iq_view_set_scroll_position(get(), &position), status);
    }

    // Geometry

    /// What is at a point of the window. IQ_ERROR_NOT_FOUND if nothing is.
    hit find_at(double x, double y, std::uint32_t flags = 0, iq_status *status = nullptr) const
    {
        hit found;
        detail::check(iq_view_find_at(get(), x, y, flags, &found), status);
        return found;
    }
    /// Where an item, element or section is in the content.
    iq_rect frame(const element &part, iq_status *status = nullptr) const
    {
        iq_rect frame = {};
        detail::check(iq_view_get_frame(get(), &part, &frame), status);
        return frame;
    }
    /// The items that a stretch of the content shows, from the first to the last one.
    item_range find_range(double start, double end, iq_status *status = nullptr) const
    {
        item_range found = {0, 0};
        detail::check(iq_view_find_range(get(), start, end, &found.first, &found.count), status);
        return found;
    }
    /// The item to which a key leads. IQ_ERROR_NOT_FOUND if there is none on that side.
    iq_item neighbour(iq_item item, iq_direction direction, iq_status *status = nullptr) const
    {
        iq_item found = {};
        detail::check(iq_view_find_neighbour(get(), item, direction, &found), status);
        return found;
    }
};

// ==========================================================================
// Lists
// ==========================================================================

/// What leads from one snapshot of a list to the next one, `after`: list::changes_since.
struct list_changes {
    changeset changes;
    snapshot after;
};

/// How many bytes of steps a list keeps at most, and how many those take that it has.
struct undo_bytes {
    std::size_t limit;
    std::size_t used;
};

/// The rank of a number, for iq_order.ask.
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
iq_rank rank_of(Number key, std::uint32_t = 0) noexcept
{
    if constexpr (std::is_floating_point_v<Number>) {
        return iq_rank_from_double(static_cast<double>(key));
    } else if constexpr (std::is_signed_v<Number>) {
        return iq_rank_from_signed(key);
    } else {
        return iq_rank_from_unsigned(key);
    }
}

/// The rank of a text, byte by byte; of its bytes from 16 * `depth` on. It may contain zeroes: bytes 0 and 1 count
/// as 1 1 and 1 2, since a rank of zeroes says that a text has ended.
inline iq_rank rank_of(std::string_view key, std::uint32_t depth = 0) noexcept
{
    const auto is_escaped = [](char byte) { return byte == 0 || byte == 1; };
    if (std::none_of(key.begin(), key.end(), is_escaped)) {
        return iq_rank_from_bytes(key.data(), key.size(), depth);
    }
    char bytes[16] = {};
    const std::size_t start = std::size_t{16} * depth;
    std::size_t at = 0;
    const auto put = [&](char byte) {
        if (at >= start && at - start < sizeof bytes) {
            bytes[at - start] = byte;
        }
        at++;
    };
    for (const char byte : key) {
        if (is_escaped(byte)) {
            put(1);
            put(static_cast<char>(byte + 1));
        } else {
            put(byte);
        }
    }
    return iq_rank_from_bytes(bytes, sizeof bytes, 0);
}

namespace detail {

template <class Function>
constexpr bool is_comparison = std::is_invocable_r_v<int, Function &, const iq_ranked &, const iq_ranked &>;

template <class Function, class = void> constexpr bool is_sort_key = false;
template <class Function>
constexpr bool is_sort_key<
    Function,
    std::void_t<decltype(rank_of(std::declval<Function &>()(std::declval<const iq_ranked &>())))>> = true;

template <class Function> constexpr bool is_ordering = is_sort_key<Function> || is_comparison<Function>;

template <class Function>
constexpr bool is_grouping = std::is_invocable_r_v<iq_key, Function &, const iq_ranked &>;

template <class Function>
constexpr bool is_description = std::is_invocable_r_v<void, Function &, iq_group &>;

/// In place of a function that an order does not have.
struct no_function {};

/// The functions of an order.
template <class Function, class Group = no_function, class Describe = no_function> struct order_functions {
    static constexpr bool compares = is_comparison<Function>, groups = is_grouping<Group>,
                          describes = is_description<Describe>;

    Function function;
    Group group_of;
    Describe describe;

    int ask(const iq_ranked *items, std::size_t count, std::uint32_t depth, iq_rank *ranks,
            iq_key *keys) noexcept
    {
        for (std::size_t at = 0; at < count; at++) {
            if constexpr (compares) {
                ranks[at] = {};
            } else {
                static_assert(std::is_nothrow_invocable_v<Function &, const iq_ranked &>,
                              "an order must be noexcept");
                ranks[at] = rank_of(function(items[at]), depth);
            }
            if constexpr (groups) {
                static_assert(std::is_nothrow_invocable_v<Group &, const iq_ranked &>,
                              "an order must be noexcept");
                if (keys != nullptr) {
                    keys[at] = group_of(items[at]);
                }
            }
        }
        return 0;
    }

    static constexpr bool is_deep()
    {
        if constexpr (compares) {
            return false;
        } else {
            return !std::is_arithmetic_v<std::decay_t<std::invoke_result_t<Function &, const iq_ranked &>>>;
        }
    }
};

/// An order whose context is its functions, which it owns.
template <class Functions> order order_of(Functions &functions, std::uint32_t flags) noexcept
{
    order given;
    given.flags = flags | (Functions::is_deep() ? IQ_ORDER_DEEP : 0);
    given.context = &functions;
    given.destroy = [](void *context) noexcept { delete static_cast<Functions *>(context); };
    if constexpr (!Functions::compares || Functions::groups) {
        given.ask = [](void *context, const iq_ranked *items, std::size_t count, std::uint32_t depth,
                       iq_rank *ranks, iq_key *groups) noexcept -> int {
            return static_cast<Functions *>(context)->ask(items, count, depth, ranks, groups);
        };
    }
    if constexpr (Functions::compares) {
        static_assert(std::is_nothrow_invocable_v<decltype((functions.function)), const iq_ranked &,
                                                  const iq_ranked &>,
                      "an order must be noexcept");
        given.compare = [](void *context, const iq_ranked *a, const iq_ranked *b) noexcept -> int {
            return static_cast<Functions *>(context)->function(*a, *b);
        };
    }
    if constexpr (Functions::describes) {
        static_assert(std::is_nothrow_invocable_v<decltype((functions.describe)), iq_group &>,
                      "a description must be noexcept");
        given.describe = [](void *context, iq_group *groups, std::size_t count) noexcept -> int {
            // The size of the first is the distance from one to the next.
            char *group = reinterpret_cast<char *>(groups);
            for (const std::size_t size = groups->struct_size; count > 0; count--, group += size) {
                static_cast<Functions *>(context)->describe(*reinterpret_cast<iq_group *>(group));
            }
            return 0;
        };
    }
    return given;
}

/// Gives a list these functions, which are destroyed if it does not take them. Returns the ticket.
template <class Functions>
std::uint64_t give_order(iq_list *list, Functions functions, std::uint32_t flags,
                         const submit_options &options, iq_status *status)
{
    auto owned = std::make_unique<Functions>(std::move(functions));
    order given = order_of(*owned, flags);
    std::uint64_t ticket = 0;
    if (check(iq_list_set_order(list, &given, &options, &ticket), status)) {
        // The list has them from now on; it may be gone already.
        static_cast<void>(owned.release());
    }
    return ticket;
}

} // namespace detail

/// The filter in effect: IQ_PASSES_*, and its ticket, 0 before the first one; and the ticket of the one that
/// was given last, 0 if that was committed or has ended.
struct filter_state {
    std::uint32_t kind;
    std::uint64_t ticket;
    std::uint64_t waiting;
};

/// The order in effect: IQ_ORDER_*, and its ticket, 0 before the first one; and the ticket of the one that was given
/// last, 0 if that was committed or has ended.
struct order_state {
    std::uint32_t flags;
    std::uint64_t ticket;
    std::uint64_t waiting;
};

/// What is shown: iqlist.h, LISTS. Updates return the changeset; those that end in _silently do not compute
/// one, which saves a large part of the cost.
class list : public detail::reader<detail::list_functions> {
public:
    using reader::reader;

    /// An empty list.
    static list create(const list_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<list>(status, iq_list_create, &options);
    }

    changeset apply(const snapshot &shown, const update_options &options = {},
                    iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_list_apply, get(), shown.get(), &options);
    }
    void apply_silently(const snapshot &shown, iq_status *status = nullptr)
    {
        detail::check(iq_list_apply(get(), shown.get(), nullptr, nullptr), status);
    }
    /// Applies a changeset with a payload that starts from what is shown.
    changeset apply(const changeset &changes, const update_options &options = {},
                    iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_changeset_apply_to_list, changes.get(), get(), &options);
    }
    changeset set(span<const section_entry> sections, const iq_columns &items,
                  const update_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_list_set, get(), sections.data(), sections.size(),
                                          &items, &options);
    }
    changeset set_items(const iq_columns &items, const update_options &options = {},
                        iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_list_set_items, get(), &items, &options);
    }
    void set_items_silently(const iq_columns &items, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_items(get(), &items, nullptr, nullptr), status);
    }
    changeset set_section_items(const iq_key &section, const iq_columns &items,
                                const update_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_list_set_section_items, get(), section, &items,
                                          &options);
    }
    /// Opens an edit. The options set how long to wait for another one.
    iq::edit edit(const edit_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<iq::edit>(status, iq_edit_begin, get(), &options);
    }
    /// Keeps the last commits as steps to undo and redo, up to so many bytes; 0: none.
    void set_undo(std::size_t bytes, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_undo(get(), bytes), status);
    }
    iq::undo_bytes undo_bytes(iq_status *status = nullptr) const
    {
        iq::undo_bytes bytes = {0, 0};
        detail::check(iq_list_get_undo(get(), &bytes.limit, &bytes.used), status);
        return bytes;
    }
    /// Undoes the last step that is not undone. IQ_ERROR_NOT_FOUND if there is none.
    changeset undo(const update_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_list_undo, get(), &options);
    }
    /// Redoes the step that was undone last.
    changeset redo(const update_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<changeset>(status, iq_list_redo, get(), &options);
    }
    /// A snapshot of what is shown, as a start for the next one. No work per item.
    iq::snapshot snapshot(iq_status *status = nullptr)
    {
        return detail::created<iq::snapshot>(status, iq_list_snapshot, get());
    }
    /// What has changed since a snapshot that was taken of this list; since it was empty, if that owns nothing. Both
    /// members own nothing if no commit came since: iqlist.h, CHANGES SINCE A SNAPSHOT.
    list_changes changes_since(const iq::snapshot &before, const diff_options &options = {},
                               iq_status *status = nullptr)
    {
        iq_changeset *changes = nullptr;
        iq_snapshot *after = nullptr;
        detail::check(iq_list_changes_since(get(), before.get(), &options, &changes, &after), status);
        return {changeset(changes), iq::snapshot(after)};
    }

    iq_section find_section_at(std::size_t position, iq_status *status = nullptr) const
    {
        return detail::output<iq_section>(status, iq_list_find_section_at, get(), position);
    }
    iq_section find_section(const iq_key &key, iq_status *status = nullptr) const
    {
        return detail::output<iq_section>(status, iq_list_find_section, get(), key);
    }
    /// The item at an index over all sections.
    iq_item find_item_at(std::size_t index, iq_status *status = nullptr) const
    {
        return detail::output<iq_item>(status, iq_list_find_item_at, get(), index);
    }
    iq_item find_item_in_section(iq_section section, std::size_t position, iq_status *status = nullptr) const
    {
        return detail::output<iq_item>(status, iq_list_find_item_in_section, get(), section, position);
    }
    iq_item find_item(const iq_key &key, optional_key section = nullptr, iq_status *status = nullptr) const
    {
        return detail::output<iq_item>(status, iq_list_find_item, get(), section, key);
    }
    iq::section_info section_info(iq_section section, iq_status *status = nullptr) const
    {
        return detail::output<iq::section_info>(status, iq_list_get_section_info, get(), section);
    }
    iq_item find_parent(iq_item item, iq_status *status = nullptr) const
    {
        return detail::output<iq_item>(status, iq_list_find_parent, get(), item);
    }
    iq_position find_position(iq_item item, iq_status *status = nullptr) const
    {
        iq_position position = {IQ_NONE, IQ_NONE};
        detail::check(iq_list_find_position(get(), item, &position), status);
        return position;
    }
    /// Submits what the snapshot describes: prepared on another thread, it is committed in a poll. Returns the
    /// ticket.
    std::uint64_t submit(const iq::snapshot &snapshot, const submit_options &options = {},
                         iq_status *status = nullptr)
    {
        return detail::output<std::uint64_t>(status, iq_list_submit, get(), snapshot.get(), &options);
    }
    /// A list that follows this one and shows a part of it, an outline or what passes a filter, or all of it sorted:
    /// iqlist.h, DERIVED LISTS. It may outlive this list.
    list derive(const derive_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<list>(status, iq_list_derive, get(), &options);
    }
    /// Gives a derived list another filter; an empty one: everything passes. Returns the ticket of a submission.
    std::uint64_t set_filter(const iq_filter &given, const submit_options &options = {},
                             iq_status *status = nullptr)
    {
        return detail::output<std::uint64_t>(status, iq_list_set_filter, get(), &given, &options);
    }
    /// Item i of the source passes if bit i % 64 of word i / 64 is set: as many words as that takes. `version` is
    /// iq_list_info.version of the source when they were made.
    std::uint64_t set_filter(span<const std::uint64_t> bits, std::uint64_t version,
                             const submit_options &options = {}, iq_status *status = nullptr)
    {
        static const std::uint64_t none = 0;
        filter given;
        given.bits = bits.empty() ? &none : bits.data();
        given.version = version;
        return set_filter(given, options, status);
    }
    /// What `passes` says, which is called as bool(const iq_key &, const void *model), noexcept, by polls of this list.
    /// `change` is IQ_FILTER_*. It is moved, and destroyed when it will not be called again.
    ///
    ///     shown.set_filter([](const iq_key &, const void *model) noexcept {
    ///         return static_cast<const photo *>(model)->is_starred;
    ///     });
    template <class Function,
              class = std::enable_if_t<std::is_invocable_r_v<bool, Function &, const iq_key &, const void *>>>
    std::uint64_t set_filter(Function passes, std::uint32_t change = IQ_FILTER_DIFFERENT,
                             const submit_options &options = {}, iq_status *status = nullptr)
    {
        static_assert(std::is_nothrow_invocable_v<Function &, const iq_key &, const void *>,
                      "a filter must be noexcept");
        auto owned = std::make_unique<Function>(std::move(passes));
        filter given;
        given.change = change;
        given.context = owned.get();
        given.passes = [](void *context, iq_key key, const void *model) noexcept -> int {
            return static_cast<bool>((*static_cast<Function *>(context))(key, model));
        };
        given.destroy = [](void *context) noexcept { delete static_cast<Function *>(context); };
        std::uint64_t ticket = 0;
        if (detail::check(iq_list_set_filter(get(), &given, &options, &ticket), status)) {
            // The list has it from now on; it may be gone already.
            static_cast<void>(owned.release());
        }
        return ticket;
    }
    /// The filter of a derived list in effect, and the one that waits.
    iq::filter_state filter_state(iq_status *status = nullptr) const
    {
        iq::filter_state found = {IQ_PASSES_ALL, 0, 0};
        detail::check(iq_list_get_filter(get(), &found.kind, &found.ticket, &found.waiting), status);
        return found;
    }
    /// The order of a sorted or grouped list in effect, and the one that waits.
    iq::order_state order_state(iq_status *status = nullptr) const
    {
        iq::order_state found = {0, 0, 0};
        detail::check(iq_list_get_order(get(), &found.flags, &found.ticket, &found.waiting), status);
        return found;
    }
    /// Gives a sorted or grouped list another order; an empty one, of a sorted list: the source's. Returns the ticket
    /// of a submission.
    std::uint64_t set_order(const iq_order &given, const submit_options &options = {},
                            iq_status *status = nullptr)
    {
        return detail::output<std::uint64_t>(status, iq_list_set_order, get(), &given, &options);
    }
    /// By what `function` returns, which polls of this list call, noexcept, and which is one of two:
    /// - a sort key, of (const iq_ranked &): a number, a std::string_view, or a std::string. It is called once for
    ///   each new or changed item, and of text again for items that are equal so far: it returns the same then.
    /// - an int, of two (const iq_ranked &): below, at or above 0. It is called for many pairs.
    /// `flags` are IQ_ORDER_*. It is moved, and destroyed when it will not be called again.
    ///
    ///     sorted.set_order([](const iq_ranked &item) noexcept -> std::string_view {
    ///         return static_cast<const photo *>(item.model)->title;
    ///     });
    template <class Function, class = std::enable_if_t<detail::is_ordering<Function>>>
    std::uint64_t set_order(Function function, std::uint32_t flags = 0, const submit_options &options = {},
                            iq_status *status = nullptr)
    {
        return detail::give_order<detail::order_functions<Function>>(get(), {std::move(function), {}, {}}, flags,
                                                                     options, status);
    }
    /// Of a grouped list: `group_of` returns, of (const iq_ranked &), the key of the group that an item is in. It is
    /// asked about the same items as a sort key is, once.
    ///
    ///     grouped.set_order([](const iq_ranked &item) noexcept { return item.content; },
    ///                       [](const iq_ranked &item) noexcept {
    ///                           return iq::key_of(static_cast<const photo *>(item.model)->album);
    ///                       });
    template <class Function, class Group,
              class = std::enable_if_t<detail::is_ordering<Function> && detail::is_grouping<Group>>>
    std::uint64_t set_order(Function function, Group group_of, std::uint32_t flags = 0,
                            const submit_options &options = {}, iq_status *status = nullptr)
    {
        return detail::give_order<detail::order_functions<Function, Group>>(
            get(), {std::move(function), std::move(group_of), {}}, flags, options, status);
    }
    /// The same with `describe`, which has an iq_group & and writes its rank, by iq::rank_of a number, and its header.
    /// The header's model lives until the poll returns; its class retains it before. It is asked about groups that are
    /// new, whose first item is another one or has changed, or, with IQ_DERIVE_COUNTS, whose count has changed.
    ///
    ///     [](iq_group &group) noexcept {
    ///         group.rank = iq::rank_of(static_cast<const photo *>(group.first.model)->year);
    ///         group.header.kind = IQ_KIND_HEADER;
    ///         group.header.content = group.count;
    ///     }
    template <class Function, class Group, class Describe,
              class = std::enable_if_t<detail::is_ordering<Function> && detail::is_grouping<Group> &&
                                       detail::is_description<Describe>>>
    std::uint64_t set_order(Function function, Group group_of, Describe describe, std::uint32_t flags = 0,
                            const submit_options &options = {}, iq_status *status = nullptr)
    {
        return detail::give_order<detail::order_functions<Function, Group, Describe>>(
            get(), {std::move(function), std::move(group_of), std::move(describe)}, flags, options, status);
    }
    /// Cancels a submission; 0: all that were not committed.
    void cancel(std::uint64_t ticket, iq_status *status = nullptr)
    {
        detail::check(iq_list_cancel(get(), ticket), status);
    }
    /// Holds the list still, until resume was called as often: see iq_list_hold, and iq::held.
    void hold(iq_status *status = nullptr) { detail::check(iq_list_hold(get()), status); }
    /// Ends one hold.
    void resume(iq_status *status = nullptr) { detail::check(iq_list_resume(get()), status); }
    /// The descriptor that is readable while a poll would find something to do.
    int wakeup(iq_status *status = nullptr) { return detail::output<int>(status, iq_list_get_wakeup, get()); }
    /// Sets which kinds of event are made from now on: the sum of IQ_EVENT_*.
    void set_events(std::uint32_t kinds, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_events(get(), kinds), status);
    }
    /// Those that are made: the sum of IQ_EVENT_*.
    std::uint32_t event_kinds(iq_status *status = nullptr) const
    {
        return detail::output<std::uint32_t>(status, iq_list_get_events, get());
    }
    /// Hands out events into the caller's array, and returns those that were written. What they point to lives
    /// until the next poll. IQ_ERROR_CALLBACK, if create_cell or bind_cell of a class failed, is written to
    /// `status` together with the events; it is thrown only where there are none, so that none is lost: the
    /// poll after them fails likewise, unless the function succeeds then.
    span<event> poll(span<event> events, iq_status *status = nullptr)
    {
        std::size_t count = 0;
        iq_status result = iq_list_poll(get(), events.data(), events.size(), &count);
        if (status == nullptr && result == IQ_ERROR_CALLBACK && count > 0) {
            result = IQ_OK;
        }
        detail::check(result, status);
        return events.subspan(0, count);
    }
    /// A view onto the list. It shows nothing before set_visible.
    iq::view view(const view_options &options = {}, iq_status *status = nullptr)
    {
        return detail::created<iq::view>(status, iq_view_create, get(), &options);
    }
    /// A view that knows where everything is. It shows nothing before set_size and layout.
    iq::laid_out_view laid_out_view(view_options options = {}, iq_status *status = nullptr)
    {
        options.flags |= IQ_VIEW_LAID_OUT;
        return detail::created<iq::laid_out_view>(status, iq_view_create, get(), &options);
    }
    /// Puts an action into the queue, about an element, or about the list.
    void emit(const element &part, std::uint64_t action, void *sender = nullptr,
              iq_status *status = nullptr)
    {
        detail::check(iq_list_emit(get(), &part, action, sender), status);
    }
    /// Sets whether its items are being loaded: IQ_LOADING_*.
    void set_loading(std::uint32_t loading, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_loading(get(), loading), status);
    }
    /// Sets an element of the list itself, in place of the one of the same kind and index.
    void set_supplementary(const iq_supplementary &given, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_supplementary(get(), &given), status);
    }
    void remove_supplementary(std::uint32_t kind, std::uint32_t index = 0, iq_status *status = nullptr)
    {
        detail::check(iq_list_remove_supplementary(get(), kind, index), status);
    }
    /// Sets the page behind an edge of a section, or with section {0} of the list.
    void set_page(iq_section section, iq_edge edge, const iq_page &settings, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_page(get(), section, edge, &settings), status);
    }
    iq::page page(iq_section section, iq_edge edge, iq_status *status = nullptr) const
    {
        return detail::output<iq::page>(status, iq_list_get_page, get(), section, edge);
    }
    /// An edge is near: the next poll asks for its page.
    void reach_edge(iq_section section, iq_edge edge, iq_status *status = nullptr)
    {
        detail::check(iq_list_reach_edge(get(), section, edge), status);
    }
    /// Opens an edit for a user who drags these items. IQ_ERROR_REFUSED unless all of them are movable.
    iq::edit begin_reorder(span<const iq_item> items, iq_status *status = nullptr)
    {
        return detail::created<iq::edit>(status, iq_list_begin_reorder, get(), items.data(), items.size());
    }
    /// The state of the list at this moment.
    list_info info(iq_status *status = nullptr) const
    {
        return detail::output<list_info>(status, iq_list_get_info, get());
    }
    /// Sets states of items: IQ_STATE_*, by flags IQ_SET_*.
    void set_states(span<const iq_item> items, std::uint32_t states, std::uint32_t flags = 0,
                    iq_status *status = nullptr)
    {
        detail::check(iq_list_set_states(get(), items.data(), items.size(), states, flags), status);
    }
    void set_states(iq_item item, std::uint32_t states, std::uint32_t flags = 0, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_states(get(), &item, 1, states, flags), status);
    }
    /// Of a section itself.
    void set_states(iq_section section, std::uint32_t states, std::uint32_t flags = 0,
                    iq_status *status = nullptr)
    {
        detail::check(iq_list_set_section_states(get(), section, states, flags), status);
    }
    /// Of the items from an index on; IQ_END as count: of all that follow.
    void set_range_states(std::size_t first, std::size_t count, std::uint32_t states, std::uint32_t flags = 0,
                          iq_status *status = nullptr)
    {
        detail::check(iq_list_set_range_states(get(), first, count, states, flags), status);
    }
    /// Of the items of these keys; returns how many keys are not in the list. Where keys are scoped there is a
    /// section for each.
    std::size_t set_key_states(span<const iq_key> keys, std::uint32_t states, std::uint32_t flags = 0,
                               span<const iq_key> sections = {}, iq_status *status = nullptr)
    {
        std::size_t missing = 0;
        detail::check(iq_list_set_key_states(get(), sections.data(), keys.data(), keys.size(), states, flags,
                                             &missing),
                      status);
        return missing;
    }
    /// The items from an index on that have all of the states, in order.
    std::vector<iq_item> find_items_in_state(std::uint32_t states, std::size_t first = 0,
                                             iq_status *status = nullptr) const
    {
        return detail::elements<iq_item>(
            [&](iq_item *items, std::size_t capacity, std::size_t *count) {
                return iq_list_find_items_in_state(get(), states, first, items, capacity, count);
            },
            status);
    }
    /// The same by key.
    std::vector<iq_key> find_keys_in_state(std::uint32_t states, std::size_t first = 0,
                                           iq_status *status = nullptr) const
    {
        return detail::elements<iq_key>(
            [&](iq_key *keys, std::size_t capacity, std::size_t *count) {
                return iq_list_find_keys_in_state(get(), states, first, nullptr, keys, capacity, count);
            },
            status);
    }
    /// How many items can be selected: IQ_SELECTION_*.
    void set_selection(std::uint32_t mode, iq_status *status = nullptr)
    {
        detail::check(iq_list_set_selection(get(), mode), status);
    }
    /// IQ_SELECTION_*.
    std::uint32_t selection(iq_status *status = nullptr) const
    {
        return detail::output<std::uint32_t>(status, iq_list_get_selection, get());
    }
    /// Frees the memory that is reserved for the next update.
    void trim(iq_status *status = nullptr) { detail::check(iq_list_trim(get()), status); }
    /// Registers a class: for lists with IQ_LIST_REGISTERED_CLASSES, whose items and elements may have no other.
    void register_class(iq_class cell_class, iq_status *status = nullptr)
    {
        detail::check(iq_list_register_class(get(), cell_class), status);
    }
    /// Reserves memory for so many items in all, so that its tables do not grow until it has them.
    void reserve(std::size_t items, iq_status *status = nullptr)
    {
        detail::check(iq_list_reserve(get(), items), status);
    }

    iq::statistics statistics(iq_status *status = nullptr) const
    {
        return detail::output<iq::statistics>(status, iq_list_get_statistics, get());
    }
};

/// Holds a list still as long as it lives, which is not longer than the list: see list::hold.
class held {
public:
    explicit held(list &which) : which_(which) { which.hold(); }
    ~held() { (void)iq_list_resume(which_.get()); }
    held(const held &) = delete;
    held &operator=(const held &) = delete;

private:
    list &which_;
};

} // namespace iq

#pragma pop_macro("emit")

#endif // IQLIST_HPP
