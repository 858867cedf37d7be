/*
 * The place protocol in C. A line `NAME<TAB>N<TAB>KEY` on stdin, KEY in lower-case hex or `null`,
 * gives a line on stdout: the partition, `unkeyed` or `refused`.
 */

#define _POSIX_C_SOURCE 200809L

#include <copartition.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(unsigned long line, const char *why) {
    fprintf(stderr, "place: line %lu: %s\n", line, why);
    return 2;
}

static int digit(char hex) {
    const char *digits = "0123456789abcdef";
    const char *at = hex == '\0' ? NULL : strchr(digits, hex);
    return at == NULL ? -1 : (int)(at - digits);
}

/* Turns hex into bytes, in place. Returns how many, or -1 when it is not hex. */
static long decode(char *hex) {
    long len = 0;
    const char *from;
    for (from = hex; *from != '\0'; from += 2) {
        int high = digit(from[0]);
        int low = high < 0 ? -1 : digit(from[1]);
        if (low < 0) {
            return -1;
        }
        hex[len++] = (char)(high * 16 + low);
    }
    return len;
}

/* Answers one line, which it overwrites. Returns NULL, or why it could not. */
static const char *place(char *line) {
    char *partitions = strchr(line, '\t');
    char *key = partitions == NULL ? NULL : strchr(partitions + 1, '\t');
    long len = 0;
    long count;
    int32_t partition;
    const cop_partitioner *partitioner;
    cop_status status;
    if (key == NULL) {
        return "wanted NAME<TAB>N<TAB>KEY";
    }
    *partitions++ = '\0';
    *key++ = '\0';
    if (strcmp(key, "null") == 0) {
        key = NULL;
    } else if ((len = decode(key)) < 0) {
        return "key is not lower-case hex";
    }
    partitioner = cop_partitioner_find(line);
    if (partitioner == NULL) {
        return "unknown partitioner";
    }
    count = strtol(partitions, NULL, 10);
    if (count < 1 || count > INT32_MAX) {
        return cop_status_message(COP_STATUS_PARTITION_COUNT);
    }
    status = cop_partition(partitioner, key, (size_t)len, (int32_t)count, &partition);
    if (status == COP_STATUS_REFUSED) {
        puts("refused");
    } else if (status != COP_STATUS_OK) {
        return cop_status_message(status);
    } else if (partition == COP_UNKEYED) {
        puts("unkeyed");
    } else {
        printf("%ld\n", (long)partition);
    }
    return NULL;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    unsigned long number = 0;
    const char *why = NULL;
    while (why == NULL && getline(&line, &room, stdin) > 0) {
        number++;
        line[strcspn(line, "\n")] = '\0';
        why = place(line);
    }
    free(line);
    return why == NULL ? 0 : fail(number, why);
}
