package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Which methods can come to a collective, by name: a little too many, never too few. */
final class Reach {
    private final Library library;
    private final Program program;
    private final Map<String, List<Routine>> callers = new HashMap<>();
    private final Set<Routine> reaching = new HashSet<>();
    private final Set<Routine> communicating = new HashSet<>();
    private final Set<Routine> called = new HashSet<>();
    private final Asking asking;
    private final Map<Routine, BitSet> deciding = new HashMap<>();

    Reach(Program program, Library library) {
        this.program = program;
        this.library = library;
        Set<Routine> ending = new HashSet<>();
        Set<Routine> calling = new HashSet<>();
        for (Routine routine : program.routines()) {
            List<Handle> tasks = new ArrayList<>();
            boolean told = false;
            for (int i = 0; i < routine.length(); i++) {
                if (routine.at(i).getOpcode() == Opcodes.NEW) {
                    calledBack(((TypeInsnNode) routine.at(i)).desc, tasks);
                }
                for (Handle target : targets(routine.at(i))) {
                    told |= Asking.tells(target, library, program);
                    callers.computeIfAbsent(name(target), k -> new ArrayList<>())
                            .add(routine);
                    if (library.counts(target.getOwner(), target.getName(), target.getDesc(), program)) {
                        calling.add(routine);
                    } else if (ends(target)) {
                        ending.add(routine);
                    }
                }
            }
            if (told) {
                tasks.forEach(task -> callers.computeIfAbsent(name(task), k -> new ArrayList<>())
                        .add(routine));
            }
        }
        spread(calling, communicating);
        ending.addAll(calling);
        spread(ending, reaching);
        asking = new Asking(program, library, this::targets);
    }

    /** Adds all that can come to some methods. */
    private void spread(Set<Routine> from, Set<Routine> found) {
        found.addAll(from);
        Deque<Routine> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            Routine routine = open.remove();
            for (String name : List.of(name(routine), routine.owner().name + "." + name(routine))) {
                for (Routine caller : callers.getOrDefault(name, List.of())) {
                    if (caller != routine) {
                        called.add(routine);
                    }
                    if (found.add(caller)) {
                        open.add(caller);
                    }
                }
            }
        }
    }

    private static String name(Routine routine) {
        return routine.method().name + routine.method().desc;
    }

    private static boolean isTask(String type) {
        return type.equals("java/lang/Thread")
                || type.equals("java/lang/Runnable")
                || type.equals("java/util/concurrent/Callable")
                || type.startsWith("java/util/function/");
    }

    /** Returns by what its callers are found: the method's name, and with its class where that was made for a library. */
    static String name(Handle target) {
        String name = target.getName() + target.getDesc();
        return target.getTag() == Opcodes.H_NEWINVOKESPECIAL
                        && !target.getName().equals("<init>")
                ? target.getOwner() + "." + name
                : name;
    }

    private boolean ends(Handle target) {
        return target.getOwner().equals("java/lang/System") && target.getName().equals("exit")
                || library.counts(target.getOwner(), target.getName(), target.getDesc(), program);
    }

    private List<Handle> targets(AbstractInsnNode node) {
        List<Handle> found = new ArrayList<>();
        if (node instanceof MethodInsnNode call) {
            found.add(new Handle(Opcodes.H_INVOKEVIRTUAL, call.owner, call.name, call.desc, call.itf));
        } else if (node instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                if (argument instanceof Handle handle) {
                    found.add(handle);
                }
            }
        }
        return found;
    }

    /** Whoever knows the rank and makes a task lets a library call it; all who make tasks would be too many. */
    private void calledBack(String type, List<Handle> found) {
        boolean known = program.above(type).stream().anyMatch(Reach::isTask);
        if (known) {
            program.find(type).stream()
                    .flatMap(node -> node.methods.stream())
                    .filter(method -> (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0)
                    .filter(method -> !method.name.startsWith("<"))
                    .forEach(method ->
                            found.add(new Handle(Opcodes.H_NEWINVOKESPECIAL, type, method.name, method.desc, false)));
        }
    }

    /** Returns whether a method can come to a collective, the making of a communicator, or an exit. */
    boolean reaches(Routine routine) {
        return reaching.contains(routine);
    }

    /** Returns whether a run from a method's beginning can come to know the rank. */
    boolean asks(Routine entry) {
        return asking.asks(entry);
    }

    /** Returns whether another method of the program calls a method. */
    boolean called(Routine routine) {
        return called.contains(routine);
    }

    /** Returns the methods that can come to a collective, or to a communicator's making, in the order of the files. */
    List<Routine> communicating() {
        return program.routines().stream().filter(communicating::contains).toList();
    }

    /** Returns whether a branch decides over what the rank will call, as far as the method itself tells. */
    boolean decides(Routine routine, int branch) {
        return reaching.contains(routine)
                && deciding.computeIfAbsent(routine, this::decisions).get(branch);
    }

    private BitSet decisions(Routine routine) {
        BitSet weighty = new BitSet();
        for (int i = 0; i < routine.length(); i++) {
            int opcode = routine.at(i).getOpcode();
            boolean leaves = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
            weighty.set(i, leaves || targets(routine.at(i)).stream().anyMatch(this::matters));
        }
        BitSet decisions = new BitSet();
        for (int i = 0; i < routine.length(); i++) {
            if (routine.flow().isBranch(i)) {
                decisions.set(i, routine.flow().between(i).intersects(weighty));
            }
        }
        return decisions;
    }

    private boolean matters(Handle target) {
        if (ends(target)) {
            return true;
        }
        return program.concrete(target.getOwner()).stream()
                        .flatMap(type -> program.resolve(type, target.getName(), target.getDesc()).stream())
                        .anyMatch(reaching::contains)
                || program.resolve(target.getOwner(), target.getName(), target.getDesc())
                        .filter(reaching::contains)
                        .isPresent();
    }
}
