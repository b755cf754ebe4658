package dev.rollcall.analyzer.code.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeUnit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentifierIndexTest {
    @TempDir
    Path folder;

    private void write(String name, String text) {
        Sources.write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private PythonUnits units(String... given) {
        PythonUnits units = new PythonUnits(Set.of("barrier"), Set.of("get_rank"));
        List<Path> files = given.length == 0
                ? Sources.files(folder)
                : List.of(given).stream().map(folder::resolve).toList();
        files.forEach(file -> units.add(folder, file));
        return units;
    }

    private void project() {
        write("pkg/__init__.py", "from .middle import *\nfrom .ranks import *\n");
        write("pkg/middle.py", "from .comm import Comm\nimport pkg.plain\n");
        write(
                "pkg/comm.py",
                "class Comm:\n    def __enter__(self):\n        def inner():\n            pass\n        dist.barrier()\n");
        write("pkg/ranks.py", "def leader():\n    return get_rank() == 0\n");
        write("pkg/plain.py", "def plain():\n    return 1\n");
        write("train.py", "import pkg\nwith pkg.Comm():\n    pkg.plain.plain()\n");
        write("other.py", "import pkg\ndef f():\n    return pkg.plain.plain()\n");
    }

    @Test
    void aFileMattersThatComesToAWordByNames() {
        project();
        assertEquals(Set.of("pkg/comm.py", "pkg/middle.py", "train.py"), new HashSet<>(units().names()));
    }

    @Test
    void aFileMattersAloneIfItDoesInItsPackage() {
        project();
        for (String each : units().names()) {
            assertEquals(List.of(each), List.copyOf(units(each).names()));
        }
        assertEquals(List.of(), List.copyOf(units("pkg/plain.py").names()));
    }

    @Test
    void importsLeadThroughFilesThatDoNotMatter() {
        project();
        CodeUnit unit = units("train.py").unit("train.py").orElseThrow();
        assertEquals(Set.of("pkg/middle.py", "pkg/ranks.py"), new HashSet<>(unit.imports()));
    }

    @Test
    void aCommonNameIsFollowedOnlyToImporters() {
        write("a.py", "def step():\n    barrier()\n");
        write("user.py", "from a import step\nstep()\n");
        for (int i = 0; i < 30; i++) {
            write("b" + i + ".py", "optimizer.step()\n");
        }
        assertEquals(Set.of("a.py", "user.py"), new HashSet<>(units().names()));
    }

    @Test
    void withoutASubjectEveryFileMatters() {
        project();
        assertTrue(Sources.units(folder).names().contains("pkg/plain.py"));
    }

    @Test
    void aPackageThatIsInstalledBesideIsALibrary() {
        write("a/__init__.py", "import b\nimport a.c\nb.f()\na.c.g()\n");
        write("a/c.py", "def g(): pass\n");
        write("b/__init__.py", "def f(): pass\n");
        write("b-1.0.dist-info/METADATA", "");
        CodeUnit unit = Sources.units(folder).unit("a/__init__.py").orElseThrow();
        assertEquals(List.of("a/c.py", "b"), unit.imports());
    }
}
