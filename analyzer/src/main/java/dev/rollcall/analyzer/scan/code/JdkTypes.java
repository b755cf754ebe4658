package dev.rollcall.analyzer.scan.code;

/** What the running JDK knows of its own types. Thread-safe. */
public final class JdkTypes {
    private JdkTypes() {}

    /** Returns whether a type of the JDK is another one; false where either is not the JDK's. Names are internal. */
    public static boolean isA(String name, String type) {
        if (!name.startsWith("java/") || !type.startsWith("java/")) {
            return false;
        }
        try {
            return load(type).isAssignableFrom(load(name));
        } catch (ClassNotFoundException | LinkageError notHere) {
            return false;
        }
    }

    /**
     * Returns a type of the JDK, not initialized.
     *
     * @throws ClassNotFoundException if this JDK has none of that name
     */
    public static Class<?> load(String internalName) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'), false, null);
    }
}
