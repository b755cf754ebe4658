package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of several communicators, and of results that are the same on all ranks. {@code G.} stands before a group. */
final class Groups {
    private Groups() {}

    private static final String JOIN = """
            static ProcessGroupGloo join(String name, int rank, int size) {
            return new ProcessGroupGloo(new PrefixStore(name, new FileStore("/tmp/store", size)), rank, size);
            }
            """;

    /** With a call on {@code g} in A, and the same on the group {@code s} in B. */
    static final List<Template> SINGLE = List.of(
            new Template("split communicators", """
                    int world = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    int half = rank % 2;
                    ProcessGroupGloo s = join("half-" + half, rank / 2, (world + 1 - half) / 2);
                    A;
                    if (half == 0) {
                    B;
                    }
                    """, JOIN),
            new Template("split communicators, in each by its own way", """
                    int world = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    int half = rank % 2;
                    ProcessGroupGloo s = join("half-" + half, rank / 2, (world + 1 - half) / 2);
                    if (half == 0) {
                    B;
                    A;
                    } else {
                    B;
                    B;
                    A;
                    }
                    """, JOIN),
            new Template("one rank of a split communicator", """
                    int world = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    int half = rank % 2;
                    ProcessGroupGloo s = join("half-" + half, rank / 2, (world + 1 - half) / 2);
                    if (s.getRank() == 0) { // here
                    B;
                    }
                    """, JOIN),
            new Template("a communicator of some ranks", """
                    if (rank < 2) {
                    ProcessGroupGloo s = join("pair", rank, 2);
                    B;
                    }
                    A;
                    """, JOIN),
            new Template("two communicators in crossed order", """
                    int world = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    ProcessGroupGloo s = join("second", rank, world);
                    if (rank == 0) { // here
                    A;
                    B;
                    } else {
                    B;
                    A;
                    }
                    """, JOIN),
            new Template("two communicators in one order", """
                    int world = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    ProcessGroupGloo s = join("second", rank, world);
                    if (rank == 0) {
                    A;
                    B;
                    } else {
                    A;
                    B;
                    }
                    """, JOIN),
            new Template("the wrong communicator on one rank", """
                    int world = Integer.parseInt(System.getenv("WORLD_SIZE"));
                    ProcessGroupGloo s = join("second", rank, world);
                    if (rank == 0) { // here
                    A;
                    } else {
                    B;
                    }
                    """, JOIN),
            new Template("a broadcast value", """
                    Tensor flag = torch.ones(1).mul(new Scalar(rank));
                    g.broadcast(new TensorVector(flag));
                    if (flag.item_int() == 1) {
                    A;
                    }
                    """),
            new Template("a summed value", """
                    Tensor flag = torch.ones(1).mul(new Scalar(rank));
                    g.allreduce(new TensorVector(flag));
                    if (flag.item_int() == 1) {
                    A;
                    }
                    """));
}
