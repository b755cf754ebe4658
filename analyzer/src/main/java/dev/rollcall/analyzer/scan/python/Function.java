package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.HashMap;
import java.util.Map;

/** A function, a method or a lambda of the program. */
final class Function extends Value {
    final String name;
    final Node node;
    final Scope closure;
    /** What parameters are where the call does not say. */
    final Map<String, Value> defaults = new HashMap<>();
    /** Whether the first argument is the class or the object that it is taken from. */
    boolean bound;

    /** The class that it is defined in; null where in none. */
    ClassValue owner;

    boolean property;
    /** Whether it belongs to its class rather than to an object of it. */
    boolean isStatic;
    /** Whether a call of it is a context, for {@code with}. */
    boolean context;
    /** Whether it runs without gradients, so that DDP's forward only computes. */
    boolean withoutGradients;
    /** The decorator that lets only rank 0 run it; null where there is none. */
    Node firstRankOnly;

    Function(String name, Node node, Scope closure) {
        super(false, null);
        this.name = name;
        this.node = node;
        this.closure = closure;
    }

    /** Returns what its first parameter is called; empty where it has none. */
    String firstParameter() {
        Node parameters = node.child("parameters");
        return parameters == null || parameters.parts().isEmpty()
                ? ""
                : Binding.name(parameters.parts().get(0));
    }

    Node body() {
        return node.child("body");
    }

    boolean isLambda() {
        return node.is("lambda");
    }

    @Override
    public String key() {
        return closure.file.path() + ":" + name + ":" + node.number();
    }
}
