package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Group;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.HashMap;
import java.util.Map;

/** What the program's text does not tell, such as what a library returns; known by how it came about. Mutable, as an object is. */
final class Unknown extends Value {
    /** What is attached to it, by name. */
    final Map<String, Value> attributes = new HashMap<>();
    /** What it does when it is called or asked. */
    Kind kind = Kind.ANY;
    /** What is inside of a wrapper; null where nothing is. */
    Value inner;
    /** Whether layers in it do as in training. */
    boolean training = true;
    /** The number of elements of a tensor; null where unknown. */
    Value count;
    /** The type of a tensor's elements; null where unknown. */
    Value element;

    Group group;
    private final String identity;
    private String content;
    private boolean contentRanked;

    /** What an object is known to be. */
    enum Kind {
        ANY,
        TENSOR,
        DDP,
        FSDP,
        /** Sharded by fully_shard: its own state dict calls nothing. */
        SHARDED,
        SYNC_BATCH_NORM,
        ACCELERATOR,
        /** A trainer, a strategy, or what else of Lightning calls collectives. */
        LIGHTNING,
        GROUP
    }

    Unknown(String key, boolean ranked, Open origin) {
        super(ranked, origin);
        identity = key;
        content = key;
        contentRanked = ranked;
    }

    static Unknown of(Kind kind, String key, Open origin) {
        Unknown made = new Unknown(key, false, origin);
        made.kind = kind;
        return made;
    }

    /** Says that the object now holds something else. */
    void become(String newContent, boolean ranked) {
        content = newContent;
        contentRanked = ranked;
    }

    /** Returns this as an object whose own making is the same on all ranks, whatever it was made with, if it is. */
    Unknown settled(boolean made) {
        contentRanked &= !made;
        return this;
    }

    /** Returns what it is known by whatever it holds by now: its size and the like do not change with that. */
    String identity() {
        return identity;
    }

    /** Returns it as a number. */
    Sym number() {
        return Sym.input(content, 'J', contentRanked, origin());
    }

    @Override
    public String key() {
        return content;
    }

    @Override
    public boolean ranked() {
        return contentRanked;
    }
}
