package dev.rollcall.ranks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Makes a call in each of many copies of a library, each in a class loader of its own, and prints how many of them were unloaded. */
public final class Unloaded {
    private static final int COPIES = 40;
    private static final int ATTEMPTS = 50;

    private Unloaded() {}

    /** Has its own copy of the library. */
    private static final class Copy extends ClassLoader {
        Copy() {
            super(Unloaded.class.getClassLoader());
        }

        Class<?> library() throws IOException {
            String name = OwnLibrary.class.getName();
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] classFile = in.readAllBytes();
                return defineClass(name, classFile, 0, classFile.length);
            }
        }
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            loaders.add(new WeakReference<>(call()));
        }
        for (int attempt = 0; attempt < ATTEMPTS && loaders.stream().anyMatch(left -> left.get() != null); attempt++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println(loaders.stream().filter(left -> left.get() == null).count());
    }

    private static ClassLoader call() throws Exception {
        Copy loader = new Copy();
        Class<?> library = loader.library();
        Method group = library.getDeclaredMethod("group", String.class, int.class, int.class);
        Method sum = library.getDeclaredMethod("sum", float[].class, String.class);
        group.setAccessible(true);
        sum.setAccessible(true);
        sum.invoke(group.invoke(null, "everyone", 0, 1), new float[4], "SUM");
        return loader;
    }
}
