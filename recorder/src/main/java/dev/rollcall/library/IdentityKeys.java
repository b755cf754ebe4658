package dev.rollcall.library;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Numbers objects by identity without keeping them alive. A number is never given twice. Thread-safe. */
final class IdentityKeys {
    private final Map<Object, Long> keys = new ConcurrentHashMap<>();
    private final Map<Long, StoreIdentity> identities = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();
    private final AtomicLong last = new AtomicLong();
    private volatile LongConsumer listener = number -> {};

    /** Sets the listener for the number of each object that is gone. */
    void whenGone(LongConsumer goneListener) {
        listener = goneListener;
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

    /** Remembers the identity of a store. */
    void identify(Object store, StoreIdentity identity) {
        identities.put(of(store), identity);
    }

    /** Returns the identity of a store. */
    StoreIdentity identity(Object store) {
        return identities.getOrDefault(of(store), StoreIdentity.UNKNOWN);
    }

    private void expunge() {
        for (Reference<?> key = dead.poll(); key != null; key = dead.poll()) {
            Long number = keys.remove(key);
            if (number != null) {
                identities.remove(number);
                listener.accept(number);
            }
        }
    }

    /** A key for look-ups, without a weak reference that the collector must track. */
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
