package dev.rollcall.analyzer.scan.run;

import java.util.List;
import org.objectweb.asm.Handle;

/** A lambda or a method reference. Immutable. */
final class Lambda extends Value {
    final String type;
    final String method;
    final Handle body;
    final List<Value> captured;

    Lambda(String type, String method, Handle body, List<Value> captured, Open origin) {
        super(Keys.ranked(captured), origin);
        this.type = type;
        this.method = method;
        this.body = body;
        this.captured = List.copyOf(captured);
    }

    /** Returns the same, chosen inside other branches. */
    Lambda because(Open origin) {
        return new Lambda(type, method, body, captured, origin);
    }

    @Override
    public String key() {
        return Keys.of("lambda " + body.getOwner() + "." + body.getName(), captured);
    }
}
