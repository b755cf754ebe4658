package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;

/** Keeps which branches are open. A branch that can leave stays open until what it leaves is over. */
final class Forking {
    static final int BLOCK = 0;
    static final int ROUND = 1;
    static final int LOOP = 2;
    static final int FUNCTION = 3;

    private final PythonRun run;

    Forking(PythonRun run) {
        this.run = run;
    }

    /** Opens a branch that took a way: 0 where its condition held. */
    void open(Node node, String condition, int line, boolean loop, long instance, int way, int level) {
        run.behaviour.ways.put(instance, way);
        PythonSite site = new PythonSite(run.now.file(), node.number(), line, condition, loop);
        run.open = Open.branch(instance, site, level, level == FUNCTION ? null : run.now.loop, run.open);
    }

    /** Closes what a loop opened, as far as a level. */
    void close(Object loop, int level) {
        run.open = Open.without(
                run.open,
                each -> each.site != null && each.frame == loop && each.until != FUNCTION && each.until <= level);
    }

    /** Returns how far out a node's statements can leave to. */
    static int escapes(Node node) {
        return node.leaves(Node.RETURN)
                ? FUNCTION
                : node.leaves(Node.BREAK) ? LOOP : node.leaves(Node.CONTINUE) ? ROUND : BLOCK;
    }
}
