package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A library of the user's own, told by a file of the {@code calls} option: buffers are arrays, NIO buffers or collections,
 * types and reductions are told by their names; numbers and strings are known by value, other objects by identity.
 */
final class UserLibraryAdapter implements LibraryAdapter {
    private static final Map<String, String> ELEMENT_LABELS = Map.ofEntries(
            Map.entry("byte", "i8"),
            Map.entry("short", "i16"),
            Map.entry("char", "u16"),
            Map.entry("int", "i32"),
            Map.entry("integer", "i32"),
            Map.entry("long", "i64"),
            Map.entry("float", "f32"),
            Map.entry("double", "f64"),
            Map.entry("boolean", "bool"));

    private static final Map<String, String> REDUCTION_LABELS =
            Map.of("add", "sum", "mul", "product", "prod", "product", "average", "avg", "mean", "avg");

    private final Vocabulary vocabulary;
    private final IdentityKeys keys = new IdentityKeys();

    UserLibraryAdapter(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    @Override
    public CallReader reader(CatalogueEntry entry) {
        boolean countsOutput = CountedBuffer.byOutput(entry.operation());
        return (given, into) -> {
            Object wanted = countsOutput ? given.output : given.input;
            Object other = countsOutput ? given.input : given.output;
            Object buffer = wanted == null ? other : wanted;
            long count = given.count >= 0 ? given.count : length(buffer);
            if (countsOutput) {
                into.countOut = count;
            } else {
                into.countIn = count;
            }
            into.root = (int) given.root;
            into.peer = (int) given.peer;
            into.tag = given.tag;
            into.elementType = elementType(given.type == null ? elementName(buffer) : given.type.toString());
            into.reduction = given.reduction == null ? 0 : reduction(given.reduction.toString());
            readShares(given.inputSplits, into.inputs);
            readShares(given.outputSplits, into.outputs);
        };
    }

    private static void readShares(Object splits, Splits into) {
        if (splits instanceof long[] || splits instanceof int[]) {
            for (int i = 0; i < Array.getLength(splits); i++) {
                into.add(Array.getLong(splits, i));
            }
        } else if (splits instanceof Collection<?> collection) {
            collection.forEach(share -> into.add(((Number) share).longValue()));
        }
    }

    private static long length(Object buffer) {
        if (buffer instanceof Buffer nio) {
            return nio.remaining();
        }
        if (buffer instanceof Collection<?> collection) {
            return collection.size();
        }
        return buffer != null && buffer.getClass().isArray() ? Array.getLength(buffer) : -1;
    }

    private static String elementName(Object buffer) {
        if (buffer instanceof Buffer) {
            return elementName(buffer.getClass());
        }
        return buffer != null && buffer.getClass().isArray()
                ? buffer.getClass().getComponentType().getSimpleName()
                : "";
    }

    /** By the JDK's public class, because the name of a view's own has two types in it, as ByteBufferAsFloatBufferB. */
    private static String elementName(Class<?> buffer) {
        Class<?> type = buffer;
        while (type.getSuperclass() != Buffer.class) {
            type = type.getSuperclass();
        }
        String name = type.getSimpleName();
        return name.substring(0, name.length() - Buffer.class.getSimpleName().length());
    }

    private int elementType(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return vocabulary.elementType(ELEMENT_LABELS.getOrDefault(lower, lower));
    }

    private int reduction(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return vocabulary.reduction(REDUCTION_LABELS.getOrDefault(lower, lower));
    }

    @Override
    public long key(Object object) {
        return object == null ? 0 : ValueKeys.isValue(object) ? ValueKeys.of(object) : keys.of(object);
    }

    @Override
    public void whenGone(LongConsumer forgets) {
        keys.whenGone(forgets);
    }

    @Override
    public void storeMade(String kind, Object store, Object name, Object below, Object options) {
        keys.name(store, new StoreIdentity(kind + ":" + name, below == null ? "" : String.valueOf(name)));
    }

    @Override
    public StoreIdentity storeName(Object store) {
        return keys.name(store);
    }

    @Override
    public int rank(Object communicator) {
        return -1;
    }

    @Override
    public int size(Object communicator) {
        return -1;
    }

    @Override
    public String label(Object name) {
        String text = name == null ? null : name.toString();
        return text == null ? "" : text;
    }

    @Override
    public int[] ranks(Object list) {
        return RankLists.of(list);
    }

    @Override
    public boolean watchable(CatalogueEntry entry) {
        return false;
    }

    @Override
    public Object watch(Object work) {
        throw new UnsupportedOperationException("works of a plain library are known by their waits alone");
    }

    @Override
    public WorkState state(Object work) {
        return WorkState.UNTOLD;
    }

    @Override
    public boolean finished(Object handle) {
        throw new UnsupportedOperationException("works of a plain library are known by their waits alone");
    }

    @Override
    public String failure(Object handle) {
        throw new UnsupportedOperationException("works of a plain library are known by their waits alone");
    }

    @Override
    public void release(Object handle) {
        throw new UnsupportedOperationException("works of a plain library are known by their waits alone");
    }

    @Override
    public String message(String full) {
        return full;
    }
}
