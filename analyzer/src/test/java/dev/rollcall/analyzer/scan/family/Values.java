package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of what programs make of the rank before they ask: texts, numbers, collections, predicates. */
final class Values {
    private Values() {}

    private static final String ROLE = "enum Role { LEADER, DEPUTY, WORKER }\n";

    static final List<Template> SINGLE = List.of(
            new Template("a switch over a string", """
                    String role = rank == 0 ? "leader" : "worker";
                    switch (role) { // here
                    case "leader":
                    A;
                    break;
                    default:
                    }
                    switch (role) {
                    case "leader" -> { A; }
                    case "worker" -> { A; }
                    default -> throw new IllegalStateException(role);
                    }
                    """),
            new Template("a switch that gives a value", """
                    int turns = switch (rank % 3) {
                    case 0 -> 2;
                    case 1 -> { int one = 1; yield one + 1; }
                    default -> 2;
                    };
                    for (int i = 0; i < turns; i++) {
                    A;
                    }
                    boolean saves = switch (rank) { case 0, 1 -> true; default -> false; };
                    if (saves) { // here
                    A;
                    }
                    """),
            new Template("a text made of the rank", """
                    String name = "rank-" + rank + '/' + 4L;
                    if (name.startsWith("rank-0/")) { // here
                    A;
                    }
                    if ("rank%d".formatted(rank).equals("rank1")) { // here
                    A;
                    }
                    if (new StringBuilder().append(rank).append('x').toString().contains("2x")) { // here
                    A;
                    }
                    """),
            new Template("a text made of the rank that does not matter", """
                    String name = "rank-" + rank;
                    if (name.startsWith("rank-")) {
                    A;
                    }
                    if (String.format("%03d", rank).length() == 3) {
                    A;
                    }
                    """),
            new Template("predicates put together", """
                    Predicate<Integer> first = r -> r == 0;
                    Predicate<Integer> last = r -> r == 1;
                    if (first.or(last).negate().test(rank)) { // here
                    A;
                    }
                    if (first.or(first.negate()).test(rank)) {
                    A;
                    }
                    IntPredicate even = r -> r % 2 == 0;
                    if (even.and(r -> r >= 0).test(rank)) { // here
                    A;
                    }
                    """),
            new Template("functions put together", """
                    java.util.function.Function<Integer, Integer> half = r -> r / 2;
                    if (half.andThen(h -> h + 1).compose((Integer r) -> r * 2).apply(rank) == 1) { // here
                    A;
                    }
                    Supplier<Boolean> any = () -> half.apply(rank) >= 0;
                    if (any.get()) {
                    A;
                    }
                    BiFunction<Integer, Integer, Integer> add = Integer::sum;
                    if (add.andThen(s -> s - rank).apply(rank, 5) == 5) {
                    A;
                    }
                    """),
            new Template("least and most", """
                    if (Math.min(rank, 1) == 0) { // here
                    A;
                    }
                    if (Math.max(rank, 0) >= 0 && Math.abs(-rank) == rank) {
                    A;
                    }
                    if (Math.floorMod(rank - 1, 2) == 1) { // here
                    A;
                    }
                    """),
            new Template("minimum and maximum of unknown values", """
                    for (int i = 0; i < Math.min(steps, 4); i++) {
                    A;
                    }
                    if (Math.max(steps, rank) < steps) {
                    A;
                    }
                    for (int i = 0; i < Math.max(steps, 1); i++) {
                    if (rank == 0) { // here
                    A;
                    }
                    }
                    """, "static int steps;\n"),
            new Template("numbers of other kinds", """
                    if ((double) rank / g.getSize() < 0.2) { // here
                    A;
                    }
                    if ((1L << rank & 6L) != 0) { // here
                    A;
                    }
                    if ((char) ('a' + rank) >= 'a' && (byte) rank >= 0 && (rank ^ rank) == 0) {
                    A;
                    }
                    if (Integer.compare(rank, 0) > 0) { // here
                    A;
                    }
                    """),
            new Template("boxes", """
                    Integer own = rank;
                    Object same = own;
                    if (own.equals(0)) { // here
                    A;
                    }
                    if (same instanceof Integer number && number > 1) { // here
                    A;
                    }
                    if (Objects.equals(own, same) && Objects.hashCode(own) == rank) {
                    A;
                    }
                    """),
            new Template("tables by rank", """
                    boolean[] leads = new boolean[64];
                    leads[0] = true;
                    int[][] turns = {{1, 1}, {1, 1}};
                    if (leads[rank]) { // here
                    A;
                    }
                    for (int i = 0; i < turns[rank % 2][1]; i++) {
                    A;
                    }
                    """),
            new Template("collections by rank", """
                    if (Set.of(0, 1).contains(rank)) { // here
                    A;
                    }
                    if (Map.of(0, "leader").getOrDefault(rank, "worker").equals("leader")) { // here
                    A;
                    }
                    List<Integer> own = new ArrayList<>(List.of(rank, rank + 1));
                    Collections.reverse(own);
                    for (int each : own) {
                    A;
                    }
                    if (own.get(1) == 0) { // here
                    A;
                    }
                    """),
            new Template("maps of constants", """
                    Map<Role, Integer> turns = new EnumMap<>(Role.class);
                    for (Role each : Role.values()) {
                    turns.put(each, 2);
                    }
                    turns.put(Role.LEADER, 3);
                    Role own = Role.values()[Math.min(rank, 2)];
                    for (int i = 0; i < turns.get(own); i++) { // here
                    A;
                    }
                    Set<Role> leading = EnumSet.of(Role.LEADER, Role.DEPUTY);
                    if (leading.contains(own)) { // here
                    A;
                    }
                    switch (own) { // here
                    case LEADER, DEPUTY -> { A; }
                    case WORKER -> { }
                    }
                    """, ROLE),
            new Template("maps of constants that do not matter", """
                    Map<Role, Integer> turns = new EnumMap<>(Role.class);
                    for (Role each : Role.values()) {
                    turns.put(each, 2);
                    }
                    Role own = Role.valueOf(rank == 0 ? "LEADER" : "WORKER");
                    for (int i = 0; i < turns.get(own); i++) {
                    A;
                    }
                    switch (own) {
                    case LEADER -> { A; }
                    case DEPUTY, WORKER -> { A; }
                    }
                    """, ROLE),
            new Template("what several threads share, of any kind", """
                    var own = new java.util.concurrent.atomic.AtomicReference<>(rank);
                    own.updateAndGet(r -> r + 1);
                    if (own.get() == 1) { // here
                    A;
                    }
                    var facts = new java.util.concurrent.ConcurrentHashMap<String, Integer>();
                    int known = facts.computeIfAbsent("rank", name -> rank % 1);
                    if (known == 0) {
                    A;
                    }
                    if (facts.merge("rank", rank, Integer::sum) == 2) { // here
                    A;
                    }
                    """),
            new Template("an optional", """
                    Optional<Integer> own = Optional.of(rank).filter(r -> r == 0);
                    if (own.isPresent()) { // here
                    A;
                    }
                    if (Optional.of(rank).map(r -> r >= 0).orElse(false)) {
                    A;
                    }
                    int told = Optional.ofNullable(System.getenv("RANK")).map(Integer::parseInt).orElse(0);
                    if (told == 1) { // here
                    A;
                    }
                    """),
            new Template("a default for what is not there", """
                    String own = Objects.requireNonNullElse(System.getenv("RANK"), "0");
                    if (own.equals("0")) { // here
                    A;
                    }
                    int size = Integer.parseInt(Objects.requireNonNullElse(System.getenv("WORLD_SIZE"), "1"));
                    if (size > 2) {
                    A;
                    }
                    """),
            new Template("streams over ranks", """
                    IntStream.range(0, g.getSize()).filter(r -> r != rank).forEach(r -> {
                    A;
                    });
                    if (IntStream.of(0, 2).anyMatch(r -> r == rank)) { // here
                    A;
                    }
                    List<Integer> peers = IntStream.range(0, g.getSize()).boxed().filter(r -> r % 2 == rank % 2)
                    .collect(Collectors.toList());
                    if (peers.contains(0)) { // here
                    A;
                    }
                    if (peers.stream().mapToInt(Integer::intValue).sum() >= 0) {
                    A;
                    }
                    """));
}
