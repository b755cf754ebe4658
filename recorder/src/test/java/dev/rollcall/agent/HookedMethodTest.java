package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.LibraryAdapters;
import dev.rollcall.ranks.OwnLibrary;
import dev.rollcall.trace.Operation;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HookedMethodTest {
    private final LibraryAdapters libraries = new LibraryAdapters();

    /** Defines classes of its own, as a container does for each application. */
    private static final class Loader extends ClassLoader {
        Class<?> define(Class<?> type) throws Exception {
            String resource = "/" + type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getResourceAsStream(resource)) {
                byte[] classFile = in.readAllBytes();
                return defineClass(type.getName(), classFile, 0, classFile.length);
            }
        }

        Loader() {
            super(HookedMethodTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> own = findLoadedClass(name);
            return own != null ? own : super.loadClass(name, resolve);
        }
    }

    private HookedMethod bind(Loader loader) throws Exception {
        Class<?> type = loader.define(OwnLibrary.class);
        CatalogueEntry entry = Catalogue.builtIn()
                .ofClass("org.bytedeco.pytorch.ProcessGroupGloo")
                .get(0);
        HookedMethod method = new HookedMethod(0, entry, loader, type.getName(), "sum");
        LibraryAdapter library = libraries.of("mine", loader);
        method.bind(new BoundMethod(
                entry, method.called(), library, null, null, Operation.UNKNOWN, 0, false, loader, false));
        return method;
    }

    @Test
    void keepsItsBindingWhileTheClassLives() throws Exception {
        Loader loader = new Loader();
        HookedMethod method = bind(loader);
        System.gc();
        assertNotNull(method.bound());
        assertSame(method.bound().library(), libraries.of("mine", loader));
    }

    @Test
    @Timeout(60)
    void keepsNoClassLoaderAlive() throws Exception {
        Loader loader = new Loader();
        WeakReference<ClassLoader> watched = new WeakReference<>(loader);
        HookedMethod method = bind(loader);
        loader = null;
        for (int turn = 0; turn < 100 && watched.get() != null; turn++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertTrue(watched.refersTo(null) && method.bound() == null, "still there");
    }
}
