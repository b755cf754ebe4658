package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of exceptions. */
final class Exceptions {
    private Exceptions() {}

    private static final String CHECK =
            "static void check(int r) { if (r == 0) {\nthrow new IllegalArgumentException();\n}\n}";

    private static final String CHECK_HERE =
            "static void check(int r) {\nif (r == 0) { // here\nthrow new IllegalArgumentException();\n}\n}";

    static final List<Template> SINGLE = List.of(
            new Template("a call in a catch", """
                    try {
                    if (rank == 0) { // here
                    throw new IllegalStateException();
                    }
                    } catch (IllegalStateException e) {
                    A;
                    }
                    """),
            new Template("a call in a catch and in its try", """
                    try {
                    if (rank == 0) {
                    throw new IllegalStateException();
                    }
                    A;
                    } catch (RuntimeException e) {
                    A;
                    }
                    """),
            new Template("a call in a catch, thrown further down", """
                    try {
                    check(rank);
                    } catch (IllegalArgumentException e) {
                    A;
                    }
                    """, CHECK_HERE),
            new Template("a call in a catch, thrown further down, balanced", """
                    try {
                    check(rank);
                    A;
                    } catch (IllegalArgumentException e) {
                    System.out.println("caught");
                    A;
                    }
                    """, CHECK),
            new Template("a condition in a catch", """
                    try {
                    Integer.parseInt("none");
                    } catch (NumberFormatException e) {
                    if (rank == 0) { // here
                    A;
                    }
                    }
                    """),
            new Template("a call in a finally", """
                    try {
                    System.out.println("work");
                    } finally {
                    if (rank == 0) { // here
                    A;
                    }
                    }
                    """),
            new Template("a call in a finally on all ranks", """
                    try {
                    if (rank == 0) {
                    throw new IllegalStateException();
                    }
                    } catch (IllegalStateException e) {
                    System.out.println("caught");
                    } finally {
                    A;
                    }
                    """),
            new Template("a return through a finally", """
                    try {
                    if (rank == 0) { // here
                    return;
                    }
                    A;
                    } finally {
                    System.out.println("done");
                    }
                    """),
            new Template("a return through a finally that calls", """
                    try {
                    if (rank == 0) {
                    return;
                    }
                    System.out.println("work");
                    } finally {
                    A;
                    }
                    """));
}
