package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.bytecode.MethodCode.Handler;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.SourceRange;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Lowers one method. A branch's first way is the one that does not jump: compilers jump around what a condition guards. */
final class MethodLowering {
    private static final Arithmetic[] ARITHMETICS = {
        Arithmetic.INT, Arithmetic.LONG, Arithmetic.FLOATING, Arithmetic.FLOATING
    };
    private static final Operator[] SIGNS = {Operator.ADD, Operator.SUB, Operator.MUL, Operator.DIV, Operator.MOD};
    private static final Operator[] BITS = {
        Operator.SHL, Operator.SHR, Operator.USHR, Operator.AND, Operator.OR, Operator.XOR
    };
    /** What I2L to I2S do; null where the form has wider numbers only. */
    private static final Operator[] CONVERSIONS = {
        null,
        Operator.TO_FLOAT,
        Operator.TO_DOUBLE,
        Operator.TO_INT,
        Operator.TO_FLOAT,
        Operator.TO_DOUBLE,
        Operator.TO_INT,
        Operator.TO_LONG,
        null,
        Operator.TO_INT,
        Operator.TO_LONG,
        Operator.TO_FLOAT,
        Operator.TO_BYTE,
        Operator.TO_CHAR,
        Operator.TO_SHORT
    };
    /** What holds where IFEQ to IFLE, or IF_ICMPEQ to IF_ICMPLE, do not jump. */
    private static final Operator[] HOLDS = {
        Operator.NE, Operator.EQ, Operator.GE, Operator.LT, Operator.LE, Operator.GT
    };
    /** The types that NEWARRAY numbers from 4 on (JVM specification, 6.5). */
    private static final String[] PRIMITIVES = {"boolean", "char", "float", "double", "byte", "short", "int", "long"};

    private final ClassFile file;
    private final TypeLookup types;
    private final MethodCode code;
    private final StackSlots slots;
    private final InstructionEmitter emitter;
    private final OperandStack stack;
    private final ConditionText texts;
    private final InvokeLowering invokes;
    private final DynamicLowering dynamics;
    private final SwitchLowering switches;
    private final String returned;
    private final Map<Integer, Label> labels = new HashMap<>();
    private final Map<List<Handler>, Label> heads = new LinkedHashMap<>();
    private final Map<Operand, Map<Long, String>> switchMaps = new IdentityHashMap<>();
    private boolean alive = true;
    private Comparison comparison;
    private int skipped = -1;

    /** The operands of LCMP to DCMPG, which the branch behind them tests; {@code nan} is their result for NaN. */
    private record Comparison(Arithmetic arithmetic, Operand left, Operand right, int nan) {}

    private MethodLowering(
            ClassFile file, TypeLookup types, MethodCode code, FunctionBuilder builder, Map<Integer, Variable> first)
            throws AnalyzerException {
        this.file = file;
        this.types = types;
        this.code = code;
        slots = new StackSlots(file.name(), code, first, builder::variable);
        emitter = new InstructionEmitter(builder);
        stack = new OperandStack(emitter);
        texts = new ConditionText(file.name(), emitter);
        invokes = new InvokeLowering(types, emitter);
        dynamics = new DynamicLowering(file, emitter);
        switches = new SwitchLowering(types, emitter, texts, label -> label(code.indexOf(label)));
        returned = Type.getReturnType(code.method().desc).getDescriptor();
    }

    /** Lowers a method; one that cannot be has a gap. */
    static CodeFunction lower(ClassFile file, ClassFile.Method method, TypeLookup types) {
        String gap = "no code";
        if (method.hasCode()) {
            try {
                MethodNode node = file.code(method);
                gap = MethodCode.obstacle(node);
                if (gap.isEmpty()) {
                    FunctionBuilder builder = begin(file, method, node);
                    MethodCode code = new MethodCode(node);
                    new MethodLowering(file, types, code, builder, parameters(builder, file, code)).run();
                    return builder.build();
                }
            } catch (AnalyzerException | RuntimeException | AssertionError | StackOverflowError damaged) {
                // ASM finds out by whatever exception comes first, and recurses into constants.
                gap = "not valid bytecode";
            }
        }
        FunctionBuilder builder = begin(file, method, new MethodNode()).gap(gap);
        builder.emit(new Instruction.Return(null), 0);
        return builder.build();
    }

    /** Makes the function that an object of a functional interface calls for a method reference. */
    static CodeFunction lower(ClassFile file, ClassFile.MethodReference reference, TypeLookup types) {
        FunctionBuilder builder = new FunctionBuilder(reference.id(), CodeFunction.Form.LAMBDA)
                .range(new SourceRange(file.source(), reference.line(), reference.line()));
        InstructionEmitter emitter = new InstructionEmitter(builder);
        emitter.at(reference.line(), null);
        Type type = Type.getMethodType(reference.id().descriptor());
        List<Operand> parameters = IntStream.range(0, type.getArgumentTypes().length)
                .<Operand>mapToObj(i -> builder.parameter("p" + i, type.getArgumentTypes()[i].getClassName()))
                .toList();
        String owner = ClassFile.dotted(reference.target().getOwner());
        String descriptor = reference.target().getDesc();
        Operand result;
        if (reference.target().getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            Variable made = emitter.temporary();
            Callee.Constructor constructor = new Callee.Constructor(owner, descriptor);
            emitter.construct(made, constructor, InvokeLowering.arguments(descriptor, parameters));
            result = made;
        } else {
            int opcode = switch (reference.target().getTag()) {
                case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
                case Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
                default -> Opcodes.INVOKEVIRTUAL;
            };
            String name = reference.target().getName();
            result = new InvokeLowering(types, emitter)
                    .call(
                            new InvokeLowering.Target(opcode, owner, name, descriptor),
                            parameters,
                            !descriptor.endsWith(")V"));
        }
        emitter.emit(new Instruction.Return(result));
        return builder.build();
    }

    private static FunctionBuilder begin(ClassFile file, ClassFile.Method method, MethodNode node) {
        FunctionId id = method.id();
        CodeFunction.Form form = method.is(Opcodes.ACC_STATIC) ? CodeFunction.Form.STATIC : CodeFunction.Form.METHOD;
        form = id.name().equals("<clinit>") ? CodeFunction.Form.TYPE_BODY : form;
        FunctionBuilder builder = new FunctionBuilder(id, form);
        method.marks().forEach(builder::mark);
        int[] lines = MethodCode.lines(node);
        builder.range(new SourceRange(file.source(), lines[0], lines[1]));
        Type type = Type.getReturnType(id.descriptor());
        return builder.returnType(type.getSort() == Type.VOID ? "" : type.getClassName());
    }

    private static Map<Integer, Variable> parameters(FunctionBuilder builder, ClassFile file, MethodCode code) {
        Map<Integer, Variable> parameters = new LinkedHashMap<>();
        int slot = 0;
        if ((code.method().access & Opcodes.ACC_STATIC) == 0) {
            parameters.put(slot++, builder.parameter("this", file.name()));
        }
        for (Type type : Type.getArgumentTypes(code.method().desc)) {
            String name = code.local(slot, 0).map(each -> each.name).orElse("");
            parameters.put(slot, builder.parameter(name, type.getClassName()));
            slot += type.getSize();
        }
        return parameters;
    }

    private Label label(int index) {
        return labels.computeIfAbsent(index, at -> emitter.label());
    }

    private void run() {
        for (int i = 0; i < code.size(); i++) {
            heads(code.handlers(i));
        }
        for (int i = 0; i < code.size(); i++) {
            if (slots.frame(i) != null) {
                if (code.isTarget(i)) {
                    beginBlock(i);
                }
                if (code.at(i).getOpcode() >= 0 && i != skipped) {
                    emitter.at(code.line(i), heads.get(code.handlers(i)));
                    lower(i, code.at(i));
                }
            }
        }
    }

    /** Makes the heads of a list of handlers: one for each of its rests. */
    private void heads(List<Handler> handlers) {
        for (int i = 0; i < handlers.size(); i++) {
            heads.computeIfAbsent(handlers.subList(i, handlers.size()), rest -> emitter.label());
        }
    }

    private void beginBlock(int index) {
        if (alive) {
            leave(index);
        }
        boolean entered = false;
        for (Map.Entry<List<Handler>, Label> each : heads.entrySet()) {
            List<Handler> handlers = each.getKey();
            if (handlers.get(0).at() == index) {
                if (alive && !entered) {
                    emitter.jump(label(index));
                }
                entered = true;
                emitter.place(each.getValue());
                List<String> caught =
                        handlers.get(0).types().stream().map(ClassFile::dotted).toList();
                Label other =
                        handlers.size() > 1 ? heads.get(handlers.subList(1, handlers.size())) : FunctionBuilder.OUT;
                Label[] next = caught.isEmpty() ? new Label[] {label(index)} : new Label[] {label(index), other};
                emitter.handle(stack.position(0), caught, code.lineAt(index), next);
            }
        }
        emitter.place(label(index));
        stack.enter(slots.frame(index));
        alive = true;
    }

    /** Ends a block, of which the one at a label is a successor. */
    private void leave(int target) {
        if (stack.size() > 0 && code.takesTruth(target)) {
            stack.asTruth();
        }
        stack.leave(slots.frame(target));
    }

    private void lower(int i, AbstractInsnNode node) {
        int opcode = node.getOpcode();
        Optional<Object> constant = Constants.of(node);
        if (constant.isPresent()) {
            stack.push(new Literal(constant.get()));
        } else if (node instanceof VarInsnNode access) {
            access(i, access);
        } else if (node instanceof IincInsnNode step) {
            Variable variable = slots.read(i, step.var);
            stack.keep(variable);
            Variable sum = emitter.apply(Operator.ADD, Arithmetic.INT, variable, new Literal((long) step.incr));
            emitter.store(slots.written(i, step.var), sum, true);
        } else if (node instanceof JumpInsnNode jump) {
            jump(i, jump);
        } else if (MethodCode.otherwise(node) != null) {
            Operand key = stack.pop();
            leave(code.indexOf(MethodCode.otherwise(node)));
            switches.lower(node, key);
            alive = false;
        } else if (node instanceof FieldInsnNode field) {
            field(field);
        } else if (node instanceof MethodInsnNode call) {
            call(i, call);
        } else if (node instanceof InvokeDynamicInsnNode call) {
            dynamic(i, call);
        } else if (node instanceof TypeInsnNode type) {
            type(type);
        } else if (node instanceof MultiANewArrayInsnNode array) {
            Type element = Type.getType(array.desc.substring(array.dims));
            stack.push(emitter.assign(new Expression.Allocate(element.getClassName(), stack.pop(array.dims))));
        } else if (opcode == Opcodes.NEWARRAY) {
            stack.pushArray(PRIMITIVES[((IntInsnNode) node).operand - 4], stack.pop());
        } else if (opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
            rearrange(opcode, slots.frame(i));
        } else if (opcode >= Opcodes.IADD && opcode <= Opcodes.DCMPG) {
            arithmetic(i, opcode);
        } else {
            simple(opcode);
        }
    }

    private void access(int i, VarInsnNode access) {
        boolean unmade = slots.frame(i).getLocal(access.var) instanceof StackSlots.Unmade;
        if (access.getOpcode() < Opcodes.ISTORE) {
            stack.push(unmade ? object(slots.frame(i).getLocal(access.var)) : slots.read(i, access.var));
        } else if (slots.frame(i).getStack(stack.size() - 1) instanceof StackSlots.Unmade) {
            stack.drop();
        } else {
            Variable variable = slots.written(i, access.var);
            Operand value = InstructionEmitter.typed(stack.pop(), descriptor(variable));
            stack.keep(variable);
            emitter.store(variable, value, !stack.needs(value));
        }
    }

    private static String descriptor(Variable variable) {
        return variable.type().equals("boolean") ? "Z" : "";
    }

    private Variable object(BasicValue unmade) {
        return stack.object(((StackSlots.Unmade) unmade).made());
    }

    private void rearrange(int opcode, Frame<BasicValue> frame) {
        if (opcode == Opcodes.POP || opcode == Opcodes.POP2) {
            int words = opcode == Opcodes.POP ? 1 : 2;
            for (int left = OperandStack.count(frame, stack.size() - 1, words); left > 0; left--) {
                stack.drop();
            }
        } else {
            stack.rearrange(opcode, frame);
        }
    }

    private void arithmetic(int i, int opcode) {
        if (opcode >= Opcodes.LCMP) {
            compare(i, opcode);
        } else if (opcode >= Opcodes.I2L) {
            Operand of = stack.pop();
            Operator conversion = CONVERSIONS[opcode - Opcodes.I2L];
            stack.push(conversion == null ? of : emitter.apply(conversion, Arithmetic.INT, of));
        } else {
            boolean unary = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
            boolean bits = opcode >= Opcodes.ISHL;
            Arithmetic arithmetic =
                    bits ? ARITHMETICS[(opcode - Opcodes.ISHL) % 2] : ARITHMETICS[(opcode - Opcodes.IADD) % 4];
            Operator operator = unary
                    ? Operator.NEG
                    : bits ? BITS[(opcode - Opcodes.ISHL) / 2] : SIGNS[(opcode - Opcodes.IADD) / 4];
            Operand[] operands = stack.pop(unary ? 1 : 2).toArray(Operand[]::new);
            Variable result = emitter.apply(operator, arithmetic, operands);
            boolean rounds = !bits && (opcode - Opcodes.IADD) % 4 == 2;
            stack.push(rounds ? emitter.apply(Operator.TO_FLOAT, Arithmetic.FLOATING, result) : result);
        }
    }

    private void compare(int i, int opcode) {
        Operand right = stack.pop();
        Operand left = stack.pop();
        boolean tested = code.following(i)
                .filter(each -> each.getOpcode() >= Opcodes.IFEQ && each.getOpcode() <= Opcodes.IFLE)
                .isPresent();
        if (tested) {
            Arithmetic arithmetic = opcode == Opcodes.LCMP ? Arithmetic.LONG : Arithmetic.FLOATING;
            boolean more = opcode == Opcodes.FCMPG || opcode == Opcodes.DCMPG;
            comparison = new Comparison(arithmetic, left, right, opcode == Opcodes.LCMP ? 0 : more ? 1 : -1);
            stack.push(right);
        } else {
            String name = opcode == Opcodes.LCMP ? "java.lang.Long.compare" : "java.lang.Double.compare";
            String descriptor = opcode == Opcodes.LCMP ? "(JJ)I" : "(DD)I";
            stack.push(emitter.invoke(
                    new Callee.Named(name, descriptor),
                    InvokeLowering.arguments(descriptor, List.of(left, right)),
                    true));
        }
    }

    private void jump(int i, JumpInsnNode jump) {
        int target = code.indexOf(jump.label);
        if (jump.getOpcode() == Opcodes.GOTO) {
            leave(target);
            emitter.jump(switches.target(jump.label));
            alive = false;
            return;
        }
        boolean back = target < i;
        Operand condition = condition(jump.getOpcode(), back);
        String text = texts.of(condition);
        stack.leave(slots.frame(target));
        Label next = emitter.label();
        emitter.branch(condition, text, back ? label(target) : next, back ? next : label(target));
        emitter.place(next);
        stack.enter(slots.frame(i + 1));
    }

    /**
     * Returns the condition of a branch.
     *
     * @param jumps whether it holds where the branch jumps, as at the end of a loop's body, or where it does not
     */
    private Operand condition(int opcode, boolean jumps) {
        Operand last = stack.pop();
        if (opcode >= Opcodes.IFNULL) {
            boolean isNull = opcode == Opcodes.IFNULL == jumps;
            return emitter.apply(isNull ? Operator.IS : Operator.IS_NOT, Arithmetic.INT, last, new Literal(null));
        }
        if (opcode >= Opcodes.IF_ACMPEQ) {
            boolean same = opcode == Opcodes.IF_ACMPEQ == jumps;
            return emitter.apply(same ? Operator.IS : Operator.IS_NOT, Arithmetic.INT, stack.pop(), last);
        }
        boolean two = opcode >= Opcodes.IF_ICMPEQ;
        int test = opcode - (two ? Opcodes.IF_ICMPEQ : Opcodes.IFEQ);
        Operator operator = HOLDS[jumps ? test ^ 1 : test];
        if (two) {
            return emitter.apply(operator, Arithmetic.INT, stack.pop(), last);
        }
        if (comparison != null) {
            return compared(operator);
        }
        if (emitter.isTruth(last) && test <= 1) {
            return operator == Operator.NE ? last : emitter.apply(Operator.NOT, Arithmetic.INT, last);
        }
        return emitter.apply(operator, Arithmetic.INT, last, new Literal(0L));
    }

    /** An ordered comparison with NaN does not hold; where NaN goes the way of the condition, the opposite is denied. */
    private Operand compared(Operator operator) {
        Comparison of = comparison;
        comparison = null;
        boolean more = operator == Operator.GE || operator == Operator.GT;
        boolean less = operator == Operator.LE || operator == Operator.LT;
        if (more && of.nan > 0 || less && of.nan < 0) {
            Operator opposite = HOLDS[List.of(HOLDS).indexOf(operator) ^ 1];
            return emitter.apply(
                    Operator.NOT, Arithmetic.INT, emitter.apply(opposite, of.arithmetic, of.left, of.right));
        }
        return emitter.apply(operator, of.arithmetic, of.left, of.right);
    }

    private void field(FieldInsnNode field) {
        String type = ClassFile.dotted(field.owner);
        boolean writes = field.getOpcode() == Opcodes.PUTFIELD || field.getOpcode() == Opcodes.PUTSTATIC;
        Operand value = writes ? InstructionEmitter.typed(stack.pop(), field.desc) : null;
        Place place;
        if (field.getOpcode() == Opcodes.GETFIELD || field.getOpcode() == Opcodes.PUTFIELD) {
            place = new Place.Field(stack.pop(), types.declaring(type, field.name), field.name);
        } else {
            Optional<Literal> constant = writes ? Optional.empty() : constant(type, field);
            if (constant.isPresent()) {
                stack.push(constant.get());
                return;
            }
            place = new Place.Global(types.declaring(type, field.name), field.name);
        }
        if (writes) {
            emitter.emit(new Instruction.Store(place, value));
        } else {
            stack.push(emitter.load(place, field.desc));
        }
    }

    /** An enum constant, what a library declares, and javac's array for a switch have a name and need no read. */
    private Optional<Literal> constant(String type, FieldInsnNode field) {
        Optional<ClassFile> owner = types.find(type);
        Map<Long, String> cases = owner.map(each -> each.switchMap(field.name)).orElse(Map.of());
        boolean named = owner.isEmpty() || owner.get().type().constants().contains(field.name);
        if (cases.isEmpty() && !named) {
            return Optional.empty();
        }
        Literal name = Literal.name(type + "." + field.name);
        if (!cases.isEmpty()) {
            switchMaps.put(name, cases);
        }
        return Optional.of(name);
    }

    private void call(int i, MethodInsnNode call) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        int count = Type.getArgumentTypes(call.desc).length;
        List<Operand> arguments = stack.pop(count);
        if (!isStatic && slots.frame(i).getStack(stack.size() - 1) instanceof StackSlots.Unmade unmade) {
            stack.drop();
            construct(i, unmade, call.desc, arguments);
            return;
        }
        if (!isStatic) {
            arguments.add(0, stack.pop());
        }
        InvokeLowering.Target target =
                new InvokeLowering.Target(call.getOpcode(), ClassFile.dotted(call.owner), call.name, call.desc);
        push(invokes.call(target, arguments, isUsed(i, call.desc)), call.desc);
    }

    private void construct(int i, StackSlots.Unmade unmade, String descriptor, List<Operand> arguments) {
        Variable made = object(unmade);
        String type = ClassFile.dotted(((TypeInsnNode) unmade.made()).desc);
        emitter.construct(
                made, new Callee.Constructor(type, descriptor), InvokeLowering.arguments(descriptor, arguments));
        for (int slot = 0; slot < slots.frame(i).getLocals(); slot++) {
            if (unmade.equals(slots.frame(i).getLocal(slot))) {
                emitter.store(slots.written(i, slot), made, false);
            }
        }
    }

    private void dynamic(int i, InvokeDynamicInsnNode call) {
        List<Operand> arguments = stack.pop(Type.getArgumentTypes(call.desc).length);
        Optional<AbstractInsnNode> next = code.following(i);
        if (SwitchLowering.isPatterns(call, next)) {
            leave(code.indexOf(MethodCode.otherwise(next.get())));
            switches.lowerPatterns(call, next.get(), arguments, code.blockBefore(i));
            skipped = code.indexOf(next.get());
            alive = false;
        } else {
            push(dynamics.call(call, arguments, code.line(i), isUsed(i, call.desc)), call.desc);
        }
    }

    private boolean isUsed(int i, String descriptor) {
        boolean dropped = code.following(i)
                .filter(each -> each.getOpcode() == Opcodes.POP || each.getOpcode() == Opcodes.POP2)
                .isPresent();
        return !dropped && !descriptor.endsWith(")V");
    }

    /** Pushes a result; a call's that is dropped at once has a place on the stack, too. */
    private void push(Operand result, String descriptor) {
        if (!descriptor.endsWith(")V")) {
            stack.push(result == null ? new Literal(null) : result);
        }
    }

    private void type(TypeInsnNode node) {
        String type = ClassFile.dotted(node.desc);
        switch (node.getOpcode()) {
            case Opcodes.NEW -> stack.push(stack.object(node));
            case Opcodes.ANEWARRAY -> stack.pushArray(type, stack.pop());
            case Opcodes.INSTANCEOF -> stack.push(emitter.assign(new Expression.TypeTest(stack.pop(), type)));
            default -> {
                // A cast that fails is a mistake of the program, and no way that an analysis follows.
            }
        }
    }

    private void simple(int opcode) {
        if (opcode == Opcodes.ACONST_NULL) {
            stack.push(new Literal(null));
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            element();
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            stack.storeElement();
        } else if (opcode == Opcodes.ARRAYLENGTH) {
            stack.push(emitter.apply(Operator.LEN, Arithmetic.INT, stack.pop()));
        } else if (opcode == Opcodes.ATHROW) {
            Operand thrown = stack.pop();
            emitter.emit(new Instruction.Throw(thrown, typeOf(thrown)));
            alive = false;
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            boolean empty = opcode == Opcodes.RETURN;
            emitter.emit(new Instruction.Return(empty ? null : InstructionEmitter.typed(stack.pop(), returned)));
            alive = false;
        } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
            stack.pop();
        }
    }

    private void element() {
        Operand index = stack.pop();
        Operand array = stack.pop();
        Map<Long, String> cases = switchMaps.getOrDefault(array, Map.of());
        Optional<Operand> number = cases.isEmpty() ? Optional.empty() : switches.number(array, cases, index);
        stack.push(number.orElseGet(() -> emitter.assign(new Expression.Load(new Place.Item(array, index)))));
    }

    /** Returns the type of an object that was made here; empty for what was caught or comes from elsewhere. */
    private String typeOf(Operand operand) {
        return emitter.definition(operand) instanceof Instruction.Invoke call
                        && call.callee() instanceof Callee.Constructor made
                ? made.type()
                : "";
    }
}
