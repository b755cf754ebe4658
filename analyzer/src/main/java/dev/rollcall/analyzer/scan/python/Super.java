package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;

/** An object as the classes see it that a class of it extends: what {@code super()} returns. */
final class Super extends Value {
    final Value self;
    final List<Value> bases;

    Super(Value self, List<Value> bases) {
        super(false, null);
        this.self = self;
        this.bases = List.copyOf(bases);
    }

    @Override
    public String key() {
        return "super of " + self.key();
    }
}
