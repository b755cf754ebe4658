package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.scan.run.Behaviour.End;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/** Begins a run: calls a method with objects and arguments that nobody knows. */
final class Entries {
    private final Machine machine;

    Entries(Machine machine) {
        this.machine = machine;
    }

    static boolean isMain(Routine routine) {
        return routine.isStatic()
                && routine.method().name.equals("main")
                && routine.method().desc.equals("([Ljava/lang/String;)V");
    }

    /** Runs a method from its beginning to its end. */
    void run(Routine entry) {
        Behaviour behaviour = machine.behaviour;
        try {
            List<Value> arguments = new ArrayList<>();
            machine.statics(entry.owner().name);
            if (!entry.isStatic()) {
                arguments.add(receiver(entry));
            }
            arguments.addAll(unknown("argument", entry));
            machine.invoke(entry, arguments, 1, "");
        } catch (Thrown thrown) {
            behaviour.end = End.THREW;
            behaviour.endOpen = thrown.open;
            behaviour.endStack = machine.stack();
        } catch (Ended ended) {
            if (ended.why != Ended.Why.EXIT) {
                cut(ended.why);
            }
        } catch (RuntimeException | StackOverflowError notAsCompiled) {
            // Code that no compiler wrote can take values from the stack that are not there.
            cut(Ended.Why.NOT_UNDERSTOOD);
        }
    }

    private void cut(Ended.Why why) {
        machine.behaviour.end = End.CUT;
        machine.behaviour.cutBecause = why;
    }

    /** Returns the object that the method is called on, made by the class's constructor of the most parameters. */
    private Value receiver(Routine entry) {
        String type = machine.program.concrete(entry.owner().name).stream()
                .findFirst()
                .orElse(entry.owner().name);
        Obj object = new Obj(type, "this", true, false, null);
        Optional<Routine> constructor = machine.program.routines().stream()
                .filter(routine -> routine.owner().name.equals(type)
                        && routine.method().name.equals("<init>"))
                .max(Comparator.comparingInt(routine -> routine.parameters().length));
        if (constructor.isPresent() && constructor.get() != entry) {
            List<Value> arguments = new ArrayList<>(List.of(object));
            arguments.addAll(unknown("constructor's", constructor.get()));
            machine.invoke(constructor.get(), arguments, 2, "");
        }
        return object;
    }

    private List<Value> unknown(String what, Routine routine) {
        List<Value> values = new ArrayList<>();
        Type[] types = routine.parameters();
        for (int i = 0; i < types.length; i++) {
            boolean object = types[i].getSort() == Type.OBJECT || types[i].getSort() == Type.ARRAY;
            String key = what + " " + i;
            values.add(
                    object
                            ? new Ext(types[i].getInternalName(), key, false, false, null)
                            : machine.heap.unknown(key, types[i], false));
        }
        return values;
    }
}
