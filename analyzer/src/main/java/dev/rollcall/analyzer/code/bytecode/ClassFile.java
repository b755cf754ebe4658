package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.FunctionId;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A class file: what it declares, and its code when asked for. Not thread-safe. */
final class ClassFile {
    private static final String CONSTRUCTOR = "<init>";
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final String SWITCH_MAP = "$SwitchMap$";
    /** The tag of a class in the constant pool (JVM specification, 4.4). */
    private static final int CLASS_TAG = 7;

    private static final Map<Integer, CodeType.Trait> TRAITS = Map.of(
            Opcodes.ACC_INTERFACE, CodeType.Trait.INTERFACE,
            Opcodes.ACC_ABSTRACT, CodeType.Trait.ABSTRACT,
            Opcodes.ACC_ENUM, CodeType.Trait.ENUM,
            Opcodes.ACC_RECORD, CodeType.Trait.RECORD);

    private final ClassReader reader;
    private final Set<String> references;
    private final CodeType type;
    private final String source;
    private final Map<String, Method> methods = new LinkedHashMap<>();
    private final Map<FunctionId, MethodReference> methodReferences = new LinkedHashMap<>();
    private SoftReference<ClassNode> code = new SoftReference<>(null);
    private Map<String, Map<Long, String>> switchMaps;

    /**
     * A method that a class declares.
     *
     * @param access its access flags (JVM specification, 4.6)
     */
    record Method(FunctionId id, int access, Set<CodeFunction.Mark> marks) {
        boolean hasCode() {
            return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        }

        boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    /** A place where the class makes an object of a method: {@code world::barrier}. */
    record MethodReference(FunctionId id, Handle target, int line) {}

    /**
     * Reads a class file's declarations.
     *
     * @throws RuntimeException if it is damaged: ASM throws whatever comes first
     */
    ClassFile(byte[] content) {
        reader = new ClassReader(content);
        references = readReferences(content);
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
        String name = dotted(node.name);
        source = node.sourceFile != null ? node.sourceFile : name.substring(name.lastIndexOf('.') + 1);
        boolean conditional = isAnnotated(node.visibleAnnotations, node.invisibleAnnotations, "RankConditional");
        for (MethodNode method : node.methods) {
            checkDescriptor(method.desc);
            Set<CodeFunction.Mark> marks = marks(method);
            if (conditional) {
                marks.add(CodeFunction.Mark.RANK_CONDITIONAL);
            }
            FunctionId id = new FunctionId(name, name, method.name, method.desc);
            methods.putIfAbsent(method.name + method.desc, new Method(id, method.access, marks));
        }
        type = type(node, name);
        if (references.contains(dotted(LAMBDAS))) {
            readMethodReferences();
        }
    }

    /** Returns a type's name as the form has it, from an internal name or an array's descriptor. */
    static String dotted(String internal) {
        return Type.getObjectType(internal).getClassName();
    }

    /** ASM reads a type when its name is asked for; what is wrong shows then. */
    private static void checkDescriptor(String descriptor) {
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            parameter.getClassName();
        }
        Type.getReturnType(descriptor).getClassName();
    }

    private Set<String> readReferences(byte[] content) {
        Set<String> names = new LinkedHashSet<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item > 0 && content[item - 1] == CLASS_TAG) {
                Type named = Type.getObjectType(reader.readUTF8(item, buffer));
                named = named.getSort() == Type.ARRAY ? named.getElementType() : named;
                if (named.getSort() == Type.OBJECT) {
                    names.add(named.getClassName());
                }
            }
        }
        names.remove(dotted(reader.getClassName()));
        return names;
    }

    private static Set<CodeFunction.Mark> marks(MethodNode method) {
        Set<CodeFunction.Mark> marks = EnumSet.noneOf(CodeFunction.Mark.class);
        if (isAnnotated(method.visibleAnnotations, method.invisibleAnnotations, "RankConditional")) {
            marks.add(CodeFunction.Mark.RANK_CONDITIONAL);
        }
        if (isAnnotated(method.visibleAnnotations, method.invisibleAnnotations, "ReturnsRank")) {
            marks.add(CodeFunction.Mark.RETURNS_RANK);
        }
        if (method.name.equals("main") && method.desc.equals("([Ljava/lang/String;)V")) {
            marks.add(CodeFunction.Mark.ENTRY);
        }
        return marks;
    }

    /** Annotations are known by their simple names, so that a program can declare its own and need not depend on Rollcall. */
    private static boolean isAnnotated(List<AnnotationNode> visible, List<AnnotationNode> invisible, String name) {
        List<AnnotationNode> all = new ArrayList<>(visible == null ? List.of() : visible);
        all.addAll(invisible == null ? List.of() : invisible);
        return all.stream().anyMatch(each -> each.desc.matches("L(.*[/$])?" + name + ";"));
    }

    private CodeType type(ClassNode node, String name) {
        List<String> supers = new ArrayList<>();
        if (node.superName != null) {
            supers.add(dotted(node.superName));
        }
        node.interfaces.forEach(each -> supers.add(dotted(each)));
        Map<String, String> fields = new HashMap<>();
        List<String> constants = new ArrayList<>();
        for (FieldNode field : node.fields) {
            fields.put(field.name, Type.getType(field.desc).getClassName());
            if ((field.access & Opcodes.ACC_ENUM) != 0) {
                constants.add(field.name);
            }
        }
        Map<String, FunctionId> declared = new LinkedHashMap<>();
        methods.forEach((key, method) -> {
            if (isFunction(method)) {
                declared.put(key, method.id);
            }
        });
        return new CodeType(name, supers, declared, fields, constants, traits(node));
    }

    /** A method whose result is annotated is known without its code. */
    private static boolean isFunction(Method method) {
        return method.hasCode() || method.marks.contains(CodeFunction.Mark.RETURNS_RANK);
    }

    private static Set<CodeType.Trait> traits(ClassNode node) {
        Set<CodeType.Trait> traits = EnumSet.noneOf(CodeType.Trait.class);
        TRAITS.forEach((flag, trait) -> {
            if ((node.access & flag) != 0) {
                traits.add(trait);
            }
        });
        return traits;
    }

    private void readMethodReferences() {
        for (MethodNode method : parsed().methods) {
            int line = 0;
            for (AbstractInsnNode node : method.instructions) {
                line = node instanceof LineNumberNode number ? number.line : line;
                Optional<Handle> target = node instanceof InvokeDynamicInsnNode call
                        ? implementation(call.bsm, call.bsmArgs).filter(each -> !isOwn(each))
                        : Optional.empty();
                if (target.isPresent()) {
                    FunctionId id = referenceId(target.get(), line);
                    methodReferences.put(id, new MethodReference(id, target.get(), line));
                }
            }
        }
    }

    /** Returns the class with its code, which memory may not hold for all classes at once. */
    private ClassNode parsed() {
        ClassNode node = code.get();
        if (node == null) {
            node = new ClassNode();
            reader.accept(node, ClassReader.SKIP_FRAMES);
            code = new SoftReference<>(node);
        }
        return node;
    }

    /** Returns the method that an object of a functional interface calls; empty for other bootstrap methods. */
    static Optional<Handle> implementation(Handle bootstrap, Object... arguments) {
        boolean lambda = bootstrap.getOwner().equals(LAMBDAS) && arguments.length > 1;
        return lambda && arguments[1] instanceof Handle target && target.getTag() >= Opcodes.H_INVOKEVIRTUAL
                ? Optional.of(target)
                : Optional.empty();
    }

    /** A lambda's body, and what else a call of the class's own method reaches without dispatch. */
    private boolean isOwn(Handle target) {
        Method own = dotted(target.getOwner()).equals(name()) ? methods.get(target.getName() + target.getDesc()) : null;
        return own != null
                && (own.is(Opcodes.ACC_STATIC) || own.is(Opcodes.ACC_PRIVATE))
                && own.hasCode()
                && !own.id.name().equals(CONSTRUCTOR);
    }

    private FunctionId referenceId(Handle target, int line) {
        boolean made = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        boolean onObject = !made && target.getTag() != Opcodes.H_INVOKESTATIC;
        String descriptor =
                onObject ? "(L" + target.getOwner() + ";" + target.getDesc().substring(1) : target.getDesc();
        if (made) {
            descriptor = descriptor.substring(0, descriptor.length() - 1) + "L" + target.getOwner() + ";";
        }
        checkDescriptor(descriptor);
        String method = dotted(target.getOwner()) + "::" + (made ? "new" : target.getName()) + "@" + line;
        return new FunctionId(name(), name(), method, descriptor);
    }

    /** Returns the function that an object of a functional interface calls. */
    FunctionId closure(Handle target, int line) {
        return isOwn(target) ? methods.get(target.getName() + target.getDesc()).id : referenceId(target, line);
    }

    String name() {
        return dotted(reader.getClassName());
    }

    /** Returns the source file's name; the class's where the class file has none. */
    String source() {
        return source;
    }

    CodeType type() {
        return type;
    }

    /** Returns the names of the classes that it refers to, without its own. */
    Set<String> references() {
        return references;
    }

    /** Returns the methods that are functions of the form, in the order of the file. */
    List<Method> functions() {
        return methods.values().stream().filter(ClassFile::isFunction).toList();
    }

    List<MethodReference> methodReferences() {
        return List.copyOf(methodReferences.values());
    }

    /** Returns a declared method by its name and descriptor. */
    Optional<Method> method(String nameAndDescriptor) {
        return Optional.ofNullable(methods.get(nameAndDescriptor));
    }

    /**
     * Reads a method's code.
     *
     * @throws RuntimeException if it is damaged
     */
    MethodNode code(Method method) {
        return parsed().methods.stream()
                .filter(each -> each.name.equals(method.id.name()) && each.desc.equals(method.id.descriptor()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns the enum constants behind the cases of switches: javac numbers them in an array, in a class of its own.
     *
     * @param field the array
     * @return the constants' full names by their numbers; empty if the class has no such array
     */
    Map<Long, String> switchMap(String field) {
        if (!field.startsWith(SWITCH_MAP)) {
            return Map.of();
        }
        if (switchMaps == null) {
            switchMaps = new HashMap<>();
            Method initializer = methods.get("<clinit>()V");
            if (initializer != null) {
                readSwitchMaps(code(initializer).instructions);
            }
        }
        return switchMaps.getOrDefault(field, Map.of());
    }

    /** Reads {@code $SwitchMap$Role[Role.SAVER.ordinal()] = 1}. */
    private void readSwitchMaps(InsnList code) {
        List<AbstractInsnNode> last = new ArrayList<>();
        for (AbstractInsnNode node : code) {
            if (node.getOpcode() >= 0) {
                last.add(node);
            }
            int n = last.size();
            if (node.getOpcode() == Opcodes.IASTORE
                    && n > 4
                    && last.get(n - 5) instanceof FieldInsnNode map
                    && last.get(n - 4) instanceof FieldInsnNode constant
                    && last.get(n - 3) instanceof MethodInsnNode call
                    && call.name.equals("ordinal")
                    && Constants.of(last.get(n - 2)).orElse(null) instanceof Long number) {
                switchMaps
                        .computeIfAbsent(map.name, name -> new HashMap<>())
                        .put(number, dotted(constant.owner) + "." + constant.name);
            }
        }
    }
}
