package dev.rollcall.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Compares the catalogues of CUDA's Java bindings with the bindings' classes. */
class CudaCataloguesTest {
    /** The names of copies between pointers; those of arrays, symbols, batches and graphs differ. */
    private static final Pattern COPY =
            Pattern.compile("cu(da)?Memcpy(Peer|2D|2DUnaligned|3D|3DPeer|DtoD|HtoD|DtoH)?(Async)?");

    private record Method(String name, int parameters) {}

    private static List<Method> copies(String className) throws IOException {
        List<Method> methods = new java.util.ArrayList<>();
        String resource = className.replace('.', '/') + ".class";
        try (InputStream in = CudaCataloguesTest.class.getClassLoader().getResourceAsStream(resource)) {
            ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String name, String descriptor, String signature, String[] exceptions) {
                    if ((access & Opcodes.ACC_PUBLIC) != 0 && COPY.matcher(name).matches()) {
                        methods.add(new Method(name, Type.getArgumentTypes(descriptor).length));
                    }
                    return null;
                }
            };
            new ClassReader(in).accept(visitor, ClassReader.SKIP_CODE);
        }
        return methods;
    }

    @ParameterizedTest
    @ValueSource(strings = {"jcuda.runtime.JCuda", "jcuda.driver.JCudaDriver", "org.bytedeco.cuda.global.cudart"})
    void listsEveryCopyBetweenPointers(String className) throws IOException {
        List<CatalogueEntry> entries = Catalogue.builtIn().ofClass(className).stream()
                .filter(entry -> entry.kind() == EntryKind.COPY)
                .toList();
        SortedSet<String> inTheClass =
                copies(className).stream().map(Method::name).collect(Collectors.toCollection(TreeSet::new));
        SortedSet<String> listed =
                entries.stream().map(CatalogueEntry::method).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(inTheClass, listed);
        for (Method method : copies(className)) {
            CatalogueEntry entry = entries.stream()
                    .filter(each -> each.method().equals(method.name()))
                    .findFirst()
                    .orElseThrow();
            int roles = entry.roles().size();
            boolean leavesTheStreamOut =
                    entry.roles().contains(ArgumentRole.STREAM) && method.parameters() == roles - 1;
            assertTrue(method.parameters() == roles || leavesTheStreamOut, method.toString());
        }
    }
}
