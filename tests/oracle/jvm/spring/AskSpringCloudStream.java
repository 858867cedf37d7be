import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.cloud.stream.binder.PartitionHandler;
import org.springframework.cloud.stream.binder.ProducerProperties;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.messaging.support.GenericMessage;

/**
 * Asks Spring Cloud Stream by a {@code partitionKeyExpression}: {@code headers['key']} for a key
 * that is a String (of UTF-8), {@code headers['bytes']} for one that is a byte array.
 *
 * <p>The binder's own partition handler answers, with no selector configured. It names the
 * partition itself, whatever the record's key is.
 */
final class AskSpringCloudStream {
    public static void main(String[] args) throws Exception {
        var properties = new ProducerProperties();
        properties.setPartitionKeyExpression(new SpelExpressionParser().parseExpression(args[0]));
        var handler = new PartitionHandler(
                new StandardEvaluationContext(), properties, new DefaultListableBeanFactory());
        Rows.answer(PartitionHandler.class, args[0], (key, partitions) -> {
            Map<String, Object> headers = new HashMap<>();
            headers.put("key", Rows.text(key));
            // Another array each time, as bytes from a wire are.
            headers.put("bytes", key == null ? null : key.clone());
            handler.setPartitionCount(partitions);
            try {
                return handler.determinePartition(new GenericMessage<>("value", headers));
            } catch (IllegalArgumentException e) {
                throw new Rows.Refused(e);
            }
        });
    }
}
