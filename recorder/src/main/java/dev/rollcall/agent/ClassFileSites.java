package dev.rollcall.agent;

import dev.rollcall.recorder.CallSites;
import java.io.InputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Finds the call sites of a class in its class file. Thread-safe. */
final class ClassFileSites implements CallSites.Finder {
    private static final int API = Opcodes.ASM9;

    @Override
    public Optional<CallSites> find(Class<?> type) {
        if (type.isHidden()) {
            return Optional.empty();
        }
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in == null ? Optional.empty() : Optional.of(read(in.readAllBytes()));
        } catch (StackOverflowError | OutOfMemoryError e) {
            // This passes; the next attempt may succeed.
            throw e;
        } catch (Throwable e) {
            // The loader's code failed, or the class file is of an unknown version.
            return Optional.empty();
        }
    }

    /** Returns the call sites in a class file. */
    static CallSites read(byte[] classFile) {
        Sites sites = new Sites();
        OffsetReader reader = new OffsetReader(classFile, sites);
        reader.accept(new MethodsVisitor(sites), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new CallSites(sites.ambiguous, sites.overloaded, sites.methods());
    }

    /** The sites found so far, and the offset of the current instruction. */
    private static final class Sites {
        private final BitSet ambiguous = new BitSet();
        private final BitSet overloaded = new BitSet();
        private final Map<Integer, Set<String>> names = new HashMap<>();
        private int offset;

        void add(String method) {
            Set<String> known = names.computeIfAbsent(offset, index -> new HashSet<>());
            if (!known.isEmpty()) {
                ambiguous.set(offset);
            }
            if (!known.add(method)) {
                overloaded.set(offset);
            }
        }

        Map<Integer, String> methods() {
            Map<Integer, String> sole = new HashMap<>();
            names.forEach((index, known) -> {
                if (!ambiguous.get(index)) {
                    sole.put(index, known.iterator().next());
                }
            });
            return sole;
        }
    }

    /** Sets the offset of each instruction before it is visited. */
    private static final class OffsetReader extends ClassReader {
        private final Sites sites;

        OffsetReader(byte[] classFile, Sites sites) {
            super(classFile);
            this.sites = sites;
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            sites.offset = bytecodeOffset;
        }
    }

    private static final class MethodsVisitor extends ClassVisitor {
        private final Sites sites;

        MethodsVisitor(Sites sites) {
            super(API);
            this.sites = sites;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new SitesVisitor(sites, name);
        }
    }

    /** Adds the instructions that can have a frame above them: calls, and those that may initialize a class. */
    private static final class SitesVisitor extends MethodVisitor {
        private final Sites sites;
        private final String method;

        SitesVisitor(Sites sites, String method) {
            super(API);
            this.sites = sites;
            this.method = method;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            sites.add(method);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            sites.add(method);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW) {
                sites.add(method);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
                sites.add(method);
            }
        }
    }
}
