package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families in which the rank chooses the order of two calls. */
final class Orders {
    private Orders() {}

    private static final String STEPS = """
            static void both(Runnable first, Runnable second) {
            first.run();
            second.run();
            }
            """;

    private static final String SECOND = """
            static ProcessGroupGloo join(String name, int rank, int size) {
            return new ProcessGroupGloo(new PrefixStore(name, new FileStore("/tmp/store", size)), rank, size);
            }
            static void meet(PARAMETERS) { A; }
            """;

    /** With different calls {@code A} and {@code B} on one communicator. */
    static final List<Template> PAIRS = List.of(
            new Template("one call moved by a complement", """
                    if (rank == 0) { // here
                    A;
                    }
                    B;
                    if (rank != 0) {
                    A;
                    }
                    """),
            new Template("complements in one order", """
                    if (rank == 0) {
                    A;
                    }
                    if (rank != 0) {
                    A;
                    }
                    if (rank > 0) {
                    B;
                    } else {
                    B;
                    }
                    """),
            new Template("complements with unlike calls", """
                    if (rank == 0) { // here
                    A;
                    }
                    if (rank != 0) { // here
                    B;
                    }
                    """),
            new Template("two branches with swapped sides", """
                    if (rank == 0) { // here
                    A;
                    } else {
                    B;
                    }
                    if (rank != 0) {
                    A;
                    } else {
                    B;
                    }
                    """),
            new Template("two branches with equal sides", """
                    if (rank == 0) {
                    A;
                    } else {
                    A;
                    }
                    if (!(rank > 0)) {
                    B;
                    A;
                    } else {
                    B;
                    A;
                    }
                    """),
            new Template("a flag that moves a call", """
                    boolean leads = rank == 0;
                    if (!leads) { // here
                    B;
                    }
                    A;
                    if (leads) {
                    B;
                    }
                    """),
            new Template("a loop whose passes the rank turns", """
                    for (int i = 0; i < 2; i++) {
                    if ((i + rank) % 2 == 0) { // here
                    A;
                    } else {
                    B;
                    }
                    }
                    """),
            new Template("a loop whose passes the rank does not turn", """
                    for (int i = 0; i < 2; i++) {
                    if ((i + 2 * rank) % 2 == 0) {
                    A;
                    } else {
                    B;
                    }
                    }
                    """),
            new Template("an order at the end", """
                    boolean leads = rank == 0;
                    try {
                    if (leads) { // here
                    A;
                    } else {
                    B;
                    }
                    } finally {
                    if (leads) {
                    B;
                    } else {
                    A;
                    }
                    }
                    """),
            new Template("steps in swapped order", """
                    Runnable one = () -> { A; };
                    Runnable two = () -> { B; };
                    if (rank == 0) { // here
                    both(one, two);
                    } else {
                    both(two, one);
                    }
                    """, STEPS),
            new Template("steps in one order", """
                    Runnable one = () -> { A; };
                    Runnable two = () -> { B; };
                    if (rank == 0) {
                    both(one, two);
                    } else {
                    one.run();
                    two.run();
                    }
                    """, STEPS),
            new Template("a list of steps in the order of the rank", """
                    Runnable one = () -> { A; };
                    Runnable two = () -> { B; };
                    List<Runnable> steps = rank == 0 ? List.of(one, two) : List.of(two, one); // here
                    for (Runnable step : steps) {
                    step.run();
                    }
                    """),
            new Template("a list of steps in one order", """
                    Runnable one = () -> { A; };
                    Runnable two = () -> { B; };
                    List<Runnable> steps = List.of(one, two);
                    for (Runnable step : steps) {
                    step.run();
                    }
                    """));

    /** With a call {@code A} on all ranks, and the same in {@code B} on {@code s}. */
    static final List<Template> SINGLE = List.of(
            new Template("two communicators that the rank swaps", """
                    ProcessGroupGloo s = join("second", rank, g.getSize());
                    boolean leads = rank == 0;
                    ProcessGroupGloo first = leads ? g : s, second = leads ? s : g; // here
                    meet(first, v, w, t, u, l);
                    meet(second, v, w, t, u, l);
                    """, SECOND),
            new Template("two communicators that the rank does not swap", """
                    ProcessGroupGloo s = join("second", rank, g.getSize());
                    ProcessGroupGloo first = rank == 0 ? g : s;
                    ProcessGroupGloo second = rank != 0 ? s : g;
                    meet(g, v, w, t, u, l);
                    meet(s, v, w, t, u, l);
                    """, SECOND),
            new Template("two communicators, the second one first by a complement", """
                    ProcessGroupGloo s = join("second", rank, g.getSize());
                    if (rank == 0) { // here
                    A;
                    }
                    B;
                    if (rank != 0) {
                    A;
                    }
                    """, SECOND));
}
