package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/**
 * Puts a wrapper around each catalogued method of one class. The method itself gets a prefixed name: a native one is still
 * linked, by the native-method prefix, and another one takes its body along. Not thread-safe.
 */
final class ClassWrapper extends ClassVisitor {
    private static final int API = Opcodes.ASM9;

    private final List<CatalogueEntry> entries;
    private final HookedMethods hooks;
    private final ClassLoader loader;
    private String owner;
    private boolean isInterface;
    private final Map<CatalogueEntry, List<String>> wrapped = new HashMap<>();
    private final Map<CatalogueEntry, List<String>> workless = new HashMap<>();

    /** Makes a visitor that wraps the methods of the entries and adds each to the hooked methods. */
    ClassWrapper(ClassVisitor next, List<CatalogueEntry> entries, HookedMethods hooks, ClassLoader loader) {
        super(API, next);
        this.entries = entries;
        this.hooks = hooks;
        this.loader = loader;
    }

    /** Returns the descriptors of the methods that were wrapped for an entry. */
    List<String> wrapped(CatalogueEntry entry) {
        return wrapped.getOrDefault(entry, List.of());
    }

    /** Returns the descriptors of the methods that were left alone because they return no work, although their entry says so. */
    List<String> workless(CatalogueEntry entry) {
        return workless.getOrDefault(entry, List.of());
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        owner = name;
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        if (name.startsWith(WrapperFrames.PREFIX)) {
            throw new IllegalStateException("another Rollcall agent has instrumented it");
        }
        Optional<CatalogueEntry> entry = entries.stream()
                .filter(candidate -> candidate.kind().instrumented() && candidate.matches(name, descriptor))
                .findFirst();
        int notWrappable = Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE;
        if (entry.isEmpty() || (access & notWrappable) != 0 || name.startsWith("<")) {
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }
        if (entry.get().ending() == CompletionSign.WORK && !isHandle(Type.getReturnType(descriptor))) {
            workless.computeIfAbsent(entry.get(), key -> new ArrayList<>()).add(descriptor);
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }
        wrapped.computeIfAbsent(entry.get(), key -> new ArrayList<>()).add(descriptor);
        boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
        String renamed = WrapperFrames.PREFIX + name;
        MethodVisitor wrapper = super.visitMethod(
                access & ~(Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED), name, descriptor, signature, exceptions);
        int visibility = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL;
        MethodVisitor body = super.visitMethod(
                (access & ~visibility) | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC,
                renamed,
                descriptor,
                null,
                exceptions);
        int hook = hooks.add(entry.get(), loader, owner.replace('/', '.'), name);
        WrapperWriter writer = new WrapperWriter(wrapper, owner, isInterface, access, descriptor, entry.get(), hook);
        return new WrappedMethod(body, wrapper, isNative, () -> writer.write(renamed));
    }

    /** Returns whether values of a type can stand for a work. */
    private static boolean isHandle(Type type) {
        return switch (type.getSort()) {
            case Type.VOID, Type.BOOLEAN, Type.FLOAT, Type.DOUBLE -> false;
            default -> true;
        };
    }

    /** Sends to the wrapper what reflection sees of a method, and to the body its code. */
    private static final class WrappedMethod extends MethodVisitor {
        private final MethodVisitor wrapper;
        private final boolean isNative;
        private final Runnable writeWrapper;

        WrappedMethod(MethodVisitor body, MethodVisitor wrapper, boolean isNative, Runnable writeWrapper) {
            super(API, body);
            this.wrapper = wrapper;
            this.isNative = isNative;
            this.writeWrapper = writeWrapper;
        }

        @Override
        public void visitParameter(String name, int access) {
            wrapper.visitParameter(name, access);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return wrapper.visitAnnotation(descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int ref, TypePath path, String descriptor, boolean visible) {
            return wrapper.visitTypeAnnotation(ref, path, descriptor, visible);
        }

        @Override
        public void visitAnnotableParameterCount(int count, boolean visible) {
            wrapper.visitAnnotableParameterCount(count, visible);
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
            return wrapper.visitParameterAnnotation(parameter, descriptor, visible);
        }

        @Override
        public void visitCode() {
            if (!isNative) {
                super.visitCode();
            }
        }

        @Override
        public void visitEnd() {
            super.visitEnd();
            writeWrapper.run();
        }
    }
}
