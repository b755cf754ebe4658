package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Which methods can come to know their rank, or the number of ranks, by name: a little too many, never too few. All ranks do
 * the same where none can.
 */
final class Asking {
    private static final Set<EntryKind> TELLING =
            Set.of(EntryKind.RANK, EntryKind.SIZE, EntryKind.COMMUNICATOR, EntryKind.SPLIT);
    private static final Set<String> ENVIRONMENT = Set.of("getenv", "getProperty", "getInteger", "getLong");

    private final Program program;
    private final Library library;
    private final Set<Routine> asking = new HashSet<>();

    /**
     * Looks through a program.
     *
     * @param calls gives what an instruction may call
     */
    Asking(Program program, Library library, Function<AbstractInsnNode, List<Handle>> calls) {
        this.program = program;
        this.library = library;
        Map<String, Set<Routine>> callers = new HashMap<>();
        Map<String, Set<Routine>> users = new HashMap<>();
        Deque<Routine> open = new ArrayDeque<>();
        for (Routine routine : program.routines()) {
            for (int i = 0; i < routine.length(); i++) {
                AbstractInsnNode node = routine.at(i);
                used(node)
                        .ifPresent(type -> users.computeIfAbsent(type, t -> new HashSet<>())
                                .add(routine));
                for (Handle target : calls.apply(node)) {
                    callers.computeIfAbsent(Reach.name(target), name -> new HashSet<>())
                            .add(routine);
                    if (tells(target, library, program) && asking.add(routine)) {
                        open.add(routine);
                    }
                }
            }
            if (routine.isAnnotated(Calls.RETURNS_RANK) && asking.add(routine)) {
                open.add(routine);
            }
        }
        while (!open.isEmpty()) {
            Routine routine = open.remove();
            String name = routine.method().name + routine.method().desc;
            callers.getOrDefault(routine.owner().name + "." + name, Set.of()).stream()
                    .filter(asking::add)
                    .forEach(open::add);
            Set<Routine> next = routine.method().name.equals("<clinit>")
                    ? users.getOrDefault(routine.owner().name, Set.of())
                    : callers.getOrDefault(name, Set.of());
            next.stream().filter(asking::add).forEach(open::add);
        }
    }

    /** Returns whether a method tells the rank, or the number of ranks. */
    static boolean tells(Handle target, Library library, Program program) {
        return ENVIRONMENT.contains(target.getName())
                || library.find(target.getOwner(), target.getName(), target.getDesc(), program)
                        .map(CatalogueEntry::kind)
                        .filter(TELLING::contains)
                        .isPresent();
    }

    /** Returns the class whose initializer an instruction may run. */
    private static Optional<String> used(AbstractInsnNode node) {
        return switch (node.getOpcode()) {
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> Optional.of(((FieldInsnNode) node).owner);
            case Opcodes.INVOKESTATIC -> Optional.of(((MethodInsnNode) node).owner);
            case Opcodes.NEW -> Optional.of(((TypeInsnNode) node).desc);
            default -> Optional.empty();
        };
    }

    /** Returns whether a run from a method's beginning, with an object to call it on, can come to know the rank. */
    boolean asks(Routine entry) {
        if (asking.contains(entry)) {
            return true;
        }
        Set<String> made = new HashSet<>(program.above(entry.owner().name));
        program.concrete(entry.owner().name).forEach(type -> made.addAll(program.above(type)));
        return asking.stream()
                .anyMatch(routine -> routine.method().name.startsWith("<") && made.contains(routine.owner().name));
    }
}
