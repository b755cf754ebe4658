package dev.rollcall.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Compares the catalogue of c10d with the presets' classes, which are read and not loaded. */
class C10dCatalogueTest {
    private static final String WORK = ")Lorg/bytedeco/pytorch/Work;";

    private record Method(String name, String descriptor) {}

    private static List<Method> methods(String className) throws IOException {
        List<Method> methods = new ArrayList<>();
        String resource = className.replace('.', '/') + ".class";
        try (InputStream in = C10dCatalogueTest.class.getClassLoader().getResourceAsStream(resource)) {
            ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String name, String descriptor, String signature, String[] exceptions) {
                    methods.add(new Method(name, descriptor));
                    return null;
                }
            };
            new ClassReader(in).accept(visitor, ClassReader.SKIP_CODE);
        }
        return methods;
    }

    @Test
    void listsEveryMethodThatGroupsCallsOrExcludesRanks() throws IOException {
        for (String className : Catalogue.builtIn().only(List.of("c10d")).classNames()) {
            List<CatalogueEntry> entries = Catalogue.builtIn().ofClass(className);
            for (Method method : methods(className)) {
                EntryKind kind = switch (method.name()) {
                    case "startCoalescing", "groupStart" -> EntryKind.GROUP_START;
                    case "endCoalescing", "groupEnd", "groupEndNonblocking" -> EntryKind.GROUP_END;
                    case "shrink" -> EntryKind.SPLIT;
                    default -> null;
                };
                if (kind != null) {
                    assertTrue(
                            entries.stream()
                                    .anyMatch(entry ->
                                            entry.kind() == kind && entry.matches(method.name(), method.descriptor())),
                            className + "." + method);
                }
            }
        }
    }

    @Test
    void listsOnlyMethodsOfThePresets() throws IOException {
        for (String className : Catalogue.builtIn().only(List.of("c10d")).classNames()) {
            List<Method> methods = methods(className);
            for (CatalogueEntry entry : Catalogue.builtIn().ofClass(className)) {
                assertTrue(
                        methods.stream().anyMatch(method -> entry.matches(method.name(), method.descriptor())),
                        () -> className + "." + entry.signature());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.bytedeco.pytorch.ProcessGroupGloo",
                "org.bytedeco.pytorch.Backend",
                "org.bytedeco.pytorch.ProcessGroup",
                "org.bytedeco.pytorch.nccl.ProcessGroupNCCL"
            })
    void listsEveryMethodThatReturnsAWork(String className) throws IOException {
        List<CatalogueEntry> entries = Catalogue.builtIn().ofClass(className);
        for (Method method : methods(className)) {
            boolean isCall =
                    method.descriptor().endsWith(WORK) && !method.name().equals("endCoalescing");
            long known = entries.stream()
                    .filter(entry -> entry.kind() == EntryKind.CALL
                            && entry.ending() == CompletionSign.WORK
                            && entry.matches(method.name(), method.descriptor()))
                    .count();
            assertEquals(isCall ? 1 : 0, known, className + "." + method);
        }
    }
}
