package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families that ask for the number of ranks: the world's is the same on all ranks, that of a group of some is not. */
final class WorldSizes {
    private WorldSizes() {}

    private static final String JOIN = """
            static ProcessGroupGloo join(String name, int rank, int size) {
            return new ProcessGroupGloo(new PrefixStore(name, new FileStore("/tmp/store", size)), rank, size);
            }
            """;

    static final List<Template> SINGLE = List.of(
            new Template("more than one rank", """
                    int size = g.getSize();
                    if (size > 1) {
                    A;
                    }
                    if (Integer.parseInt(System.getenv("WORLD_SIZE")) % 2 == 0) {
                    A;
                    }
                    """),
            new Template("one rank alone returns", """
                    if (g.getSize() == 1) {
                    return;
                    }
                    A;
                    """),
            new Template("the first half", """
                    int size = g.getSize();
                    if (rank < size / 2) { // here
                    A;
                    }
                    """),
            new Template("both halves", """
                    int size = g.getSize();
                    int half = size / 2;
                    if (rank < half) {
                    A;
                    }
                    if (rank >= half) {
                    A;
                    }
                    """),
            new Template("the last rank", """
                    int size = g.getSize();
                    if (rank == size - 1) { // here
                    A;
                    }
                    """),
            new Template("all but the last rank", """
                    int size = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    if (rank + 1 < size) { // here
                    A;
                    }
                    """),
            new Template("a rank that has a neighbour in a ring", """
                    int size = g.getSize();
                    int next = (rank + 1) % size;
                    if (next == 0) { // here
                    A;
                    }
                    """),
            new Template("a rank below the size", """
                    int size = g.getSize();
                    if (rank < size) {
                    A;
                    }
                    if (rank >= size) {
                    A;
                    }
                    if (rank % size == rank) {
                    A;
                    }
                    """),
            new Template("a loop over all ranks", """
                    int size = g.getSize();
                    for (int i = 0; i < size; i++) {
                    A;
                    }
                    """),
            new Template("a loop in which each rank has its turn", """
                    int size = g.getSize();
                    for (int i = 0; i < size; i++) {
                    if (i == rank) {
                    System.out.println("my turn");
                    }
                    A;
                    }
                    """),
            new Template("a loop in which each rank calls at its turn", """
                    int size = g.getSize();
                    for (int i = 0; i < size; i++) {
                    if (i == rank) {
                    A;
                    }
                    }
                    """),
            new Template("a loop from the own rank", """
                    int size = g.getSize();
                    for (int i = rank; i < size; i++) { // here
                    A;
                    }
                    """),
            new Template("an odd rank left over", """
                    int size = g.getSize();
                    if (size % 2 == 1 && rank == size - 1) { // here
                    A;
                    }
                    """),
            new Template("equal shares", """
                    int size = g.getSize();
                    int share = (int) (l.size() / size);
                    for (int i = rank * share; i < (rank + 1) * share; i++) {
                    A;
                    }
                    """),
            new Template("shares with a rest", """
                    int size = g.getSize();
                    int many = (int) l.size();
                    int share = many / size + (rank < many % size ? 1 : 0);
                    for (int i = 0; i < share; i++) { // here
                    A;
                    }
                    """),
            new Template("the size of the own group, on it", """
                    int size = g.getSize();
                    ProcessGroupGloo s = join("parity-" + rank % 2, rank / 2, (size + 1 - rank % 2) / 2);
                    if (s.getSize() > 1) {
                    B;
                    }
                    for (int i = 0; i < s.getSize(); i++) {
                    B;
                    }
                    """, JOIN),
            new Template("the size of the own group, on all ranks", """
                    int size = g.getSize();
                    ProcessGroupGloo s = join("parity-" + rank % 2, rank / 2, (size + 1 - rank % 2) / 2);
                    if (s.getSize() > 1) { // here
                    A;
                    }
                    """, JOIN),
            new Template("passes by the size of the own group, on all ranks", """
                    int size = g.getSize();
                    ProcessGroupGloo s = join("parity-" + rank % 2, rank / 2, (size + 1 - rank % 2) / 2);
                    for (int i = 0; i < s.getSize(); i++) { // here
                    A;
                    }
                    """, JOIN),
            new Template("the size of the others, on all ranks", """
                    int size = g.getSize();
                    int own = size;
                    if (rank != 0) {
                    ProcessGroupGloo s = join("workers", rank - 1, size - 1);
                    own = s.getSize();
                    B;
                    }
                    if (own == size) { // here
                    A;
                    }
                    """, JOIN));
}
