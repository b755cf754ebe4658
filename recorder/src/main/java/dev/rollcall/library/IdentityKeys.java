package dev.rollcall.library;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Numbers objects by identity, without keeping them alive; a number is never given twice. Thread-safe. */
final class IdentityKeys {
    private final Map<Object, Long> keys = new ConcurrentHashMap<>();
    private final Map<Long, StoreIdentity> names = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();
    private final AtomicLong last = new AtomicLong();
    private volatile LongConsumer forgets = number -> {};

    /** Asks to be told of the number of each object that has gone. */
    void whenGone(LongConsumer told) {
        forgets = told;
    }

    /** Returns the object's number, from 1 upwards. */
    long of(Object object) {
        expunge();
        Long known = keys.get(new Probe(object));
        if (known != null) {
            return known;
        }
        return keys.computeIfAbsent(new Key(object, dead), key -> last.incrementAndGet());
    }

    /** Gives an object a name. */
    void name(Object object, StoreIdentity name) {
        names.put(of(object), name);
    }

    /** Returns an object's name. */
    StoreIdentity name(Object object) {
        return names.getOrDefault(of(object), StoreIdentity.UNKNOWN);
    }

    private void expunge() {
        for (Reference<?> key = dead.poll(); key != null; key = dead.poll()) {
            Long number = keys.remove(key);
            if (number != null) {
                names.remove(number);
                forgets.accept(number);
            }
        }
    }

    /** Looks an object up without a reference that the collector must track. */
    private record Probe(Object object) {
        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key ? key.refersTo(object) : other instanceof Probe p && p.object == object;
        }
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object mine = get();
            return mine != null && other instanceof Key key && key.refersTo(mine);
        }
    }
}
