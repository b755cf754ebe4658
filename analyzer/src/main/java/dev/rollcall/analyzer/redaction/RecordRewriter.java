package dev.rollcall.analyzer.redaction;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rebuilds a tree of records with other texts. It visits every text component of every record by reflection, so that a component
 * that is added later is not forgotten. One object becomes one object, for the report compares some by identity; what holds no
 * changed text stays the same object. Calls are rewritten when they are loaded. Not thread-safe.
 */
final class RecordRewriter {

    /** Rewrites one text. */
    interface TextRule {
        /**
         * Returns the text that takes a text's place.
         *
         * @param record the record that holds the text
         * @param component the name of its component
         * @param text never null
         */
        String rewrite(Class<?> record, String component, String text);
    }

    private record Shape(List<String> names, List<Method> accessors, Constructor<?> constructor) {}

    /** Shared by all rewriters: the JVM makes a class for each accessor that is called often, which takes long. */
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return shape(type);
        }
    };

    private final TextRule rule;
    private final Map<Object, Object> done = new IdentityHashMap<>();

    RecordRewriter(TextRule rule) {
        this.rule = rule;
    }

    /** Returns a record with its texts, and those of all that it holds, rewritten. */
    <T extends Record> T rewrite(T record) {
        @SuppressWarnings("unchecked")
        T rewritten = (T) record(record);
        return rewritten;
    }

    private Object record(Record record) {
        Object known = done.get(record);
        if (known == null) {
            known = rebuilt(record);
            done.put(record, known);
        }
        return known;
    }

    private Object rebuilt(Record record) {
        Shape shape = SHAPES.get(record.getClass());
        Object[] values = new Object[shape.names.size()];
        boolean changed = false;
        try {
            for (int i = 0; i < values.length; i++) {
                Object value = shape.accessors.get(i).invoke(record);
                values[i] = value(record.getClass(), shape.names.get(i), value);
                changed |= values[i] != value;
            }
            return changed ? shape.constructor.newInstance(values) : record;
        } catch (InvocationTargetException | IllegalAccessException | InstantiationException e) {
            throw new IllegalStateException("cannot rebuild " + record.getClass(), e);
        }
    }

    private static Shape shape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            List<Method> accessors =
                    Arrays.stream(components).map(RecordComponent::getAccessor).toList();
            accessors.forEach(each -> each.setAccessible(true));
            return new Shape(
                    Arrays.stream(components).map(RecordComponent::getName).toList(), accessors, constructor);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(Class<?> record, String component, Object value) {
        if (value instanceof String text) {
            String rewritten = rule.rewrite(record, component, text);
            return rewritten.equals(text) ? text : rewritten;
        }
        // What a call asks for is the library's word for it.
        if (value instanceof Signature) {
            return value;
        }
        if (value instanceof Record nested) {
            return record(nested);
        }
        if (value instanceof CallSequence calls) {
            return done.computeIfAbsent(
                    calls, same -> calls.size() == 0 ? calls : calls.map(new RecordRewriter(rule)::once));
        }
        if (value instanceof InternTable<?> table) {
            return table(record, component, table);
        }
        if (value instanceof Set<?> set) {
            return collected(record, component, set, new LinkedHashSet<>());
        }
        if (value instanceof List<?> list) {
            return collected(record, component, list, new ArrayList<>());
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> rewritten = new LinkedHashMap<>();
            map.forEach((key, each) -> rewritten.put(key, value(record, component, each)));
            return rewritten;
        }
        return value;
    }

    /** Rewrites a record that nothing else holds, without remembering it. */
    private <T extends Record> T once(T record) {
        T rewritten = rewrite(record);
        done.clear();
        return rewritten;
    }

    private <E> InternTable<?> table(Class<?> record, String component, InternTable<E> table) {
        for (int id = 0; id < table.size(); id++) {
            E each = table.value(id);
            if (value(record, component, each) != each) {
                return table.map(value -> value(record, component, value));
            }
        }
        return table;
    }

    private Object collected(Class<?> record, String component, Collection<?> values, Collection<Object> into) {
        boolean changed = false;
        for (Object each : values) {
            Object rewritten = value(record, component, each);
            changed |= rewritten != each;
            into.add(rewritten);
        }
        return changed ? into : values;
    }
}
