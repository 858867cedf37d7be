import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.apache.kafka.common.Cluster;

/**
 * Runs scripts of operations on a client's assigner and writes down what it did: NDJSON in, NDJSON
 * out.
 *
 * <p>Each line of stdin is a trace of {@code tests/vectors/assigner_traces.json} whose steps have
 * no results; each line of stdout has the members that the run gave: the steps with their results,
 * the draws, and where the assigner starts from a number of its own, the counter. The argument
 * "last" of a step is the partition that the last step with one gave.
 */
final class Traces {
    /** A client's assigner, new for each script. */
    interface Assigner {
        /** Does one step, not "cluster" or "order"; null where the method returns nothing. */
        Object step(String operation, List<Object> arguments, Cluster cluster) throws Exception;

        /** The counter that the first step used, where a trace has to tell it. */
        default Long counter() throws Exception {
            return null;
        }
    }

    interface Assigners {
        Assigner start(Script script) throws Exception;
    }

    private Traces() {}

    /** Answers stdin. The client and version are those of the jar that {@code of} is in. */
    static void record(Class<?> of, Assigners assigners) throws Exception {
        Matcher jar = Rows.jarOf(of);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintWriter(new BufferedWriter(
                new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> run = new LinkedHashMap<>();
            run.put("client", jar.group(1));
            run.put("version", jar.group(2));
            new Script(line).run(assigners, run);
            out.println(Json.write(run));
        }
        out.flush();
    }

    /** One line of stdin, and the topics as they are at the moment. */
    static final class Script {
        private final Map<?, ?> members;
        private final Map<String, Integer> topics = new LinkedHashMap<>();
        private List<?> unavailable;
        private List<?> inRack;
        private Cluster cluster;

        private Script(String line) throws Exception {
            members = (Map<?, ?>) Json.read(line);
            for (Object topic : has("topics") ? list("topics") : List.of(text("topic"))) {
                topics.put((String) topic, number("n"));
            }
            inRack = has("rack") ? list("rack") : List.of();
            unavailable = has("unavailable") ? list("unavailable") : List.of();
            int traced = topics.size() * number("n");
            if (has("others")) {
                ((Map<?, ?>) members.get("others"))
                        .forEach((topic, n) -> topics.put((String) topic, (int) (long) n));
            } else if (number("total") > traced) {
                topics.put("others", number("total") - traced);
            }
            look();
        }

        boolean has(String member) {
            return members.get(member) != null;
        }

        String text(String member) {
            return (String) members.get(member);
        }

        int number(String member) {
            return (int) (long) members.get(member);
        }

        /** The rack of a partition's leader. */
        String rackOf(int partition) {
            return BrokerMetadata.rackOf(BrokerMetadata.leader(partition, unavailable, inRack));
        }

        private List<?> list(String member) {
            return (List<?>) members.get(member);
        }

        private boolean isTraced(String topic) {
            return has("topics") ? list("topics").contains(topic) : topic.equals(text("topic"));
        }

        private void look() throws Exception {
            cluster = BrokerMetadata.cluster(topics, (topic, partition) ->
                    BrokerMetadata.leader(
                            partition, isTraced(topic) ? unavailable : List.of(), inRack));
        }

        private void run(Assigners assigners, Map<String, Object> run) throws Exception {
            Draws draws = new Draws(has("seed") ? (long) members.get("seed") : 0);
            Assigner assigner = assigners.start(this);
            List<Object> done = new ArrayList<>();
            Object last = null;
            for (Object asked : list("steps")) {
                List<Object> step = new ArrayList<>((List<?>) asked);
                int partition = step.indexOf("last");
                if (partition > 0) {
                    step.set(partition, last);
                }
                String operation = (String) step.get(0);
                List<Object> arguments = step.subList(1, step.size());
                Object result = switch (operation) {
                    case "cluster" -> replaced(arguments);
                    case "order" -> order();
                    default -> draws.during(
                            () -> assigner.step(operation, arguments, cluster));
                };
                last = result instanceof Integer ? result : last;
                step.add(result);
                done.add(step);
            }
            if (assigner != null && assigner.counter() != null) {
                run.put("counter", assigner.counter());
            }
            run.put("draws", draws.drawn());
            run.put("steps", done);
        }

        private Object replaced(List<Object> arguments) throws Exception {
            int n = (int) (long) arguments.get(0);
            topics.replaceAll((topic, before) -> isTraced(topic) ? n : before);
            unavailable = (List<?>) arguments.get(1);
            inRack = arguments.size() > 2 ? (List<?>) arguments.get(2) : inRack;
            look();
            return null;
        }

        private List<Integer> order() {
            List<Integer> ids = new ArrayList<>();
            cluster.availablePartitionsForTopic(text("topic"))
                    .forEach(partition -> ids.add(partition.partition()));
            return ids;
        }
    }
}
