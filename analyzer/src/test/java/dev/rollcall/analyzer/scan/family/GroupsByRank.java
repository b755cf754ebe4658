package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of groups whose members the rank chooses. {@code A} is a call on all ranks, {@code B} the same on the group {@code s}. */
final class GroupsByRank {
    private GroupsByRank() {}

    private static final String JOIN = """
            static ProcessGroupGloo join(String name, int rank, int size) {
            return new ProcessGroupGloo(new PrefixStore(name, new FileStore("/tmp/store", size)), rank, size);
            }
            """;

    private static final String PAIR = """
            static ProcessGroupGloo join(int rank, int... members) {
            int own = IntStream.range(0, members.length).filter(i -> members[i] == rank).findFirst().orElseThrow();
            return new ProcessGroupGloo(new FileStore("/tmp/pair", 2), own, members.length);
            }
            """;

    private static final String TEAM = JOIN + """
            static class Team {
            final ProcessGroupGloo s;
            final int number;
            Team(int rank) { number = rank / 2; s = join("team-" + number, rank % 2, 2); }
            void meet(PARAMETERS) { B; }
            }
            """;

    private static final String CHOSEN = JOIN + """
            static void meet(PARAMETERS) { A; }
            """;

    static final List<Template> SINGLE = List.of(
            new Template("a split of the first ranks", """
                    Backend part = g.split(new FileStore("/tmp/store", 2), new int[] {0, 1}, new Backend.Options("gloo"));
                    ProcessGroupGloo s = new ProcessGroupGloo(part);
                    if (rank < 2) {
                    B;
                    }
                    A;
                    """),
            new Template("a split of the first ranks, called by one", """
                    Backend part = g.split(new FileStore("/tmp/store", 2), new int[] {0, 1}, new Backend.Options("gloo"));
                    ProcessGroupGloo s = new ProcessGroupGloo(part);
                    if (rank == 1) { // here
                    B;
                    }
                    A;
                    """),
            new Template("a split of the first ranks, called by one more", """
                    Backend part = g.split(new FileStore("/tmp/store", 2), new int[] {0, 1}, new Backend.Options("gloo"));
                    ProcessGroupGloo s = new ProcessGroupGloo(part);
                    if (rank < 3) { // here
                    B;
                    }
                    A;
                    """),
            new Template("a pair that a setting chooses", """
                    int odd = Integer.getInteger("odd", 0);
                    int next = (odd + 1) % g.getSize();
                    ProcessGroupGloo s = null;
                    if (rank == odd || rank == next) {
                    s = join(rank, odd, next);
                    }
                    if (rank == odd || rank == next) {
                    B;
                    }
                    A;
                    """, PAIR),
            new Template("a group that a loop chooses", """
                    ProcessGroupGloo s = null;
                    for (int i = 0; i < g.getSize(); i++) {
                    if (i == rank / 2) {
                    s = join("pair-" + i, rank % 2, 2);
                    }
                    }
                    if (rank < 2) {
                    B;
                    }
                    A;
                    """, JOIN),
            new Template("a split of listed ranks", """
                    int world = g.getSize();
                    int[] even = new int[(world + 1) / 2];
                    for (int i = 0; i < even.length; i++) {
                    even[i] = 2 * i;
                    }
                    Backend part = g.split(new FileStore("/tmp/store", 2), even, new Backend.Options("gloo"));
                    ProcessGroupGloo s = new ProcessGroupGloo(part);
                    if (rank % 2 == 0) {
                    B;
                    }
                    """),
            new Template("a group by pairs, called by halves", """
                    int pair = rank / 2;
                    ProcessGroupGloo s = join("pair-" + pair, rank % 2, 2);
                    if (pair == 0) {
                    B;
                    }
                    if (rank < 2) {
                    B;
                    }
                    """, JOIN),
            new Template("a group by pairs, called by parity", """
                    int pair = rank / 2;
                    ProcessGroupGloo s = join("pair-" + pair, rank % 2, 2);
                    if (rank % 2 == 0) { // here
                    B;
                    }
                    """, JOIN),
            new Template("a group by parity, called by the first ranks", """
                    int world = g.getSize();
                    ProcessGroupGloo s = join("parity-" + rank % 2, rank / 2, (world + 1 - rank % 2) / 2);
                    if (rank < 2) { // here
                    B;
                    }
                    """, JOIN),
            new Template("a group of the others, called by them", """
                    int world = g.getSize();
                    if (rank != 0) {
                    ProcessGroupGloo s = join("workers", rank - 1, world - 1);
                    B;
                    B;
                    }
                    A;
                    """, JOIN),
            new Template("a group of the others, called by most of them", """
                    int world = g.getSize();
                    if (rank != 0) {
                    ProcessGroupGloo s = join("workers", rank - 1, world - 1);
                    if (rank != 1) { // here
                    B;
                    }
                    }
                    A;
                    """, JOIN),
            new Template("a group that is null outside", """
                    ProcessGroupGloo s = null;
                    if (rank < 2) {
                    s = join("pair", rank, 2);
                    }
                    if (s != null) {
                    B;
                    }
                    A;
                    """, JOIN),
            new Template("a group that is null outside, called by one", """
                    ProcessGroupGloo s = null;
                    if (rank < 2) {
                    s = join("pair", rank, 2);
                    }
                    if (s != null && rank == 0) { // here
                    B;
                    }
                    A;
                    """, JOIN),
            new Template("two groups by a choice", """
                    int world = g.getSize();
                    ProcessGroupGloo s = rank < 2 ? join("low", rank, 2) : join("high", rank - 2, world - 2);
                    B;
                    A;
                    if (rank < 2) {
                    B;
                    }
                    """, JOIN),
            new Template("two groups by a choice, one without a member", """
                    int world = g.getSize();
                    ProcessGroupGloo s = rank < 2 ? join("low", rank, 2) : join("high", rank - 2, world - 2);
                    if (rank != world - 1) { // here
                    B;
                    }
                    """, JOIN),
            new Template("two groups that mix", """
                    int world = g.getSize();
                    ProcessGroupGloo low = join("low", rank, world);
                    ProcessGroupGloo high = join("high", rank, world);
                    meet(rank < 2 ? low : high, v, w, t, u, l); // here
                    """, CHOSEN),
            new Template("groups in a map", """
                    Map<String, ProcessGroupGloo> groups = new HashMap<>();
                    groups.put("all", g);
                    if (rank < 2) {
                    groups.put("low", join("low", rank, 2));
                    }
                    if (rank < 2) {
                    meet(groups.get("low"), v, w, t, u, l);
                    }
                    meet(groups.get("all"), v, w, t, u, l);
                    """, CHOSEN),
            new Template("groups in a map, one called by one", """
                    Map<String, ProcessGroupGloo> groups = new HashMap<>();
                    groups.put("all", g);
                    if (rank < 2) {
                    groups.put("low", join("low", rank, 2));
                    }
                    if (rank < 1) { // here
                    meet(groups.get("low"), v, w, t, u, l);
                    }
                    meet(groups.get("all"), v, w, t, u, l);
                    """, CHOSEN),
            new Template("a team", """
                    Team team = new Team(rank);
                    if (team.number == 1) {
                    team.meet(ARGUMENTS);
                    }
                    """, TEAM),
            new Template("one of a team", """
                    Team team = new Team(rank);
                    if (rank == 2) { // here
                    team.meet(ARGUMENTS);
                    }
                    """, TEAM),
            new Template("pairs by a switch", """
                    ProcessGroupGloo s = join("pair-" + rank / 2, rank % 2, 2);
                    switch (rank / 2) {
                    case 0:
                    B;
                    break;
                    case 1:
                    B;
                    B;
                    break;
                    default:
                    }
                    """, JOIN),
            new Template("ranks by a switch", """
                    ProcessGroupGloo s = join("pair-" + rank / 2, rank % 2, 2);
                    switch (rank) { // here
                    case 0:
                    B;
                    break;
                    case 1:
                    B;
                    B;
                    break;
                    default:
                    }
                    """, JOIN),
            new Template("halves that order their group and all differently", """
                    int world = g.getSize();
                    ProcessGroupGloo s = join("parity-" + rank % 2, rank / 2, (world + 1 - rank % 2) / 2);
                    if (rank % 2 == 0) {
                    A;
                    B;
                    } else {
                    B;
                    A;
                    }
                    """, JOIN),
            new Template("pairs that order their group and all differently", """
                    ProcessGroupGloo s = join("pair-" + rank / 2, rank % 2, 2);
                    if (rank % 2 == 0) { // here
                    A;
                    B;
                    } else {
                    B;
                    A;
                    }
                    """, JOIN),
            new Template("leaders, then all", """
                    int world = g.getSize();
                    boolean leads = rank % 2 == 0;
                    if (leads) {
                    ProcessGroupGloo s = join("leaders", rank / 2, (world + 1) / 2);
                    B;
                    }
                    A;
                    """, JOIN),
            new Template("leaders, then all, where the first leader has done", """
                    int world = g.getSize();
                    boolean leads = rank % 2 == 0;
                    if (leads) {
                    ProcessGroupGloo s = join("leaders", rank / 2, (world + 1) / 2);
                    for (int i = 0; i < 3; i++) {
                    if (rank == 0 && i == 2) { // here
                    break;
                    }
                    B;
                    }
                    }
                    A;
                    """, JOIN));
}
