/* Counts checks and names those that fail. */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static long checks;
static long failures;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

static void check(int holds, const char *condition, const char *file, int line) {
    checks++;
    if (!holds) {
        failures++;
        fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    }
}

/* Returns main's exit status: 0 when all held and none was left out. */
static int checked(const char *what, long expected) {
    printf("%s: %ld checks, %ld failed\n", what, checks, failures);
    if (checks != expected) {
        fprintf(stderr, "%s: wanted %ld checks, ran %ld\n", what, expected, checks);
    }
    return failures != 0 || checks != expected;
}

#endif
