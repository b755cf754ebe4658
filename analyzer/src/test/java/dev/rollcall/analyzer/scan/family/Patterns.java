package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of switches over types, records and enums, which Java has from 21 on. */
final class Patterns {
    private Patterns() {}

    private static final String SHAPES = """
            sealed interface Role permits Leader, Worker, Idle {}
            record Leader(int rank) implements Role {}
            record Worker(int rank, Place place) implements Role {}
            record Place(int host, int device) {}
            enum Idle implements Role { IDLE }
            static Role of(int rank) {
            return rank == 0 ? new Leader(rank) : rank == 99 ? Idle.IDLE : new Worker(rank, new Place(rank / 2, rank % 2));
            }
            """;

    static final List<Template> SINGLE = List.of(
            new Template("a switch over types", """
                    switch (of(rank)) { // here
                    case Leader leader -> { A; A; }
                    case Worker worker -> { A; }
                    case Idle idle -> { }
                    }
                    """, SHAPES),
            new Template("a switch over types that does not matter", """
                    switch (of(rank)) {
                    case Leader leader -> { A; }
                    case Worker worker -> { A; }
                    case Idle idle -> { }
                    }
                    """, SHAPES),
            new Template("a switch over what records hold", """
                    Object role = of(rank);
                    switch (role) { // here
                    case Worker(int own, Place(int host, int device)) when device == 1 -> { A; } // here
                    case Worker(var own, var place) -> { }
                    case Leader(int own) -> { }
                    default -> throw new IllegalStateException();
                    }
                    """, SHAPES),
            new Template("a switch over what records hold that does not matter", """
                    Object role = of(rank);
                    int turns = switch (role) {
                    case Worker(int own, Place(int host, int device)) when device == 1 -> 2;
                    case Worker(var own, var place) -> place.device() + 2;
                    case Leader(int own) -> own + 2;
                    default -> throw new IllegalStateException();
                    };
                    for (int i = 0; i < turns; i++) {
                    A;
                    }
                    """, SHAPES),
            new Template("a switch over boxes and texts", """
                    Object own = rank % 2 == 0 ? (Object) rank : "odd";
                    switch (own) {
                    case Integer number when number > 1 -> { A; } // here
                    case Integer number -> { }
                    case String text -> { }
                    default -> { }
                    }
                    String name = rank == 0 ? null : "worker";
                    switch (name) { // here
                    case null -> { A; }
                    case String text when text.length() > 9 -> { A; }
                    case "worker" -> { }
                    default -> { }
                    }
                    """),
            new Template("a switch over enums with a guard", """
                    Mode mode = Mode.values()[Math.min(rank, 1)];
                    switch (mode) { // here
                    case SAVE -> { A; }
                    case Mode other when rank > 100 -> { A; }
                    case REST -> { }
                    }
                    """, "enum Mode { SAVE, REST }\n"),
            new Template("an instance of what records hold", """
                    if (of(rank) instanceof Worker(int own, Place(var host, var device)) && host == 1) { // here
                    A;
                    }
                    """, SHAPES),
            new Template("records that are compared", """
                    if (new Place(rank, 0).equals(new Place(0, 0))) { // here
                    A;
                    }
                    if (new Place(rank, 0).hashCode() == new Place(rank, 0).hashCode()) {
                    A;
                    }
                    """, SHAPES));
}
