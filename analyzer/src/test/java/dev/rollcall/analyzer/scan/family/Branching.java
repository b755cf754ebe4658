package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of plain control flow. */
final class Branching {
    private Branching() {}

    static final List<Template> PAIRS = List.of(
            new Template("two calls swapped between branches", """
                    if (rank == 0) { // here
                    A;
                    B;
                    } else {
                    B;
                    A;
                    }
                    """),
            new Template("balanced branch with two calls", """
                    if (rank == 0) {
                    System.out.println("first");
                    A;
                    B;
                    } else {
                    A;
                    B;
                    }
                    """));

    static final List<Template> SINGLE = List.of(
            new Template("a call in one branch only", """
                    A;
                    if (rank == 0) { // here
                    A;
                    }
                    """),
            new Template("a call in the other branch only", """
                    if (rank == 0) { // here
                    System.out.println("first");
                    } else {
                    A;
                    }
                    A;
                    """),
            new Template("a branch without a call", """
                    if (rank == 0) {
                    System.out.println("first");
                    }
                    A;
                    """),
            new Template("balanced branch with one call", """
                    if (rank == 0) {
                    A;
                    } else {
                    A;
                    System.out.println("other");
                    }
                    """),
            new Template("complementary ifs", """
                    if (rank == 0) {
                    A;
                    }
                    if (rank != 0) {
                    A;
                    }
                    """),
            new Template("ifs that are not complementary", """
                    if (rank == 0) { // here
                    A;
                    }
                    if (rank == 1) { // here
                    A;
                    }
                    """),
            new Template("ranks by parity", """
                    if (rank % 2 == 0) { // here
                    A;
                    }
                    """),
            new Template("both parities", """
                    if (rank % 2 == 0) {
                    A;
                    }
                    if ((rank & 1) == 1) {
                    A;
                    }
                    """),
            new Template("an early return", """
                    if (rank != 0) { // here
                    return;
                    }
                    A;
                    """),
            new Template("an early return behind its call", """
                    if (rank != 0) {
                    A;
                    return;
                    }
                    A;
                    """),
            new Template("an exit of one rank", """
                    if (rank == 1) { // here
                    System.exit(3);
                    }
                    A;
                    """),
            new Template("an exit of all ranks", """
                    if (rank >= 0) {
                    System.exit(3);
                    }
                    A;
                    """),
            new Template("an exception of one rank", """
                    if (rank == 1) { // here
                    throw new IllegalStateException("no data");
                    }
                    A;
                    """),
            new Template("an uniform condition inside", """
                    if (u.item_double() > 0.5 && rank == 0) { // here
                    A;
                    }
                    """),
            new Template("an uniform condition", """
                    if (u.item_double() > 0.5) {
                    A;
                    }
                    A;
                    """),
            new Template("nested rank conditions", """
                    if (rank < 2) {
                    if (rank == 0) { // here
                    A;
                    }
                    }
                    """),
            new Template("nested rank conditions that do not matter", """
                    if (rank < 2) {
                    if (rank == 0) {
                    System.out.println("first");
                    }
                    A;
                    } else {
                    A;
                    }
                    """),
            new Template("a switch", """
                    switch (rank) { // here
                    case 0:
                    case 1:
                    A;
                    break;
                    default:
                    }
                    """),
            new Template("a balanced switch", """
                    switch (rank) {
                    case 0:
                    A;
                    break;
                    case 1:
                    A;
                    break;
                    default:
                    A;
                    }
                    """),
            new Template("a string", """
                    String role = rank == 0 ? "leader" : "worker";
                    if (role.equals("leader")) { // here
                    A;
                    }
                    """),
            new Template("a string of the environment", """
                    if ("0".equals(System.getenv("RANK"))) { // here
                    A;
                    }
                    """),
            new Template("a boolean", """
                    boolean leader = rank == 0;
                    boolean others = !leader;
                    if (others) { // here
                    A;
                    }
                    """),
            new Template("a boolean of both", """
                    boolean leader = rank == 0;
                    boolean all = leader || rank > 0;
                    if (all) {
                    A;
                    }
                    """),
            new Template("sends and receives", """
                    if (rank == 0) {
                    g.send(v, 1, 7);
                    } else if (rank == 1) {
                    g.recv(v, 0, 7);
                    }
                    A;
                    """));
}
