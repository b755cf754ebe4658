package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import java.util.Arrays;

/**
 * The wrapped methods by number. A wrapper's code contains its number, which never changes its meaning. Thread-safe; reading
 * takes no lock.
 */
final class HookedMethods {
    private volatile HookedMethod[] methods = new HookedMethod[0];

    /** Adds a method of a class that this loader defines, and returns its number. */
    synchronized int add(CatalogueEntry entry, ClassLoader loader, String className, String method) {
        int number = methods.length;
        HookedMethod[] longer = Arrays.copyOf(methods, number + 1);
        longer[number] = new HookedMethod(number, entry, loader, className, method);
        methods = longer;
        return number;
    }

    /** Returns the method with this number. */
    HookedMethod get(int number) {
        return methods[number];
    }
}
