/* Sends a few records with librdkafka, placed as Java would: rdkafka_producer BOOTSTRAP TOPIC. */

#include <copartition.h>
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;

static void on_delivery(rd_kafka_t *producer, const rd_kafka_message_t *message, void *opaque) {
    (void)producer;
    (void)opaque;
    if (message->err) {
        fprintf(stderr, "%s\n", rd_kafka_message_errstr(message));
        failed++;
    }
    const char *key = message->key == NULL ? "no key" : message->key;
    int len = (int)(message->key == NULL ? strlen(key) : message->key_len);
    printf("%.*s -> partition %d\n", len, key, (int)message->partition);
}

/* Lets copartition place the records of every topic; `state` has to outlive the producer. */
static void place_like(const char *partitioner, rd_kafka_conf_t *conf, cop_rdkafka_state *state) {
    cop_status status = cop_rdkafka_state_init(state, cop_partitioner_find(partitioner),
                                               COP_UNKEYED_CLIENT, rd_kafka_msg_partitioner_random,
                                               rd_kafka_topic_partition_available);
    if (status != COP_STATUS_OK) {
        fprintf(stderr, "%s\n", cop_status_message(status));
        exit(2);
    }
    rd_kafka_topic_conf_t *topic_conf = rd_kafka_topic_conf_new();
    rd_kafka_topic_conf_set_opaque(topic_conf, state);
    rd_kafka_topic_conf_set_partitioner_cb(topic_conf, cop_rdkafka_partitioner);
    rd_kafka_conf_set_default_topic_conf(conf, topic_conf);
}

static void produce(rd_kafka_t *producer, const char *topic, const char *key) {
    size_t len = key == NULL ? 0 : strlen(key);
    rd_kafka_resp_err_t err = rd_kafka_producev(
        producer, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_KEY((void *)key, len),
        RD_KAFKA_V_VALUE("hello", 5), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (err) {
        fprintf(stderr, "%s\n", rd_kafka_err2str(err));
        failed++;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "wanted BOOTSTRAP TOPIC\n");
        return 2;
    }

    char why[512];
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    /* Before other settings: those of topics that are made already would be lost. */
    static cop_rdkafka_state state;
    place_like("java", conf, &state);
    if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[1], why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
    rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
    if (producer == NULL) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }

    char key[] = "user-0";
    for (char number = '1'; number <= '6'; number++) {
        key[5] = number;
        produce(producer, argv[2], key);
    }
    produce(producer, argv[2], NULL);

    if (rd_kafka_flush(producer, 30000)) {
        fprintf(stderr, "records are left after 30 s\n");
        failed++;
    }
    rd_kafka_destroy(producer);
    return failed != 0;
}
