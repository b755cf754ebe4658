package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;

/** Something that is called on an object: a method of the program, or by its name one of a library. */
final class Method extends Value {
    final Value receiver;
    final String name;
    /** The program's; null for a library's. */
    final Function function;

    Method(Value receiver, String name, Function function) {
        super(receiver.ranked(), null);
        this.receiver = receiver;
        this.name = name;
        this.function = function;
    }

    @Override
    public String key() {
        return receiver.key() + "." + name;
    }
}
