package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of the shapes that classes and statements have around a condition. */
final class Structure {
    private Structure() {}

    private static final String TASK = """
            interface Task<T> {
            void run(T told, PARAMETERS);
            default void twice(T told, PARAMETERS) { run(told, ARGUMENTS); run(told, ARGUMENTS); }
            }
            static class Save implements Task<Integer> {
            public void run(Integer rank, PARAMETERS) {
            if (rank == 0) { // here
            A;
            }
            }
            }
            static class All implements Task<Integer> {
            public void run(Integer rank, PARAMETERS) { A; }
            }
            """;
    private static final String WORKER = """
            static class Worker extends Thread {
            final int rank;
            final ProcessGroupGloo g; final TensorVector v; final TensorVector w; final Tensor t; final Tensor u; final LongVector l;
            Worker(int rank, PARAMETERS) { this.rank = rank; this.g = g; this.v = v; this.w = w; this.t = t; this.u = u; this.l = l; }
            @Override public void run() {
            if (rank == 0) { // here
            A;
            }
            A;
            }
            }
            """;
    private static final String CLOSING = """
            static class Scope implements AutoCloseable {
            final ProcessGroupGloo g; final TensorVector v; final TensorVector w; final Tensor t; final Tensor u; final LongVector l;
            Scope(PARAMETERS) { this.g = g; this.v = v; this.w = w; this.t = t; this.u = u; this.l = l; }
            @Override public void close() { A; }
            }
            """;
    private static final String SEALED = """
            sealed interface Role permits Leader, Worker {}
            record Leader(int rank) implements Role {}
            record Worker(int rank, int leader) implements Role {
            Worker { if (leader > rank) throw new IllegalArgumentException("leader"); }
            }
            """;

    static final List<Template> SINGLE = List.of(
            new Template("a stream over what an object made of its rank", """
                    Shares shares = new Shares(rank);
                    if (shares.all.get(0) == 0) { // here
                    A;
                    }
                    shares.all.stream().filter(each -> each > 2).forEach(each -> { // here
                    A;
                    });
                    shares.all.stream().filter(each -> each >= rank).forEach(each -> {
                    A;
                    });
                    """, """
                    static class Shares {
                    final int own;
                    final List<Integer> all;
                    Shares(int rank) {
                    own = rank;
                    all = IntStream.range(0, 4).mapToObj(each -> each + own).toList();
                    }
                    }
                    """),
            new Template("a stream over what an object made before it got its rank", """
                    Shares shares = new Shares(rank);
                    if (shares.all.get(0) == 1) {
                    A;
                    }
                    if (shares.own > 0) { // here
                    A;
                    }
                    """, """
                    static class Shares {
                    int own = 1;
                    final List<Integer> all;
                    Shares(int rank) {
                    all = IntStream.range(0, 4).mapToObj(each -> each + own).toList();
                    own = rank;
                    }
                    }
                    """),
            new Template("a bridge", """
                    Task<Integer> task = new Save();
                    task.run(rank, ARGUMENTS);
                    """, TASK),
            new Template("a default method", """
                    Task<Integer> task = new All();
                    task.twice(rank, ARGUMENTS);
                    """, TASK.replace(" // here", "").replace("rank == 0", "rank >= 0")),
            new Template(
                    "a default method that one rank calls",
                    """
                    Task<Integer> task = new All();
                    if (rank < 1) { // here
                    task.twice(rank, ARGUMENTS);
                    }
                    """,
                    TASK.replace(" // here", "").replace("rank == 0", "rank >= 0")),
            new Template("a resource whose end calls", """
                    if (rank == 0) { // here
                    try (Scope scope = new Scope(ARGUMENTS)) {
                    System.out.println(scope);
                    }
                    }
                    """, CLOSING),
            new Template("a resource around a condition", """
                    try (Scope scope = new Scope(ARGUMENTS)) {
                    if (rank == 0) { // here
                    A;
                    }
                    System.out.println(scope);
                    }
                    """, CLOSING),
            new Template("a resource on all ranks", """
                    try (Scope scope = new Scope(ARGUMENTS)) {
                    if (rank == 0) {
                    System.out.println(scope);
                    }
                    }
                    """, CLOSING),
            new Template("a lock", """
                    Object lock = new Object();
                    synchronized (lock) {
                    if (rank == 1) { // here
                    A;
                    }
                    }
                    synchronized (lock) {
                    A;
                    }
                    """),
            new Template("a local class", """
                    class Saver {
                    private final boolean leads = rank == 0;
                    void save() {
                    if (leads) { // here
                    A;
                    }
                    }
                    void all() { A; }
                    }
                    new Saver().save();
                    new Saver().all();
                    """),
            new Template("a class without a name", """
                    Callable task = new Callable() {
                    @Override public void call() {
                    if (rank > 2) { // here
                    A;
                    }
                    }
                    };
                    task.call();
                    """, "interface Callable { void call(); }\n"),
            new Template("sealed types", """
                    Role role = rank == 0 ? new Leader(rank) : new Worker(rank, 0);
                    if (role instanceof Worker worker && worker.leader() == 0) { // here
                    A;
                    A;
                    }
                    if (role instanceof Leader leader) {
                    System.out.println(leader.rank());
                    }
                    """, SEALED),
            new Template("sealed types that do not matter", """
                    Role role = rank == 0 ? new Leader(rank) : new Worker(rank, 0);
                    if (role instanceof Leader || role instanceof Worker) {
                    A;
                    }
                    if (role instanceof Leader leader) {
                    A;
                    } else if (role instanceof Worker worker) {
                    A;
                    }
                    """, SEALED),
            new Template("a condition in an argument", """
                    save(rank == 0, ARGUMENTS);
                    save(rank == 0 ? true : rank > 0, ARGUMENTS);
                    """, """
                    static void save(boolean leads, PARAMETERS) {
                    if (leads) { // here
                    A;
                    }
                    }
                    """),
            new Template("loops that are left by a label", """
                    outer:
                    for (int i = 0; i < 3; i++) {
                    for (int k = 0; k < 3; k++) {
                    if (k == 2 && rank == 0) {
                    break outer;
                    }
                    if (k == 1) {
                    continue outer;
                    }
                    }
                    }
                    do {
                    A;
                    } while (rank < 0);
                    outer:
                    for (int i = 0; i < 3; i++) {
                    for (int k = 0; k < 3; k++) {
                    if (k == 1 && rank == 0) { // here
                    break outer;
                    }
                    A;
                    }
                    }
                    """),
            new Template("an executor", """
                    java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(1);
                    pool.submit(() -> { A; });
                    if (rank == 0) { // here
                    pool.execute(() -> { A; });
                    }
                    pool.submit(() -> {
                    if (rank == 1) { // here
                    A;
                    }
                    return null;
                    });
                    pool.shutdown();
                    """),
            new Template("a future", """
                    java.util.concurrent.CompletableFuture.runAsync(() -> System.out.println("load")).thenRun(() -> {
                    if (rank == 0) { // here
                    A;
                    }
                    }).join();
                    java.util.concurrent.CompletableFuture.supplyAsync(() -> rank).thenAccept(r -> { A; }).join();
                    """),
            new Template("a thread of its own kind", """
                    Worker worker = new Worker(rank, ARGUMENTS);
                    worker.start();
                    worker.join();
                    """, WORKER),
            new Template("tasks by name", """
                    Map<String, Runnable> tasks = new HashMap<>();
                    tasks.put("save", () -> { A; });
                    tasks.put("same", () -> { A; });
                    tasks.get(rank == 0 ? "save" : "same").run();
                    tasks.getOrDefault(rank == 0 ? "save" : "none", () -> {}).run(); // here
                    """),
            new Template("an iterable of the program's", """
                    for (int shard : shards(rank, 2)) {
                    A;
                    }
                    for (int shard : shards(rank, rank)) { // here
                    A;
                    }
                    """, """
                    static Iterable<Integer> shards(int from, int count) {
                    return () -> new Iterator<Integer>() {
                    int next = from;
                    @Override public boolean hasNext() { return next < from + count; }
                    @Override public Integer next() { return next++; }
                    };
                    }
                    """));
}
