package dev.rollcall.library;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.recorder.Splits;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Reads a library of the user's own, which a file of the {@code calls} option describes. Buffers are arrays, NIO buffers or
 * collections; types and reductions are recognized by name. Numbers and strings are identified by value, other objects by
 * identity. Thread-safe.
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

    private final IdentityKeys keys = new IdentityKeys();

    @Override
    public CallReader reader(CatalogueEntry entry) {
        boolean countsOutput = Operation.ofLabel(entry.operation()).countedByOutput();
        return call -> {
            Object wanted = countsOutput ? call.output : call.input;
            Object other = countsOutput ? call.input : call.output;
            Object buffer = wanted == null ? other : wanted;
            long count = call.count >= 0 ? call.count : length(buffer);
            if (countsOutput) {
                call.countOut = count;
            } else {
                call.countIn = count;
            }
            String type = call.typeArgument == null ? elementName(buffer) : call.typeArgument.toString();
            call.type = ElementType.ofLabel(label(ELEMENT_LABELS, type));
            if (call.reductionArgument != null) {
                call.reduction = Reduction.ofLabel(label(REDUCTION_LABELS, call.reductionArgument.toString()));
            }
            readSplits(call.inputSplitsArgument, call.inputSplits);
            readSplits(call.outputSplitsArgument, call.outputSplits);
        };
    }

    private static String label(Map<String, String> labels, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return labels.getOrDefault(lower, lower);
    }

    private static void readSplits(Object argument, Splits splits) {
        if (argument instanceof long[] || argument instanceof int[]) {
            for (int i = 0; i < Array.getLength(argument); i++) {
                splits.add(Array.getLong(argument, i));
            }
        } else if (argument instanceof Collection<?> collection) {
            collection.forEach(split -> splits.add(((Number) split).longValue()));
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

    /** Uses the JDK's public class; a view's own name has two types in it, as in ByteBufferAsFloatBufferB. */
    private static String elementName(Class<?> buffer) {
        Class<?> type = buffer;
        while (type.getSuperclass() != Buffer.class) {
            type = type.getSuperclass();
        }
        String name = type.getSimpleName();
        return name.substring(0, name.length() - Buffer.class.getSimpleName().length());
    }

    @Override
    public long key(Object object) {
        return object == null ? 0 : ValueKeys.isValue(object) ? ValueKeys.of(object) : keys.of(object);
    }

    @Override
    public void whenGone(LongConsumer listener) {
        keys.whenGone(listener);
    }

    @Override
    public void storeMade(String kind, Object store, Object name, Object below) {
        keys.identify(store, new StoreIdentity(kind + ":" + name, below == null ? "" : String.valueOf(name)));
    }

    @Override
    public StoreIdentity storeIdentity(Object store) {
        return keys.identity(store);
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
}
