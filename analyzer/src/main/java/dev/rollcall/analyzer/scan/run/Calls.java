package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Routine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls methods: the program's own are run, those of the catalogue are what it is all about, others are a library's. */
final class Calls {
    static final String RETURNS_RANK = "ReturnsRank";

    private final Machine machine;
    private final Collectives collectives;
    private final LibraryCode libraryCode;

    Calls(Machine machine) {
        this.machine = machine;
        collectives = new Collectives(machine);
        libraryCode = new LibraryCode(machine);
    }

    /**
     * A call that is made.
     *
     * @param owner the class that the call names, internal
     * @param name the method's name
     * @param descriptor its descriptor
     * @param receiver the object; null for a static method
     * @param arguments without the receiver
     * @param instance what this call is, equal on all ranks that came here the same way
     * @param rounds the rounds of the loops around it
     */
    record Call(
            String owner,
            String name,
            String descriptor,
            Value receiver,
            List<Value> arguments,
            long instance,
            String rounds) {

        Type result() {
            return Type.getReturnType(descriptor);
        }

        /** Returns the receiver, where there is one, and the arguments. */
        List<Value> operands() {
            if (receiver == null) {
                return arguments;
            }
            List<Value> all = new ArrayList<>(arguments);
            all.add(0, receiver);
            return all;
        }
    }

    static Type result(Routine routine) {
        return Type.getReturnType(routine.method().desc);
    }

    void call(Frame frame, MethodInsnNode node) {
        List<Value> arguments = arguments(frame, node.desc);
        Value receiver = node.getOpcode() == Opcodes.INVOKESTATIC ? null : frame.pop();
        Call call = at(frame, node.owner, node.name, node.desc, receiver, arguments);
        Value result = make(call, node.getOpcode() == Opcodes.INVOKESPECIAL);
        if (node.name.equals("<init>") && result != receiver && result != null) {
            frame.replace(receiver, result);
        } else if (call.result().getSort() != Type.VOID) {
            frame.push(result);
        }
    }

    private static Call at(
            Frame frame, String owner, String name, String descriptor, Value receiver, List<Value> arguments) {
        int visit = frame.visit();
        String rounds = visit == 0 ? frame.rounds : frame.rounds + "." + visit;
        long instance = Keys.mix(Keys.mix(frame.instance, frame.at), visit);
        return new Call(owner, name, descriptor, receiver, arguments, instance, rounds);
    }

    private List<Value> arguments(Frame frame, String descriptor) {
        List<Value> arguments = new ArrayList<>();
        for (int i = Type.getArgumentTypes(descriptor).length; i > 0; i--) {
            arguments.add(frame.pop());
        }
        Collections.reverse(arguments);
        return arguments;
    }

    /** Makes a call and returns its result, null for void; exactly the named method's where the call is special. */
    Value make(Call call, boolean special) {
        if (call.receiver() != null) {
            machine.heap.nullCheck(call.receiver());
        }
        Optional<Value> catalogued = collectives.answer(call);
        if (catalogued.isPresent()) {
            return catalogued.get();
        }
        if (call.receiver() instanceof Lambda lambda && lambda.method.equals(call.name())) {
            Open before = machine.open;
            if (lambda.origin() != null) {
                machine.open = Open.handler(lambda.origin(), -1, null, machine.open);
            }
            Value result = invoke(lambda, call.arguments(), call.instance(), call.rounds());
            machine.open = before;
            return result;
        }
        Value receiver = call.receiver() == null ? null : machine.heap.stand(call.receiver(), call.owner());
        String type = receiver instanceof Obj object && !special ? object.type : call.owner();
        if (receiver == null && machine.program.has(call.owner())) {
            machine.statics(call.owner());
        }
        Optional<Routine> routine = receiver == null || receiver instanceof Obj || special
                ? machine.program.resolve(type, call.name(), call.descriptor())
                : Optional.empty();
        if (routine.isPresent()) {
            List<Value> operands = new ArrayList<>(call.arguments());
            if (receiver != null) {
                operands.add(0, receiver);
            }
            if (routine.get().isAnnotated(RETURNS_RANK)) {
                return new Const(machine.rank(), true, machine.open);
            }
            return receiver == null || special
                    ? machine.invoke(routine.get(), operands, call.instance(), call.rounds())
                    : machine.invokeOn(receiver, routine.get(), operands, call.instance(), call.rounds());
        }
        Call outside = new Call(
                call.owner(),
                call.name(),
                call.descriptor(),
                receiver,
                call.arguments(),
                call.instance(),
                call.rounds());
        return libraryCode.call(outside);
    }

    /** Calls the body of a lambda. */
    Value invoke(Lambda lambda, List<Value> arguments, long instance, String rounds) {
        List<Value> all = new ArrayList<>(lambda.captured);
        all.addAll(arguments);
        Handle body = lambda.body;
        Value receiver = null;
        if (body.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            receiver = machine.heap.create(machine.frame, body.getOwner());
        } else if (body.getTag() != Opcodes.H_INVOKESTATIC) {
            receiver = machine.heap.cast(all.remove(0), body.getOwner());
        }
        int wanted = Type.getArgumentTypes(body.getDesc()).length;
        if (all.size() != wanted) {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
        Call call = new Call(body.getOwner(), body.getName(), body.getDesc(), receiver, all, instance, rounds);
        Value result = make(call, body.getTag() == Opcodes.H_INVOKESPECIAL);
        if (body.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            return result == null ? receiver : result;
        }
        return result;
    }

    /** Calls the one method of a functional object with arguments that nobody knows; does nothing with other values. */
    void callBack(Value function, Call from) {
        if (function instanceof Lambda lambda) {
            List<Value> arguments = new ArrayList<>();
            Type[] types = Type.getArgumentTypes(lambda.body.getDesc());
            boolean onObject = lambda.body.getTag() != Opcodes.H_INVOKESTATIC
                    && lambda.body.getTag() != Opcodes.H_NEWINVOKESPECIAL;
            int missing = types.length + (onObject ? 1 : 0) - lambda.captured.size();
            for (int i = 0; i < missing; i++) {
                int place = types.length - missing + i;
                Type type = place < 0 ? Type.getObjectType(lambda.body.getOwner()) : types[place];
                arguments.add(machine.heap.unknown(
                        Keys.of(from.name() + " gives " + i, from.operands()) + from.rounds(), type, false));
            }
            invoke(lambda, arguments, Keys.mix(from.instance(), 3), from.rounds());
        } else if (function instanceof Obj object) {
            for (String name : List.of("run", "call")) {
                for (String result : List.of("()V", "()Ljava/lang/Object;")) {
                    Optional<Routine> body = machine.program.resolve(object.type, name, result);
                    if (body.isPresent()) {
                        machine.invoke(body.get(), List.of(object), Keys.mix(from.instance(), 5), from.rounds());
                        return;
                    }
                }
            }
        }
    }

    void dynamic(Frame frame, InvokeDynamicInsnNode node) {
        List<Value> arguments = arguments(frame, node.desc);
        String bootstrap = node.bsm.getOwner() + "." + node.bsm.getName();
        Type result = Type.getReturnType(node.desc);
        if (bootstrap.startsWith("java/lang/invoke/LambdaMetafactory.")) {
            frame.push(
                    new Lambda(result.getInternalName(), node.name, (Handle) node.bsmArgs[1], arguments, machine.open));
        } else if (bootstrap.startsWith("java/lang/invoke/StringConcatFactory.")) {
            frame.push(Texts.concatenate(node, arguments, machine.open));
        } else {
            Call call = at(frame, node.bsm.getOwner(), node.name, node.desc, null, arguments);
            frame.push(bootstrapped(frame, node, bootstrap, call));
        }
    }

    private Value bootstrapped(Frame frame, InvokeDynamicInsnNode node, String bootstrap, Call call) {
        if (bootstrap.startsWith(Switches.BOOTSTRAP)) {
            return new Switches(machine).choose(frame, node, call.arguments(), call.instance());
        }
        Optional<Value> known = bootstrap.startsWith(Records.BOOTSTRAP)
                ? Records.answer(node, call.arguments(), machine.open)
                : Optional.empty();
        return known.orElseGet(() -> libraryCode.unknown(call));
    }
}
