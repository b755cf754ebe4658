package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of calls that are some way from the condition. */
final class Reaching {
    private Reaching() {}

    private static final String DOWN = """
            static void save(PARAMETERS) { write(ARGUMENTS); }
            static void write(PARAMETERS) { A; }
            """;
    private static final String PLUGIN = """
            interface Plugin { void step(PARAMETERS); }
            static class Quiet implements Plugin { public void step(PARAMETERS) {} }
            static class Loud implements Plugin { public void step(PARAMETERS) { A; } }
            static class Same implements Plugin { public void step(PARAMETERS) { A; } }
            """;
    private static final String WORKER = """
            record Worker(int rank, int leader) {
            static Worker join() { return new Worker(Integer.parseInt(System.getenv("RANK")), Integer.getInteger("leader", 0)); }
            boolean leads() { return rank == leader; }
            }
            """;

    static final List<Template> SINGLE = List.of(
            new Template("a call two methods down", """
                    if (rank == 0) { // here
                    save(ARGUMENTS);
                    }
                    """, DOWN),
            new Template("a call two methods down on all ranks", """
                    if (rank == 0) {
                    save(ARGUMENTS);
                    } else {
                    write(ARGUMENTS);
                    }
                    """, DOWN),
            new Template("a call behind an interface", """
                    Plugin plugin = new Loud();
                    if (rank == 0) { // here
                    plugin.step(ARGUMENTS);
                    }
                    """, PLUGIN),
            new Template("a call behind an interface on all ranks", """
                    Plugin plugin = rank == 0 ? new Loud() : new Same();
                    plugin.step(ARGUMENTS);
                    """, PLUGIN),
            new Template("an interface that is chosen by rank", """
                    Plugin plugin;
                    if (rank == 0) { // here
                    plugin = new Loud();
                    } else {
                    plugin = new Quiet();
                    }
                    plugin.step(ARGUMENTS);
                    """, PLUGIN),
            new Template("a call in a lambda", """
                    Runnable save = () -> { A; };
                    if (rank == 0) { // here
                    save.run();
                    }
                    """),
            new Template("a call in a lambda on all ranks", """
                    Runnable save = () -> { A; };
                    if (rank == 0) {
                    System.out.println("first");
                    }
                    save.run();
                    """),
            new Template("a condition in a lambda", """
                    IntStream.range(0, 3).forEach(i -> {
                    if (rank == 0) { // here
                    A;
                    }
                    });
                    """),
            new Template("a lambda for all", """
                    List<Integer> all = List.of(1, 2, 3);
                    all.forEach(i -> {
                    A;
                    });
                    """),
            new Template("a method that tells the rank", """
                    if (leads(rank)) { // here
                    A;
                    }
                    """, "static boolean leads(int r) { return r == 0; }"),
            new Template("a method that is true of all ranks", """
                    if (known(rank)) {
                    A;
                    }
                    """, "static boolean known(int r) { return r >= 0; }"),
            new Template("a record that holds the rank", """
                    Worker worker = Worker.join();
                    if (worker.leads()) { // here
                    A;
                    }
                    """, WORKER),
            new Template("a record that holds the rank, balanced", """
                    Worker worker = Worker.join();
                    if (worker.leads()) {
                    A;
                    } else {
                    System.out.println(worker);
                    A;
                    }
                    """, WORKER),
            new Template("a static field", """
                    own = rank;
                    if (own == 0) { // here
                    A;
                    }
                    """, "static int own;"),
            new Template("an enum by rank", """
                    Role role = rank == 0 ? Role.LEADER : Role.WORKER;
                    switch (role) { // here
                    case LEADER:
                    A;
                    break;
                    default:
                    }
                    """, "enum Role { LEADER, WORKER }"),
            new Template("a map by rank", """
                    Map<Integer, String> roles = new HashMap<>();
                    roles.put(0, "leader");
                    if (roles.containsKey(rank)) { // here
                    A;
                    }
                    """),
            new Template(
                    "a recursion",
                    """
                    down(2, ARGUMENTS);
                    if (rank == 0) { // here
                    down(1, ARGUMENTS);
                    }
                    """,
                    "static void down(int n, PARAMETERS) { if (n > 0) { A; down(n - 1, ARGUMENTS); } }"),
            new Template(
                    "a recursion of all",
                    """
                    down(2 + rank - rank, ARGUMENTS);
                    """,
                    "static void down(int n, PARAMETERS) { if (n > 0) { A; down(n - 1, ARGUMENTS); } }"),
            new Template("an object that one rank told something", """
                    if (rank == 0) {
                    out.println("saved");
                    model.save("last");
                    }
                    if (model.training()) {
                    A;
                    }
                    for (int i = 0; i < model.layers(); i++) {
                    A;
                    }
                    if (out.checkError()) {
                    A;
                    }
                    """, """
                    interface Model {
                    void save(String file);
                    boolean training();
                    int layers();
                    }
                    static Model model;
                    static java.io.PrintStream out;
                    """),
            new Template("a loop over what one rank wraps", """
                    Iterable<String> lines = rank == 0 ? bar.apply(all) : all;
                    for (String line : lines) {
                    A;
                    }
                    """, """
                    static Iterable<String> all;
                    static UnaryOperator<Iterable<String>> bar;
                    """),
            new Template("in what several threads share", """
                    var number = new java.util.concurrent.atomic.AtomicInteger(rank);
                    var facts = new java.util.concurrent.ConcurrentHashMap<String, Integer>();
                    facts.put("rank", rank);
                    if (number.get() == 0) { // here
                    A;
                    }
                    if (facts.get("rank") == 1) { // here
                    A;
                    }
                    """));
}
