/* The partitioner callback inside a real librdkafka, which sends to its own mock cluster. */

#include <copartition.h>
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <pthread.h>
#include <string.h>

#include "check.h"
#include "vectors.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define THREADS 8
#define TURNS 60000 /* of each thread; a multiple of 6, as are the records */
#define RECORDS 300

/* Longer than any test may take: a record that waits for its end fails the test before. */
#define MESSAGE_TIMEOUT "60000"
#define PATIENCE_MS 20000

/* One record, and what became of it. */
struct record {
    rd_kafka_resp_err_t refused; /* by produce() itself */
    rd_kafka_resp_err_t failed;  /* in its delivery report */
    int32_t partition;
    int reports;
};

static const char *bootstrap;
static rd_kafka_mock_cluster_t *cluster;

static void on_delivery(rd_kafka_t *producer, const rd_kafka_message_t *message, void *opaque) {
    struct record *record = message->_private;
    (void)producer;
    (void)opaque;
    record->failed = message->err;
    record->partition = message->partition;
    record->reports++;
}

/* Each opens a topic of its own, so that no test sees another one's records. */
static const char *new_topic(int partitions) {
    static char names[64][16];
    static size_t used;
    char *name = names[used++ % COUNT(names)];
    snprintf(name, sizeof names[0], "topic-%lu", (unsigned long)used);
    CHECK(rd_kafka_mock_topic_create(cluster, name, partitions, 1) == RD_KAFKA_RESP_ERR_NO_ERROR);
    return name;
}

typedef int32_t partitioner(const rd_kafka_topic_t *, const void *, size_t, int32_t, void *,
                            void *);

/* `linger` is sticky.partitioning.linger.ms. */
static rd_kafka_t *new_producer(partitioner *callback, void *state, const char *linger) {
    const char *const settings[][2] = {
        {"bootstrap.servers", bootstrap},
        {"message.timeout.ms", MESSAGE_TIMEOUT},
        {"sticky.partitioning.linger.ms", linger},
    };
    char why[512];
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    rd_kafka_topic_conf_t *topic_conf = rd_kafka_topic_conf_new();
    rd_kafka_t *producer;
    size_t i;
    rd_kafka_topic_conf_set_opaque(topic_conf, state);
    rd_kafka_topic_conf_set_partitioner_cb(topic_conf, callback);
    rd_kafka_conf_set_default_topic_conf(conf, topic_conf);
    for (i = 0; i < COUNT(settings); i++) {
        CHECK(rd_kafka_conf_set(conf, settings[i][0], settings[i][1], why, sizeof why) ==
              RD_KAFKA_CONF_OK);
    }
    rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
    producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
    CHECK(producer != NULL);
    return producer;
}

static cop_rdkafka_state new_state(const char *name, cop_unkeyed unkeyed) {
    cop_rdkafka_state state;
    CHECK(cop_rdkafka_state_init(&state, cop_partitioner_find(name), unkeyed,
                                 rd_kafka_msg_partitioner_random,
                                 rd_kafka_topic_partition_available) == COP_STATUS_OK);
    return state;
}

static void produce(rd_kafka_t *producer, const char *topic, const void *key, size_t len,
                    struct record *record) {
    static const struct record unsent = {RD_KAFKA_RESP_ERR_NO_ERROR, RD_KAFKA_RESP_ERR_NO_ERROR,
                                         COP_UNKEYED, 0};
    *record = unsent;
    record->refused = rd_kafka_producev(
        producer, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_KEY((void *)key, len),
        RD_KAFKA_V_VALUE("value", 5), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
        RD_KAFKA_V_OPAQUE(record), RD_KAFKA_V_END);
}

static void flush(rd_kafka_t *producer) {
    CHECK(rd_kafka_flush(producer, PATIENCE_MS) == RD_KAFKA_RESP_ERR_NO_ERROR);
}

/* The topic is known when this returns, and the partitions that have a leader. */
static void meet(rd_kafka_t *producer, const char *topic) {
    struct record record;
    produce(producer, topic, "user-1", 6, &record);
    flush(producer);
    CHECK(record.reports == 1 && record.failed == RD_KAFKA_RESP_ERR_NO_ERROR);
}

static int is_delivered(const struct record *record) {
    return record->refused == RD_KAFKA_RESP_ERR_NO_ERROR && record->reports == 1 &&
           record->failed == RD_KAFKA_RESP_ERR_NO_ERROR && record->partition >= 0;
}

/* Every key of the vectors goes where its own client puts it; the others go somewhere. */
static void keys_lie_where_the_partitioners_own_client_puts_them(void) {
    static const char *const names[] = {"java", "librdkafka:consistent_random", "sarama:hash",
                                        "kafkajs@1", "platformatic"};
    static struct record records[COUNT(placements)];
    size_t name;
    for (name = 0; name < COUNT(names); name++) {
        cop_rdkafka_state state = new_state(names[name], COP_UNKEYED_ROUND_ROBIN);
        rd_kafka_t *producer = new_producer(cop_rdkafka_partitioner, &state, "0");
        const char *topic = new_topic(12);
        int32_t wanted[COUNT(placements)];
        size_t sent = 0, right = 0, i;
        for (i = 0; i < COUNT(placements); i++) {
            const struct placement *want = &placements[i];
            const char *const *alike = want->partitioners;
            size_t n = 0;
            while (*alike != NULL && strcmp(*alike, names[name]) != 0) {
                alike++;
            }
            while (want->partitions[n] != 0 && want->partitions[n] != 12) {
                n++;
            }
            if (*alike == NULL || want->partitions[n] == 0) {
                continue;
            }
            wanted[sent] = want->placed[n];
            produce(producer, topic, keys[want->key].bytes, keys[want->key].len, &records[sent]);
            sent++;
        }
        flush(producer);
        for (i = 0; i < sent; i++) {
            right += is_delivered(&records[i]) &&
                     (records[i].partition == wanted[i] || wanted[i] == COP_UNKEYED);
        }
        CHECK(right == sent && sent > 100);
        printf("%s: %lu keys\n", names[name], (unsigned long)right);
        rd_kafka_destroy(producer);
    }
}

/* What librdkafka passed for the last record. */
static struct {
    int calls;
    int null_key;
    size_t len;
} seen;

static int32_t spy(const rd_kafka_topic_t *rkt, const void *key, size_t len, int32_t partitions,
                   void *rkt_opaque, void *msg_opaque) {
    seen.calls++;
    seen.null_key = key == NULL;
    seen.len = len;
    return cop_rdkafka_partitioner(rkt, key, len, partitions, rkt_opaque, msg_opaque);
}

static void an_empty_key_is_a_key_and_no_key_is_asked_about_without_linger_alone(void) {
    static const char *const lingers[] = {"0", "10"};
    size_t i;
    for (i = 0; i < COUNT(lingers); i++) {
        cop_rdkafka_state state = new_state("librdkafka:murmur2", COP_UNKEYED_ERROR);
        rd_kafka_t *producer = new_producer(spy, &state, lingers[i]);
        const char *topic = new_topic(6);
        struct record empty, none;
        int before;
        meet(producer, topic);

        produce(producer, topic, "", 0, &empty);
        CHECK(!seen.null_key && seen.len == 0);

        before = seen.calls;
        produce(producer, topic, NULL, 0, &none);
        CHECK(i == 0 ? seen.calls > before && seen.null_key : seen.calls == before);
        flush(producer);
        /* librdkafka's murmur2 takes no key for the empty one. */
        CHECK(is_delivered(&empty) && empty.partition == 3);
        CHECK(is_delivered(&none) && (i != 0 || none.partition == 3));
        rd_kafka_destroy(producer);
    }
}

/* At once where the topic is known, in the delivery report where it was not: never later. */
static void what_cannot_be_placed_fails(void) {
    cop_rdkafka_state strict = new_state("java", COP_UNKEYED_ERROR);
    cop_rdkafka_state refusing = new_state("pykafka:hashing", COP_UNKEYED_CLIENT);
    cop_rdkafka_state unprepared;
    void *states[] = {&strict, &refusing, &unprepared, NULL};
    size_t i;
    memset(&unprepared, 0, sizeof unprepared);
    for (i = 0; i < COUNT(states); i++) {
        rd_kafka_t *producer = new_producer(cop_rdkafka_partitioner, states[i], "0");
        const char *topic = new_topic(6);
        struct record early, late;
        produce(producer, topic, NULL, 0, &early);
        CHECK(early.refused == RD_KAFKA_RESP_ERR_NO_ERROR);
        flush(producer);
        CHECK(early.reports == 1 && early.failed == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
        produce(producer, topic, NULL, 0, &late);
        CHECK(late.refused == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION);
        flush(producer);
        CHECK(late.reports == 0);
        rd_kafka_destroy(producer);
    }
}

/* Sends records without a key, and counts them by partition. */
static void spread(cop_rdkafka_state *state, const char *topic, int with_empty_key,
                   int counts[6]) {
    static struct record records[600];
    rd_kafka_t *producer = new_producer(cop_rdkafka_partitioner, state, "0");
    size_t delivered = 0, i;
    meet(producer, topic);
    memset(counts, 0, 6 * sizeof *counts);
    for (i = 0; i < COUNT(records); i++) {
        produce(producer, topic, with_empty_key ? "" : NULL, 0, &records[i]);
    }
    flush(producer);
    for (i = 0; i < COUNT(records); i++) {
        if (is_delivered(&records[i])) {
            delivered++;
            counts[records[i].partition]++;
        }
    }
    CHECK(delivered == COUNT(records));
    rd_kafka_destroy(producer);
}

static int used(const int counts[6]) {
    int partitions = 0, i;
    for (i = 0; i < 6; i++) {
        partitions += counts[i] != 0;
    }
    return partitions;
}

static void unkeyed_records_go_where_they_are_told_and_never_to_a_partition_without_a_leader(void) {
    cop_rdkafka_state client = new_state("java", COP_UNKEYED_CLIENT);
    cop_rdkafka_state empty = new_state("librdkafka:consistent_random", COP_UNKEYED_CLIENT);
    cop_rdkafka_state round_robin = new_state("java", COP_UNKEYED_ROUND_ROBIN);
    cop_rdkafka_state sticky = new_state("java", COP_UNKEYED_STICKY);
    const char *without_one = new_topic(6);
    int counts[6], i;
    CHECK(rd_kafka_mock_partition_set_leader(cluster, without_one, 1, -1) ==
          RD_KAFKA_RESP_ERR_NO_ERROR);

    spread(&client, new_topic(6), 0, counts);
    CHECK(used(counts) == 6);
    spread(&empty, new_topic(6), 1, counts);
    CHECK(used(counts) == 6);

    spread(&round_robin, new_topic(6), 0, counts);
    for (i = 0; i < 6; i++) {
        CHECK(counts[i] == 100);
    }
    spread(&round_robin, without_one, 0, counts);
    for (i = 0; i < 6; i++) {
        CHECK(counts[i] == (i == 1 ? 0 : 120));
    }

    /* In a moment or two, which 600 records take, few partitions; and never 1. */
    spread(&sticky, without_one, 0, counts);
    CHECK(counts[1] == 0 && used(counts) >= 1);
    sticky.sticky = 1;
    sticky.sticky_until = UINT32_MAX;
    spread(&sticky, without_one, 0, counts);
    CHECK(counts[1] == 0);
}

/* What one thread saw; each has its own. */
struct caller {
    pthread_t thread;
    rd_kafka_t *producer;
    cop_rdkafka_state *state;
    const char *topic;
    long counts[6];
    struct record records[RECORDS];
};

static void *call(void *argument) {
    struct caller *caller = argument;
    long i;
    for (i = 0; i < TURNS; i++) {
        int32_t partition = cop_rdkafka_partitioner(NULL, NULL, 0, 6, caller->state, NULL);
        if (partition >= 0 && partition < 6) {
            caller->counts[partition]++;
        }
    }
    for (i = 0; i < RECORDS; i++) {
        produce(caller->producer, caller->topic, i % 2 ? "user-3" : NULL, 6, &caller->records[i]);
    }
    return NULL;
}

static void many_threads_share_a_round_robin_without_losing_a_turn(void) {
    static struct caller callers[THREADS];
    cop_rdkafka_state turns = new_state("java", COP_UNKEYED_ROUND_ROBIN);
    cop_rdkafka_state state = new_state("java", COP_UNKEYED_ROUND_ROBIN);
    rd_kafka_t *producer = new_producer(cop_rdkafka_partitioner, &state, "0");
    const char *topic = new_topic(6);
    long counts[6] = {0, 0, 0, 0, 0, 0}, sent[6] = {0, 0, 0, 0, 0, 0}, right = 0;
    int i, partition;
    long record;
    turns.available = NULL;
    meet(producer, topic);
    for (i = 0; i < THREADS; i++) {
        callers[i].producer = producer;
        callers[i].state = &turns;
        callers[i].topic = topic;
        CHECK(pthread_create(&callers[i].thread, NULL, call, &callers[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(callers[i].thread, NULL) == 0);
    }
    flush(producer);
    for (i = 0; i < THREADS; i++) {
        for (partition = 0; partition < 6; partition++) {
            counts[partition] += callers[i].counts[partition];
        }
        for (record = 0; record < RECORDS; record++) {
            if (is_delivered(&callers[i].records[record])) {
                if (record % 2) {
                    right += callers[i].records[record].partition == 5;
                } else {
                    sent[callers[i].records[record].partition]++;
                }
            }
        }
    }
    for (partition = 0; partition < 6; partition++) {
        CHECK(counts[partition] == THREADS * TURNS / 6);
        CHECK(sent[partition] == THREADS * RECORDS / 2 / 6);
    }
    CHECK(right == THREADS * RECORDS / 2);
    rd_kafka_destroy(producer);
}

int main(void) {
    char why[512];
    rd_kafka_t *owner = rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), why, sizeof why);
    if (owner == NULL || (cluster = rd_kafka_mock_cluster_new(owner, 1)) == NULL) {
        fprintf(stderr, "no mock cluster\n");
        return 1;
    }
    bootstrap = rd_kafka_mock_cluster_bootstraps(cluster);
    printf("librdkafka %s\n", rd_kafka_version_str());
    keys_lie_where_the_partitioners_own_client_puts_them();
    an_empty_key_is_a_key_and_no_key_is_asked_about_without_linger_alone();
    what_cannot_be_placed_fails();
    unkeyed_records_go_where_they_are_told_and_never_to_a_partition_without_a_leader();
    many_threads_share_a_round_robin_without_losing_a_turn();
    rd_kafka_mock_cluster_destroy(cluster);
    rd_kafka_destroy(owner);
    return checked("rdkafka", 224);
}
