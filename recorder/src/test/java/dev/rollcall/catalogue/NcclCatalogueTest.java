package dev.rollcall.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Compares the catalogue of NCCL with JavaCPP's class. */
class NcclCatalogueTest {
    private static final String CLASS = "org.bytedeco.cuda.global.nccl";
    private static final Set<String> ONE_SIDED = Set.of("ncclPutSignal", "ncclSignal", "ncclWaitSignal");

    private final List<CatalogueEntry> entries = Catalogue.builtIn().ofClass(CLASS);

    private record Method(String name, List<String> parameters) {}

    private static List<Method> methods() throws IOException {
        List<Method> methods = new ArrayList<>();
        try (InputStream in =
                NcclCatalogueTest.class.getClassLoader().getResourceAsStream(CLASS.replace('.', '/') + ".class")) {
            ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String name, String descriptor, String signature, String[] exceptions) {
                    List<String> parameters = List.of(Type.getArgumentTypes(descriptor)).stream()
                            .map(type -> type.getClassName().replaceAll(".*[.$]", ""))
                            .toList();
                    methods.add(new Method(name, parameters));
                    return null;
                }
            };
            new ClassReader(in).accept(visitor, ClassReader.SKIP_CODE);
        }
        return methods;
    }

    private static String withoutTwin(String name) {
        return name.startsWith("p") ? name.substring(1) : name;
    }

    @Test
    void listsEveryCallIntoAStream() throws IOException {
        Set<String> inTheClass = methods().stream()
                .filter(method -> method.parameters().contains("CUstream_st"))
                .map(Method::name)
                .filter(name -> !ONE_SIDED.contains(withoutTwin(name)))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> listed = entries.stream()
                .filter(entry -> entry.kind() == EntryKind.CALL)
                .map(CatalogueEntry::method)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(inTheClass, listed);
    }

    @Test
    void givesEveryParameterOfACallItsRole() throws IOException {
        for (Method method : methods()) {
            for (CatalogueEntry entry : entries) {
                if (entry.kind() == EntryKind.CALL && entry.method().equals(method.name())) {
                    assertEquals(method.parameters().size(), entry.roles().size(), method.toString());
                    int communicator = method.parameters().indexOf("ncclComm");
                    assertEquals(communicator, entry.roles().indexOf(ArgumentRole.COMMUNICATOR), method.toString());
                    int stream = method.parameters().indexOf("CUstream_st");
                    assertEquals(stream, entry.roles().indexOf(ArgumentRole.STREAM), method.toString());
                }
            }
        }
    }

    @Test
    void listsEveryWayToMakeACommunicator() throws IOException {
        for (Method method : methods()) {
            boolean makes = method.name().matches("p?ncclComm(Init.*|Split|Shrink|Grow)");
            List<CatalogueEntry> found = entries.stream()
                    .filter(entry -> entry.roles().contains(ArgumentRole.MADE)
                            && entry.method().equals(method.name()))
                    .toList();
            assertEquals(makes ? 1 : 0, found.size(), method.toString());
            if (makes) {
                int made = found.get(0).roles().indexOf(ArgumentRole.MADE);
                String type = method.parameters().get(made);
                assertEquals(true, type.equals("ncclComm") || type.equals("PointerPointer"), method.toString());
            }
        }
    }

    @Test
    void describesTwinsAlike() {
        List<String> own = described("n");
        assertEquals(own, described("p").stream().map(line -> line.substring(1)).toList());
    }

    private List<String> described(String first) {
        return entries.stream()
                .filter(entry ->
                        entry.method().startsWith(first) && entry.kind().instrumented())
                .map(entry -> entry.method() + " " + entry.kind() + " " + entry.operation() + " " + entry.roles() + " "
                        + entry.ending())
                .toList();
    }
}
