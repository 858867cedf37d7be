/* Sends records as they are read: drop_in BOOTSTRAP TOPIC PARTITIONER UNKEYED [THREADS] < records.
 *
 * The broker suite's program for librdkafka; tests/README.md has its protocol. `-` for both names is
 * librdkafka without us. */

#include <copartition.h>
#include <librdkafka/rdkafka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE 65536

struct sender {
    pthread_t thread;
    rd_kafka_t *producer;
    const char *topic;
};

static pthread_mutex_t stdout_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int all_sent;

static void die(const char *why) {
    fprintf(stderr, "drop_in: %s\n", why);
    exit(1);
}

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
    char why[512];
    if (rd_kafka_conf_set(conf, name, value, why, sizeof why) != RD_KAFKA_CONF_OK) {
        die(why);
    }
}

/* Prints one line; `error` is NULL for a record that was delivered. */
static void report(const char *value, size_t len, int32_t partition, int64_t offset,
                   const char *error) {
    pthread_mutex_lock(&stdout_lock);
    printf("{\"value\": \"%.*s\", ", (int)len, value);
    if (error == NULL) {
        printf("\"partition\": %d, \"offset\": %lld}\n", (int)partition, (long long)offset);
    } else {
        printf("\"error\": \"%s\"}\n", error);
    }
    fflush(stdout);
    pthread_mutex_unlock(&stdout_lock);
}

static void on_delivery(rd_kafka_t *producer, const rd_kafka_message_t *record, void *opaque) {
    (void)producer;
    (void)opaque;
    report(record->payload, record->len, record->partition, record->offset,
           record->err ? rd_kafka_err2name(record->err) : NULL);
}

/* Returns where the member's value starts; every line has every member. */
static const char *member(const char *line, const char *name) {
    const char *at = strstr(line, name);
    if (at == NULL) {
        die("a member is missing");
    }
    at += strlen(name);
    return at + strspn(at, " :");
}

static size_t read_hex(const char *hex, unsigned char *bytes) {
    size_t len = 0;
    unsigned int byte;
    while (sscanf(hex + 2 * len, "%2x", &byte) == 1) {
        bytes[len++] = (unsigned char)byte;
    }
    return len;
}

/* Sends {"key": hex or null, "partition": number or null, "value": text}. */
static void send_line(struct sender *sender, const char *line) {
    unsigned char bytes[LINE_SIZE / 2];
    const char *hex = member(line, "\"key\"");
    const char *number = member(line, "\"partition\"");
    const char *value = member(line, "\"value\"") + 1;
    size_t value_len = strcspn(value, "\"");
    /* bytes is never NULL, so that an empty key is a key. */
    unsigned char *key = *hex == '"' ? bytes : NULL;
    size_t key_len = key == NULL ? 0 : read_hex(hex + 1, bytes);
    int32_t partition = *number == 'n' ? RD_KAFKA_PARTITION_UA : (int32_t)strtol(number, NULL, 10);
    rd_kafka_resp_err_t err;
    for (;;) {
        err = rd_kafka_producev(sender->producer, RD_KAFKA_V_TOPIC(sender->topic),
                                RD_KAFKA_V_PARTITION(partition), RD_KAFKA_V_KEY(key, key_len),
                                RD_KAFKA_V_VALUE((void *)value, value_len),
                                RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
        if (err != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
            break;
        }
        usleep(10000);
    }
    if (err) {
        report(value, value_len, 0, 0, rd_kafka_err2name(err));
    }
}

/* Sends the line that comes next, to the end of stdin. */
static void *send_lines(void *argument) {
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        send_line(argument, line);
    }
    return NULL;
}

static void *serve_reports(void *producer) {
    while (!all_sent) {
        rd_kafka_poll(producer, 100);
    }
    return NULL;
}

/* Drops the partitioner in. Before the settings: the topic's would be lost with the old topic_conf. */
static void drop_in(rd_kafka_conf_t *conf, const char *partitioner, const char *unkeyed) {
    static const char *const names[] = {"client", "round_robin", "sticky", "error"};
    static cop_rdkafka_state state;
    uint32_t choice = 0;
    while (choice < 4 && strcmp(unkeyed, names[choice]) != 0) {
        choice++;
    }
    cop_status status = cop_rdkafka_state_init(&state, cop_partitioner_find(partitioner), choice,
                                               rd_kafka_msg_partitioner_random,
                                               rd_kafka_topic_partition_available);
    if (status != COP_STATUS_OK) {
        die(cop_status_message(status));
    }
    rd_kafka_topic_conf_t *topic_conf = rd_kafka_topic_conf_new();
    rd_kafka_topic_conf_set_opaque(topic_conf, &state);
    rd_kafka_topic_conf_set_partitioner_cb(topic_conf, cop_rdkafka_partitioner);
    rd_kafka_conf_set_default_topic_conf(conf, topic_conf);
    set(conf, "sticky.partitioning.linger.ms", "0");
}

int main(int argc, char **argv) {
    if (argc < 5) {
        die("wanted BOOTSTRAP TOPIC PARTITIONER UNKEYED [THREADS]");
    }
    int threads = argc > 5 ? atoi(argv[5]) : 1;
    char why[512];
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    if (strcmp(argv[3], "-") != 0) {
        drop_in(conf, argv[3], argv[4]);
    }
    set(conf, "bootstrap.servers", argv[1]);
    set(conf, "topic.metadata.refresh.interval.ms", "1000");
    set(conf, "topic.metadata.propagation.max.ms", "5000");
    set(conf, "message.timeout.ms", "40000");
    rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
    rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
    if (producer == NULL) {
        die(why);
    }

    struct sender *senders = calloc((size_t)threads, sizeof *senders);
    pthread_t reports;
    if (senders == NULL || pthread_create(&reports, NULL, serve_reports, producer) != 0) {
        die("no thread");
    }
    for (int i = 0; i < threads; i++) {
        senders[i].producer = producer;
        senders[i].topic = argv[2];
        if (pthread_create(&senders[i].thread, NULL, send_lines, &senders[i]) != 0) {
            die("no thread");
        }
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(senders[i].thread, NULL);
    }
    rd_kafka_flush(producer, 60000);
    all_sent = 1;
    pthread_join(reports, NULL);
    rd_kafka_destroy(producer);
    free(senders);
    return 0;
}
