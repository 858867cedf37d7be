/* What the real serializers write, asked of the library. */

#include <copartition.h>

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "vectors.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static float float_of(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float number;
    memcpy(&number, &low, sizeof number);
    return number;
}

static double double_of(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static cop_status written(const struct key_bytes *row, uint8_t *out) {
    switch (row->form) {
    case SHORT:
        return cop_key_i16((int16_t)row->bits, out);
    case INT:
        return cop_key_i32((int32_t)row->bits, out);
    case LONG:
        return cop_key_i64((int64_t)row->bits, out);
    case FLOAT:
        return cop_key_f32(float_of(row->bits), out);
    case DOUBLE:
        return cop_key_f64(double_of(row->bits), out);
    case RAW_DOUBLE:
        return cop_key_raw_f64(double_of(row->bits), out);
    case BOOLEAN:
        return cop_key_bool(row->bits != 0, out);
    case UUID:
        return cop_key_uuid((const uint8_t *)row->uuid, (char *)out);
    case SCHEMA_ID_PREFIX:
        return cop_key_schema_id_prefix((uint32_t)row->bits, out);
    }
    return COP_STATUS_NULL_POINTER;
}

static void every_value_is_written_as_its_serializer_does(void) {
    size_t row;
    for (row = 0; row < COUNT(key_bytes); row++) {
        const struct key_bytes *want = &key_bytes[row];
        /* Exactly as large, so that a byte written past it is caught. */
        uint8_t *out = malloc(want->len);
        long failed_before = failures;
        if (out == NULL) {
            abort();
        }
        CHECK(written(want, out) == COP_STATUS_OK && memcmp(out, want->bytes, want->len) == 0);
        if (failures != failed_before) {
            fprintf(stderr, "    in key_bytes[%lu] of vectors.h\n", (unsigned long)row);
        }
        free(out);
    }
}

static void every_form_has_rows(void) {
    long rows[SCHEMA_ID_PREFIX + 1] = {0};
    size_t row;
    int form;
    for (row = 0; row < COUNT(key_bytes); row++) {
        rows[key_bytes[row].form]++;
    }
    for (form = SHORT; form <= SCHEMA_ID_PREFIX; form++) {
        CHECK(rows[form] >= (form == BOOLEAN ? 2 : 10));
    }
}

static void nothing_is_written_through_null(void) {
    static const uint8_t uuid[16] = {0};
    char text[36] = "as it was";
    CHECK(cop_key_i16(1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_i32(1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_i64(1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_f32(1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_f64(1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_raw_f64(1, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_bool(true, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_uuid(uuid, NULL) == COP_STATUS_NULL_POINTER);
    CHECK(cop_key_uuid(NULL, text) == COP_STATUS_NULL_POINTER && strcmp(text, "as it was") == 0);
    CHECK(cop_key_schema_id_prefix(1, NULL) == COP_STATUS_NULL_POINTER);
}

int main(void) {
    every_value_is_written_as_its_serializer_does();
    every_form_has_rows();
    nothing_is_written_through_null();
    return checked("keys", KEY_BYTES_CASES + 9 + 10);
}
