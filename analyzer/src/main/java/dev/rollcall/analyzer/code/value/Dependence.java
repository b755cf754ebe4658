package dev.rollcall.analyzer.code.value;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What of a value can differ between ranks. A lattice: {@link #NONE} is the least element, {@link #and} the join. Immutable and
 * thread-safe.
 *
 * @param sources where the differences come from; none for a value that is the same on all ranks
 * @param precision whether the value says how it differs; {@link Precision#EXACT} without sources
 */
public record Dependence(Set<Source> sources, Precision precision) {
    /** One object for equal ones: there are few, and a scan asks for them hundreds of thousands of times. */
    private static final Map<Dependence, Dependence> KNOWN = new ConcurrentHashMap<>();

    /** The same on all ranks, whatever it is. */
    public static final Dependence NONE = new Dependence(Set.of(), Precision.EXACT);

    /** Where differences between ranks come from. */
    public enum Source {
        /** The rank itself. */
        RANK,
        /** Data of one rank: a file, a queue, its shard of the input, a loss before its reduction. */
        LOCAL_DATA,
        /** A clock, or random numbers. */
        CLOCK,
        /** An exception that a library may throw on one rank alone. */
        EXCEPTION
    }

    /** Whether a value says how it differs. */
    public enum Precision {
        /** It follows from its parts. */
        EXACT,
        /** It was mixed from several values and only the sources are left. */
        LOST
    }

    /** Makes the set immutable. */
    public Dependence {
        sources =
                Collections.unmodifiableSet(sources.isEmpty() ? EnumSet.noneOf(Source.class) : EnumSet.copyOf(sources));
        precision = sources.isEmpty() ? Precision.EXACT : precision;
    }

    /** As a record's; {@link Value} says why. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Dependence that && precision == that.precision && sources.equals(that.sources);
    }

    /** Returns an exact dependence on one source. */
    public static Dependence on(Source source) {
        return new Dependence(Set.of(source), Precision.EXACT);
    }

    /** Returns the join. */
    public Dependence and(Dependence other) {
        if (other.isNone() || equals(other)) {
            return this;
        }
        if (isNone()) {
            return other;
        }
        Set<Source> all = EnumSet.copyOf(sources);
        all.addAll(other.sources);
        return known(new Dependence(all, precision == Precision.LOST ? precision : other.precision));
    }

    /** Returns the same sources of which it is no longer known how they make the value differ. */
    public Dependence lost() {
        return isNone() || precision == Precision.LOST ? this : known(new Dependence(sources, Precision.LOST));
    }

    private static Dependence known(Dependence dependence) {
        return KNOWN.computeIfAbsent(dependence, each -> each);
    }

    /** Returns whether the value is the same on all ranks. */
    public boolean isNone() {
        return sources.isEmpty();
    }

    /** Returns whether the value follows from the rank and the same on all ranks alone. */
    public boolean isExactlyRank() {
        return sources.equals(Set.of(Source.RANK)) && precision == Precision.EXACT;
    }
}
