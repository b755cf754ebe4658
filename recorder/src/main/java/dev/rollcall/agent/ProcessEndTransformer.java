package dev.rollcall.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes the JDK's methods that end a process or a thread call {@link ProcessEndHooks} first. An exception of that call is
 * swallowed; nothing else changes.
 *
 * <p>The call is reflective, through the system class loader: the JDK's classes do not see the agent, and with the agent on the
 * boot class path the JVM would give up class-data sharing.
 */
final class ProcessEndTransformer implements ClassFileTransformer {
    private static final List<EndMethod> METHODS = List.of(
            new EndMethod("java/lang/Shutdown", "exit", "(I)V", "exiting"),
            new EndMethod("java/lang/Runtime", "halt", "(I)V", "halting"),
            new EndMethod("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V", "uncaught"));

    private static final int API = Opcodes.ASM9;

    /** By identity: the first comparison of two records links code for 10 ms. */
    private final Set<EndMethod> instrumented = Collections.newSetFromMap(new IdentityHashMap<>());

    /** A method of the JDK, and the hook that it calls. */
    private record EndMethod(String owner, String name, String descriptor, String hook) {
        boolean is(String method, String type) {
            return name.equals(method) && descriptor.equals(type);
        }
    }

    /** Instruments the methods that this JDK has, and notes all of them in the trace. */
    static void install(Instrumentation instrumentation, InstrumentationNotes notes) {
        ProcessEndTransformer transformer = new ProcessEndTransformer();
        instrumentation.addTransformer(transformer, true);
        for (EndMethod method : METHODS) {
            String className = method.owner.replace('/', '.');
            String why = "this JDK has no such method";
            try {
                instrumentation.retransformClasses(Class.forName(className));
            } catch (Throwable e) {
                why = e.toString();
            }
            boolean done = transformer.instrumented.contains(method);
            notes.add(className, method.name, method.descriptor, done, done ? "" : why);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || METHODS.stream().noneMatch(method -> method.owner.equals(name))) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(classFile);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new EndVisitor(writer, name), 0);
            return writer.toByteArray();
        } catch (Throwable e) {
            return null;
        }
    }

    private final class EndVisitor extends ClassVisitor {
        private final String owner;

        EndVisitor(ClassVisitor next, String owner) {
            super(API, next);
            this.owner = owner;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (EndMethod method : METHODS) {
                boolean hasCode = (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0;
                if (hasCode && method.owner.equals(owner) && method.is(name, descriptor)) {
                    instrumented.add(method);
                    return new HookInserter(next, method, (access & Opcodes.ACC_STATIC) != 0);
                }
            }
            return next;
        }
    }

    /** Writes the hook's call before a method's code. */
    private static final class HookInserter extends MethodVisitor {
        private final EndMethod method;
        private final boolean isStatic;

        HookInserter(MethodVisitor next, EndMethod method, boolean isStatic) {
            super(API, next);
            this.method = method;
            this.isStatic = isStatic;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label rest = new Label();
            visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
            visitLabel(start);
            writeCall();
            visitLabel(end);
            visitJumpInsn(Opcodes.GOTO, rest);
            visitLabel(handler);
            visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
            visitInsn(Opcodes.POP);
            visitLabel(rest);
            visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            // Keeps this frame apart from one with which the method's own code may begin.
            visitInsn(Opcodes.NOP);
        }

        private void writeCall() {
            Type argument = Type.getArgumentTypes(method.descriptor)[0];
            boolean isInt = argument.getSort() == Type.INT;
            visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "java/lang/ClassLoader",
                    "getSystemClassLoader",
                    "()Ljava/lang/ClassLoader;",
                    false);
            visitLdcInsn(ProcessEndHooks.class.getName());
            visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    "java/lang/ClassLoader",
                    "loadClass",
                    "(Ljava/lang/String;)Ljava/lang/Class;",
                    false);
            visitLdcInsn(method.hook);
            visitInsn(Opcodes.ICONST_1);
            visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Class");
            visitInsn(Opcodes.DUP);
            visitInsn(Opcodes.ICONST_0);
            if (isInt) {
                visitFieldInsn(Opcodes.GETSTATIC, "java/lang/Integer", "TYPE", "Ljava/lang/Class;");
            } else {
                visitLdcInsn(argument);
            }
            visitInsn(Opcodes.AASTORE);
            visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    "java/lang/Class",
                    "getMethod",
                    "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
                    false);
            visitInsn(Opcodes.ACONST_NULL);
            visitInsn(Opcodes.ICONST_1);
            visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
            visitInsn(Opcodes.DUP);
            visitInsn(Opcodes.ICONST_0);
            visitVarInsn(isInt ? Opcodes.ILOAD : Opcodes.ALOAD, isStatic ? 0 : 1);
            if (isInt) {
                visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
            }
            visitInsn(Opcodes.AASTORE);
            visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    "java/lang/reflect/Method",
                    "invoke",
                    "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
                    false);
            visitInsn(Opcodes.POP);
        }
    }
}
