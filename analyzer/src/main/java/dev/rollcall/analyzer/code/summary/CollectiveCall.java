package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Value;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A collective call, or the creation of a communicator.
 *
 * @param operation the operation's name, such as {@code all_reduce}, or {@link #CREATE}
 * @param communicator the communicator that it is issued on
 * @param fields what must agree between its ranks, as far as known
 * @param place the line of the library's call
 * @param certain whether it communicates in every configuration of the library, and the library is sure to be the one called
 * @param worldIfNull whether null in place of the communicator stands for the world, as for an optional argument of Python
 * @param library the library's name, as the catalogue has it
 */
public record CollectiveCall(
        String operation,
        Value communicator,
        Map<Field, Value> fields,
        SourcePlace place,
        boolean certain,
        boolean worldIfNull,
        String library) {
    /** The operation that creates a communicator from ranks of {@link #communicator}. */
    public static final String CREATE = "create";

    /** What must agree between the ranks of a call. */
    public enum Field {
        ROOT,
        REDUCTION,
        COUNT,
        TYPE,
        /** The communicator that {@link #CREATE} makes. */
        MADE
    }

    /** Makes a call that needs a communicator. */
    public CollectiveCall(
            String operation,
            Value communicator,
            Map<Field, Value> fields,
            SourcePlace place,
            boolean certain,
            String library) {
        this(operation, communicator, fields, place, certain, false, library);
    }

    /** Makes the map immutable. */
    public CollectiveCall {
        Map<Field, Value> copy = new EnumMap<>(Field.class);
        copy.putAll(fields);
        fields = Collections.unmodifiableMap(copy);
    }
}
