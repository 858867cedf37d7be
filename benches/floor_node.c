/* The floor of a Node.js call: what copartition's Partitioner#partition does, by hand in C.
 *
 * bound(n) makes a function of the key alone, a Buffer or a string: the barest form there is (a
 * method that unwraps a native object to find n takes twice as long). noop reads no argument.
 * threadTime() is the CPU time of the thread in nanoseconds, which Node.js 20 cannot tell. */
#include <node_api.h>
#include <stdlib.h>
#include <time.h>

#include "floor_murmur2.h"

#define STACK 1024

static napi_value partition_of(napi_env env, napi_value key, uint32_t n)
{
    napi_valuetype type;
    napi_value result;
    void *data;
    size_t len;
    char text[STACK];
    napi_typeof(env, key, &type);
    if (type == napi_string) {
        napi_get_value_string_utf8(env, key, text, STACK, &len);
        if (len < STACK - 4) {
            napi_create_uint32(env, floor_partition(text, len, n), &result);
            return result;
        }
        /* It may have been cut: read it whole. */
        napi_get_value_string_utf8(env, key, NULL, 0, &len);
        data = malloc(len + 1);
        napi_get_value_string_utf8(env, key, data, len + 1, &len);
        napi_create_uint32(env, floor_partition(data, len, n), &result);
        free(data);
        return result;
    }
    if (napi_get_buffer_info(env, key, &data, &len) != napi_ok) {
        napi_throw_type_error(env, NULL, "key must be a string or a Buffer");
        return NULL;
    }
    napi_create_uint32(env, floor_partition(data, len, n), &result);
    return result;
}

static napi_value bound_partition(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    napi_value key;
    void *n;
    napi_get_cb_info(env, info, &count, &key, NULL, &n);
    return partition_of(env, key, *(uint32_t *)n);
}

static napi_value noop(napi_env env, napi_callback_info info)
{
    (void)env, (void)info;
    return NULL;
}

static napi_value thread_time(napi_env env, napi_callback_info info)
{
    struct timespec time;
    napi_value result;
    (void)info;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    napi_create_double(env, (double)time.tv_sec * 1e9 + (double)time.tv_nsec, &result);
    return result;
}

static napi_value bound(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    napi_value argument, function;
    uint32_t *n = malloc(sizeof *n); /* lives as long as the process */
    napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
    napi_get_value_uint32(env, argument, n);
    napi_create_function(env, NULL, 0, bound_partition, n, &function);
    return function;
}

NAPI_MODULE_INIT()
{
    napi_property_descriptor members[] = {
        {"bound", NULL, bound, NULL, NULL, NULL, napi_enumerable, NULL},
        {"noop", NULL, noop, NULL, NULL, NULL, napi_enumerable, NULL},
        {"threadTime", NULL, thread_time, NULL, NULL, NULL, napi_enumerable, NULL},
    };
    napi_define_properties(env, exports, sizeof members / sizeof *members, members);
    return exports;
}
