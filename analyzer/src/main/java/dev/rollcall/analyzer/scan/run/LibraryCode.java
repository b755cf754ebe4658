package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/** Calls into code that the scan was not given: what is known of it is done, of anything else only the origin is kept. */
final class LibraryCode {
    /** Methods that tell something to the outside and leave the object as it is. */
    private static final Pattern TELLING =
            Pattern.compile("(info|warn|warning|debug|error|trace|fine|severe|log|print|println|list|flush|close"
                    + "|(write|save|store|report|record|publish|notify|send|emit|upload|export)([A-Z_].*)?)");

    private final Machine machine;
    private final Environment environment;
    private final Jdk jdk;
    private final Enums enums;

    LibraryCode(Machine machine) {
        this.machine = machine;
        environment = new Environment(machine);
        jdk = new Jdk(machine);
        enums = new Enums(machine);
    }

    /** Makes a call and returns its result; null for void. */
    Value call(Call call) {
        if (Environment.exits(call)) {
            machine.behaviour.end = Behaviour.End.EXITED;
            machine.behaviour.endOpen = machine.open;
            machine.behaviour.endStack = machine.stack();
            throw new Ended(Ended.Why.EXIT);
        }
        Optional<Value> known = environment.answer(call);
        if (known.isEmpty() && call.receiver() instanceof Obj object) {
            known = Objects.answer(call, object);
        }
        if (known.isEmpty()) {
            known = Numbers.answer(call);
        }
        if (known.isEmpty()) {
            known = enums.answer(call);
        }
        if (known.isEmpty()
                && call.receiver() instanceof Arr array
                && call.name().equals("clone")) {
            return array.copy(machine.open);
        }
        if (known.isEmpty()) {
            known = jdk.answer(call);
        }
        if (known.isPresent()) {
            return known.get();
        }
        if (call.name().equals("<init>")) {
            return construct(call);
        }
        Value result = call.receiver() instanceof Ext ext ? onObject(call, ext) : made(call);
        callBacks(call);
        return result;
    }

    private Value construct(Call call) {
        Value object = call.receiver();
        if (object instanceof Ext ext) {
            Optional<Value> real = enums.construct(call);
            if (real.isEmpty()) {
                real = jdk.construct(call);
            }
            if (real.isPresent()) {
                return real.get();
            }
            ext.parts.addAll(call.arguments());
            ext.constructor = call.descriptor();
            ext.become(Keys.of(call.owner(), call.arguments()), Keys.ranked(call.arguments()));
            ext.shape = Shapes.constructed(call);
        } else if (object instanceof Obj own) {
            Objects.constructed(call, own);
        }
        return object;
    }

    /** A method with one parameter sets something, one without any returns what was set, and others change or make. */
    private Value onObject(Call call, Ext ext) {
        List<Value> arguments = call.arguments();
        String result = call.result().getSort() == Type.OBJECT ? call.result().getInternalName() : "";
        boolean fluent = result.equals(ext.type) && Shapes.isOptions(ext.type);
        boolean inPlace = result.equals(ext.type) && call.name().endsWith("_");
        boolean nothing = call.result().getSort() == Type.VOID;
        if (arguments.isEmpty() && ext.properties.containsKey(call.name())) {
            return ext.properties.get(call.name());
        }
        if (fluent || inPlace || nothing) {
            if (arguments.size() == 1) {
                ext.properties.put(call.name(), arguments.get(0));
            }
            boolean tells = nothing && TELLING.matcher(call.name()).matches();
            if (!arguments.isEmpty() && !tells) {
                ext.become(Keys.of(call.name(), call.operands()), ext.ranked() || Keys.ranked(arguments));
            }
            return nothing ? null : ext;
        }
        return made(call);
    }

    private Value made(Call call) {
        Value result = unknown(call);
        if (result instanceof Ext ext) {
            ext.shape = Shapes.result(call);
        }
        return result;
    }

    /** Returns a result of which only the origin is known. */
    Value unknown(Call call) {
        String type = call.owner().substring(call.owner().lastIndexOf('/') + 1);
        String key = Keys.shorten(Keys.of(type + "." + call.name(), call.operands()) + call.rounds());
        boolean ranked = Keys.ranked(call.operands());
        boolean object = call.result().getSort() == Type.OBJECT || call.result().getSort() == Type.ARRAY;
        return object
                ? new Ext(call.result().getInternalName(), key, true, ranked, machine.open)
                : machine.heap.unknown(key, call.result(), ranked);
    }

    /** A library that is given a piece of code runs it, as far as one can tell: at once, and once. */
    private void callBacks(Call call) {
        if (call.receiver() instanceof Ext ext && call.name().equals("start")) {
            ext.parts.forEach(part -> machine.calls.callBack(part, call));
        }
        if (call.receiver() instanceof Obj thread
                && call.name().equals("start")
                && machine.program.isA(thread.type, "java/lang/Thread")) {
            machine.calls.callBack(thread, call);
        }
        for (Value argument : call.arguments()) {
            boolean task = argument instanceof Obj object
                    && (machine.program.isA(object.type, "java/lang/Runnable")
                            || machine.program.isA(object.type, "java/util/concurrent/Callable"));
            if (task || argument instanceof Lambda) {
                machine.calls.callBack(argument, call);
            }
        }
    }
}
