package dev.rollcall.analyzer.code.value;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Puts a call's values in place of a summary's parameters. One substitution belongs to one call; it remembers what it replaced. Not
 * thread-safe.
 */
public final class Substitution {
    private static final String APPLIED = " in call ";

    private final ValuePool pool;
    private final Function<Value, Optional<Value>> replacement;
    private final long site;
    private final Map<Value, Value> done = new IdentityHashMap<>();
    private final UnaryOperator<Value> ofPart = this::of;

    /**
     * Makes the substitution of a call.
     *
     * @param replacement the value for a {@link Value.Parameter}, {@link Value.Captured}, {@link Value.Self} or any other; empty to keep it
     * @param site the call's site, see {@link ValuePool#site}: what the callee creates gets an identity of its own; 0 keeps identities
     */
    public Substitution(ValuePool pool, Function<Value, Optional<Value>> replacement, long site) {
        this.pool = pool;
        this.replacement = replacement;
        this.site = site;
    }

    /** Returns the values of parameters by their position; {@code self} is that of the method's object, which may be absent. */
    public static Substitution ofArguments(ValuePool pool, List<Value> arguments, Optional<Value> self, long site) {
        return new Substitution(
                pool,
                value -> {
                    if (value instanceof Value.Self) {
                        return self;
                    }
                    return value instanceof Value.Parameter parameter && parameter.index() < arguments.size()
                            ? Optional.of(arguments.get(parameter.index()))
                            : Optional.empty();
                },
                site);
    }

    /** Returns a value where a condition has a truth: its choices by that condition are made, and the condition itself is a constant. */
    public static Value where(ValuePool pool, Value value, Value condition, boolean holds) {
        Value opposite = pool.not(condition);
        Substitution[] own = new Substitution[1];
        own[0] = new Substitution(
                pool,
                part -> {
                    Value known = Simplifier.known(Simplifier.known(part, condition, holds), opposite, !holds);
                    return known == part ? Optional.empty() : Optional.of(own[0].of(known));
                },
                0);
        return own[0].of(value);
    }

    /** Returns the value in the caller. */
    public Value of(Value value) {
        Value found = done.get(value);
        if (found == null) {
            Optional<Value> replaced = replacement.apply(value);
            found = replaced.isPresent() ? pool.of(replaced.get()) : rebuilt(value);
            done.put(value, found);
        }
        return found;
    }

    private Value rebuilt(Value value) {
        if (value instanceof Value.Mixed mixed) {
            List<Value> parts = mixed.of().stream().map(ofPart).toList();
            return pool.mixed(key(mixed, parts), parts, mixed.own(), mixed.origin());
        }
        return pool.of(moved(ValueParts.map(value, ofPart)));
    }

    /** The key does not grow with the number of calls that a value goes through. */
    private static String key(Value.Mixed mixed, List<Value> parts) {
        if (parts.equals(mixed.of())) {
            return mixed.key();
        }
        int end = mixed.key().indexOf(APPLIED);
        String base = end < 0 ? mixed.key() : mixed.key().substring(0, end);
        return base + APPLIED + Integer.toHexString(31 * mixed.key().hashCode() + parts.hashCode());
    }

    private Value moved(Value value) {
        if (site == 0) {
            return value;
        }
        if (value instanceof Value.Result result && result.site() != 0) {
            return new Value.Result(result.function(), result.arguments(), ValuePool.site(site, result.site()));
        }
        if (value instanceof Value.Parts parts && parts.site() != 0) {
            return new Value.Parts(parts.kind(), parts.parts(), ValuePool.site(site, parts.site()));
        }
        if (value instanceof Value.Instance instance && instance.site() != 0) {
            return new Value.Instance(instance.type(), ValuePool.site(site, instance.site()), instance.fields());
        }
        return value;
    }
}
