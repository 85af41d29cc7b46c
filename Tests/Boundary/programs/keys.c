/*
 * keys.c - keys and contents are the same everywhere: golden values computed by keys.py (some of them in
 * golden/keys.txt, which the tests of Python and Rust read too), fields that must not be confused with one
 * another, and what the hasher refuses.
 */
#include "check.h"
#include "host_memory.h"
#include "random.h"

#include <math.h>
#include <string.h>

static void hex_of(const iq_key *key, char text[33])
{
    for (size_t i = 0; i < 16; i++) {
        snprintf(text + 2 * i, 3, "%02x", key->bytes[i]);
    }
}

static void check_key(iq_key key, const char *golden)
{
    char text[33];
    hex_of(&key, text);
    check_case = golden;
    CHECK(strcmp(text, golden) == 0);
}

/* The content is the first 8 bytes of the key, little-endian. */
static void check_hasher(const iq_hasher *hasher, const char *golden)
{
    iq_key key, again;
    uint64_t content = 0, first = 0;
    CHECK_OK(iq_hasher_get_key(hasher, &key));
    CHECK_OK(iq_hasher_get_content(hasher, &content));
    CHECK_OK(iq_hasher_get_key(hasher, &again));
    check_key(key, golden);
    check_key(again, golden);
    for (size_t i = 8; i-- > 0;) {
        first = first << 8 | key.bytes[i];
    }
    CHECK(content == first);
}

#define GOLDEN(golden, ...)           \
    do {                              \
        iq_hasher h;                  \
        CHECK_OK(iq_hasher_init(&h)); \
        __VA_ARGS__;                  \
        check_hasher(&h, golden);     \
    } while (0)

static const iq_key counting = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
static unsigned char thousand[1000];

static void check_numbers(void)
{
    GOLDEN("5049d74780a3e07d4202ab47d4cef2f4", (void)0);
    GOLDEN("1866b2c750c64863bb80da0f94030f5e", CHECK_OK(iq_hasher_add_unsigned(&h, 0)));
    GOLDEN("1326adc8732080c7aa134e5662a4d412", CHECK_OK(iq_hasher_add_unsigned(&h, 1)));
    GOLDEN("1326adc8732080c7aa134e5662a4d412", CHECK_OK(iq_hasher_add_signed(&h, 1)));
    GOLDEN("909d9c25b6f567078fb85738d39ea0d7", CHECK_OK(iq_hasher_add_unsigned(&h, UINT64_MAX)));
    GOLDEN("de6a4214d97647914a66542b7a1d6e4a", CHECK_OK(iq_hasher_add_signed(&h, 7)));
    GOLDEN("f93bde2b4f7f2a6e2442759031298eec", CHECK_OK(iq_hasher_add_signed(&h, -1)));
    GOLDEN("319fcc0193cb305e891868acd90fc4fd", CHECK_OK(iq_hasher_add_signed(&h, INT64_MIN)));
    GOLDEN("612cc42f37e7903c0c928b0fd5987992", CHECK_OK(iq_hasher_add_double(&h, 0.0)));
    GOLDEN("612cc42f37e7903c0c928b0fd5987992", CHECK_OK(iq_hasher_add_double(&h, -0.0)));
    GOLDEN("62dadbb3140b8d66421e0037a25dc682", CHECK_OK(iq_hasher_add_double(&h, 1.5)));
    GOLDEN("143dc0a55488668a90f26b59769d3dda", CHECK_OK(iq_hasher_add_double(&h, -2.25e300)));
    GOLDEN("721012b58d2bbf01fbfaa1bb3721bfd8", CHECK_OK(iq_hasher_add_double(&h, (double)INFINITY)));
    GOLDEN("d2f7c725fd3c83a3dca791665dfc02f4", CHECK_OK(iq_hasher_add_double(&h, (double)NAN)));
    GOLDEN("d2f7c725fd3c83a3dca791665dfc02f4", CHECK_OK(iq_hasher_add_double(&h, -(double)NAN)));
}

static void check_texts(void)
{
    const char *name = "Zo\xc3\xab \xe6\x97\xa5\xe6\x9c\xac and more";
    GOLDEN("ed0f16a065ea34f716c0d12c84738e74", CHECK_OK(iq_hasher_add_bytes(&h, NULL, 0)));
    GOLDEN("a3b908db49385dc8f5523457f2465a48", CHECK_OK(iq_hasher_add_bytes(&h, "\0\xff", 2)));
    GOLDEN("93c99b5fcb399c7507aa9be737fe7647", CHECK_OK(iq_hasher_add_string(&h, NULL, 0)));
    GOLDEN("93c99b5fcb399c7507aa9be737fe7647", CHECK_OK(iq_hasher_add_string(&h, "", SIZE_MAX)));
    GOLDEN("11639813333cf4351e895c2c9c3722fa", CHECK_OK(iq_hasher_add_string(&h, "a", SIZE_MAX)));
    GOLDEN("11639813333cf4351e895c2c9c3722fa", CHECK_OK(iq_hasher_add_string(&h, "abc", 1)));
    GOLDEN("63b9d4c221b943bcd4a443add4ba68d0", CHECK_OK(iq_hasher_add_string(&h, name, 11)));
    GOLDEN("4d8c52a68bed2ccca764f0e979715b96", CHECK_OK(iq_hasher_add_bytes(&h, thousand, sizeof thousand)));
    GOLDEN("c3d1f0248b52aac717649110bb0f0cfe", CHECK_OK(iq_hasher_add_string(&h, "a", 1));
           CHECK_OK(iq_hasher_add_string(&h, "bc", 2)));
    GOLDEN("01567d27f740d17e4c1dda545b6c39d8", CHECK_OK(iq_hasher_add_string(&h, "ab", 2));
           CHECK_OK(iq_hasher_add_string(&h, "c", 1)));
}

static void check_others(void)
{
    GOLDEN("e9c607afa9ad65ff7c79998da0a1544e", CHECK_OK(iq_hasher_add_key(&h, counting)));
    GOLDEN("0481fe6d49eecbabfadb1e65ad608007", CHECK_OK(iq_hasher_add_bool(&h, 1)));
    GOLDEN("0481fe6d49eecbabfadb1e65ad608007", CHECK_OK(iq_hasher_add_bool(&h, -256)));
    GOLDEN("ae683d6ceee9f03ebc2e143f0cf5680c", CHECK_OK(iq_hasher_add_bool(&h, 0)));
    GOLDEN("7842eb5ea0fb31ef6c06e8ab0694f1e1", CHECK_OK(iq_hasher_add_nothing(&h)));
    GOLDEN("22536aece714fbd2dc18e3be817becbd", CHECK_OK(iq_hasher_add_key(&h, iq_key_from_u64(5)));
           CHECK_OK(iq_hasher_add_unsigned(&h, 2)));
    GOLDEN("477f401e104554abdf6e8f3e707eea1c", CHECK_OK(iq_hasher_add_unsigned(&h, 42));
           CHECK_OK(iq_hasher_add_signed(&h, -42)); CHECK_OK(iq_hasher_add_double(&h, 0.1));
           CHECK_OK(iq_hasher_add_bytes(&h, "bytes", 5));
           CHECK_OK(iq_hasher_add_string(&h, "string", SIZE_MAX)); CHECK_OK(iq_hasher_add_key(&h, counting));
           CHECK_OK(iq_hasher_add_bool(&h, 1)); CHECK_OK(iq_hasher_add_nothing(&h)));
}

/* However the bytes are cut up, a copy goes its own way and the address does not matter. */
static void check_copies(uint64_t seed)
{
    check_seed = seed;
    random_source random = {seed};
    iq_hasher hasher, copy;
    unsigned char moved[1001];
    CHECK_OK(iq_hasher_init(&hasher));
    for (int field = 0; field < 20; field++) {
        size_t length = random_below(&random, 40), first = random_below(&random, 900);
        memcpy(moved + 1, thousand + first, length);
        copy = hasher;
        CHECK_OK(iq_hasher_add_bytes(&hasher, thousand + first, length));
        CHECK_OK(iq_hasher_add_bytes(&copy, moved + 1, length));
        iq_key one, other;
        CHECK_OK(iq_hasher_get_key(&hasher, &one));
        CHECK_OK(iq_hasher_get_key(&copy, &other));
        CHECK(memcmp(&one, &other, sizeof one) == 0);
        CHECK_OK(iq_hasher_add_nothing(&copy));
        CHECK_OK(iq_hasher_get_key(&copy, &other));
        CHECK(memcmp(&one, &other, sizeof one) != 0);
    }
}

static void check_keys(void)
{
    iq_key key;
    CHECK_OK(iq_key_from_bytes(&counting, 16, &key));
    CHECK(memcmp(&key, &counting, 16) == 0);
    CHECK_OK(iq_key_from_bytes("x", 1, &key));
    check_key(key, "6750acffe4cb04e669958595a4f6d880");
    CHECK_OK(iq_key_from_bytes(&counting, 15, &key));
    check_key(key, "0075d9b70bbf63072c1568d4e76e385d");
    unsigned char seventeen[17];
    for (unsigned char i = 0; i < 17; i++) {
        seventeen[i] = i;
    }
    CHECK_OK(iq_key_from_bytes(seventeen, 17, &key));
    check_key(key, "bb66f56cbbf892d3bb121e6a93d12801");
    CHECK_OK(iq_key_from_bytes(thousand, sizeof thousand, &key));
    check_key(key, "4d8c52a68bed2ccca764f0e979715b96");
    CHECK_OK(iq_key_from_digest(seventeen, 17, &key));
    CHECK(memcmp(&key, &counting, 16) == 0);
    CHECK_OK(iq_key_from_digest(seventeen, 16, &key));
    CHECK(memcmp(&key, &counting, 16) == 0);
    check_key(iq_key_from_u64(UINT64_C(0x0123456789abcdef)), "efcdab89674523010000000000000000");
    check_key(iq_key_from_u64(UINT64_MAX), "ffffffffffffffff0000000000000000");
}

/* The bytes that hexadecimal digits behind an x stand for. */
static size_t unhex(const char *text, size_t length, unsigned char *bytes)
{
    CHECK(text[0] == 'x');
    for (size_t i = 0; i < length / 2; i++) {
        const char digits[3] = {text[1 + 2 * i], text[2 + 2 * i], 0};
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return length / 2;
}

static int is_of(const char *type, const char *text) { return strncmp(text, type, strlen(type)) == 0; }

static int compare_keys(const void *one, const void *other) { return memcmp(one, other, sizeof(iq_key)); }

static void add_field(iq_hasher *hasher, const char **text);

/* The key of what stands in brackets: fields in (), in order; members of a set in {}, in the order of their keys. */
static iq_key key_of_all(const char **text)
{
    int is_set = *(*text)++ == '{';
    iq_key members[16], key;
    size_t count = 0;
    iq_hasher all, one;
    CHECK_OK(iq_hasher_init(&all));
    while (**text != ')' && **text != '}') {
        if (is_set) {
            CHECK(count < 16);
            CHECK_OK(iq_hasher_init(&one));
            add_field(&one, text);
            CHECK_OK(iq_hasher_get_key(&one, &members[count++]));
        } else {
            add_field(&all, text);
        }
        *text += **text == ',';
    }
    ++*text;
    if (count > 0) {
        qsort(members, count, sizeof *members, compare_keys);
    }
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_hasher_add_key(&all, members[i]));
    }
    CHECK_OK(iq_hasher_get_key(&all, &key));
    return key;
}

/* Adds a field, TYPE:VALUE, and moves on behind it. */
static void add_field(iq_hasher *hasher, const char **text)
{
    static unsigned char bytes[2048];
    const char *type = *text, *value = strchr(type, ':') + 1;
    size_t length = strcspn(value, ",)}\n"), count;
    iq_key key;
    if (*value == '(' || *value == '{') {
        *text = value;
        CHECK_OK(iq_hasher_add_key(hasher, key_of_all(text)));
        return;
    }
    *text = value + length;
    if (is_of("str:", type)) {
        count = unhex(value, length, bytes);
        CHECK_OK(iq_hasher_add_string(hasher, (const char *)bytes, count));
    } else if (is_of("bytes:", type)) {
        count = unhex(value, length, bytes);
        CHECK_OK(iq_hasher_add_bytes(hasher, bytes, count));
    } else if (is_of("UUID:", type)) {
        CHECK(unhex(value, length, bytes) == sizeof key);
        memcpy(&key, bytes, sizeof key);
        CHECK_OK(iq_hasher_add_key(hasher, key));
    } else if (is_of("int:", type) && value[0] == '-') {
        CHECK_OK(iq_hasher_add_signed(hasher, strtoll(value, NULL, 10)));
    } else if (is_of("int:", type)) {
        CHECK_OK(iq_hasher_add_unsigned(hasher, strtoull(value, NULL, 10)));
    } else if (is_of("float:", type)) {
        CHECK_OK(iq_hasher_add_double(hasher, strtod(value, NULL)));
    } else if (is_of("bool:", type)) {
        CHECK_OK(iq_hasher_add_bool(hasher, is_of("True", value)));
    } else {
        CHECK(is_of("NoneType:", type));
        CHECK_OK(iq_hasher_add_nothing(hasher));
    }
}

static iq_key key_of(const char *text)
{
    static unsigned char bytes[2048];
    const char *value = strchr(text, ':') + 1;
    iq_key key = {{0}};
    iq_hasher hasher;
    if (is_of("int:", text) && value[0] != '-') {
        return iq_key_from_u64(strtoull(value, NULL, 10));
    }
    if (is_of("bytes:", text) || is_of("UUID:", text)) {
        size_t length = unhex(value, strcspn(value, "\n"), bytes);
        CHECK_OK(iq_key_from_bytes(bytes, length, &key));
        return key;
    }
    if (is_of("tuple:", text)) {
        return key_of_all(&value);
    }
    CHECK_OK(iq_hasher_init(&hasher));
    add_field(&hasher, &text);
    CHECK_OK(iq_hasher_get_key(&hasher, &key));
    return key;
}

static void check_golden_keys(void)
{
    static char line[4096];
    FILE *file = fopen("Tests/Boundary/golden/keys.txt", "r");
    size_t count = 0;
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '#') {
            /* GOLDEN TYPE VALUE */
            line[32] = 0;
            *strchr(line + 33, ' ') = ':';
            check_key(key_of(line + 33), line);
            count++;
        }
    }
    fclose(file);
    CHECK(count > 50);
}

static void check_refusals(void)
{
    iq_key key = counting;
    uint64_t content = 5;
    iq_hasher never = {{0}}, hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    CHECK_STATUS(iq_key_from_bytes("", 0, &key), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_key_from_bytes(NULL, 3, &key), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_key_from_digest(thousand, 15, &key), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_bytes(&hasher, NULL, 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_string(&hasher, NULL, 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_string(&hasher, NULL, SIZE_MAX), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_unsigned(&never, 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_signed(&never, -1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_double(&never, 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_bytes(&never, "x", 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_string(&never, "x", 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_key(&never, counting), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_bool(&never, 1), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_add_nothing(&never), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_get_key(&never, &key), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_hasher_get_content(&never, &content), IQ_ERROR_ARGUMENT);
    CHECK(memcmp(&key, &counting, sizeof key) == 0 && content == 5);
    check_hasher(&hasher, "5049d74780a3e07d4202ab47d4cef2f4");
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    for (unsigned i = 0; i < sizeof thousand; i++) {
        thousand[i] = (unsigned char)(i * 7);
    }
    check_numbers();
    check_texts();
    check_others();
    check_keys();
    check_golden_keys();
    check_refusals();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(1000); seed++) {
        check_copies(seed);
    }
    return 0;
}
