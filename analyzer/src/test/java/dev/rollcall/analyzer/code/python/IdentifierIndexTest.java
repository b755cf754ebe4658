package dev.rollcall.analyzer.code.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.LibraryName;
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
        PythonUnits units = new PythonUnits(Set.of(LibraryName.of("barrier")), Set.of(LibraryName.of("get_rank")));
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
    void aPackageThatLoadsVeryManyModulesOnDemandDoesNotImportThem() {
        StringBuilder lazy = new StringBuilder("if typing.TYPE_CHECKING:\n");
        for (int i = 0; i < 30; i++) {
            lazy.append("    from .m").append(i).append(" import *\n\n# the next\n");
            write("lazy/m" + i + ".py", "def wait():\n    barrier()\n");
        }
        write("lazy/__init__.py", lazy + "    from .named import wait\nelse:\n    from .loaded import *\n");
        write("lazy/named.py", "def wait():\n    barrier()\n");
        write("lazy/loaded.py", "def wait():\n    barrier()\n");
        PythonUnits units = units("lazy/__init__.py");
        assertEquals(
                Set.of("lazy/named.py", "lazy/loaded.py"),
                new HashSet<>(units.unit("lazy/__init__.py").orElseThrow().imports()));
    }

    @Test
    void whatAPackageImportsForTypeCheckersIsWhatItLoads() {
        write("lazy/__init__.py", "if TYPE_CHECKING:\n    from .work import *\n");
        write("lazy/work.py", "def wait():\n    barrier()\n");
        PythonUnits units = units("lazy/__init__.py");
        assertEquals(
                List.of("lazy/work.py"),
                List.copyOf(units.unit("lazy/__init__.py").orElseThrow().imports()));
    }

    @Test
    void anImportGoesOnBehindABackslash() {
        write("comm.py", "def wait():\n    barrier()\n");
        write("train.py", "from comm \\\n    import \\\n    wait\nwait()\n");
        assertEquals(Set.of("comm.py", "train.py"), new HashSet<>(units().names()));
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

    private static final LibraryName FUNCTION =
            new LibraryName("gather", Set.of("torch.distributed"), Set.of(), Set.of());
    private static final LibraryName METHOD =
            new LibraryName("log", Set.of("lightning"), Set.of("Trainer"), Set.of("trainer"));

    private Set<String> meaning(LibraryName name) {
        PythonUnits units = new PythonUnits(Set.of(name), Set.of());
        Sources.files(folder).forEach(file -> units.add(folder, file));
        return new HashSet<>(units.names());
    }

    @Test
    void aFunctionsNameMattersWhereItsModuleIsImported() {
        write("a.py", "import torch\ndef f(x):\n    torch.distributed.gather(x)\n");
        write("b.py", "from torch import distributed as dist\ndef f(x):\n    dist.gather(x)\n");
        write("c.py", "from torch.distributed import (\n    gather,  # all\n)\n");
        write("d.py", "import torch.distributed.nn as nn\nnn.gather\n");
        write("e.py", "from common import torch\ntorch.distributed.gather(1)\n");
        write("f.py", "try: import torch.distributed as dist\nexcept ImportError: pass\ndist.gather(1)\n");
        write("g.py", "import os; from torch.distributed import gather as g; g(1)\n");
        write("no.py", "import torch\nimport torchvision.distributed\ndef g(x, i):\n    return x.gather(0, i)\n");
        assertEquals(Set.of("a.py", "b.py", "c.py", "d.py", "e.py", "f.py", "g.py"), meaning(FUNCTION));
    }

    @Test
    void aFunctionsNameMattersWhereItIsSeenThroughAnotherFile() {
        write("all.py", "import torch.distributed as dist\n");
        write("user.py", "from all import dist\ndist.gather()\n");
        write("other.py", "import all\nall.dist.gather()\n");
        write("no.py", "def g(x, i):\n    return x.gather(0, i)\n");
        assertEquals(Set.of("user.py", "other.py"), meaning(FUNCTION));
        write("all.py", "from torch.distributed import *\n");
        write("user.py", "from all import *\ngather()\n");
        write("other.py", "import all as a\na.gather()\n");
        assertEquals(Set.of("user.py", "other.py"), meaning(FUNCTION));
    }

    @Test
    void aMethodsNameMattersWhereAVariableIsCalledAfterItsClass() {
        write("a.py", "def f(my_trainer):\n    my_trainer.log(1)\n");
        write("no.py", "def f(trainers, log):\n    log(2)\n    math.log(3)\n");
        write("other.py", "def f(trainer):\n    log = 1\n");
        assertEquals(Set.of("a.py"), meaning(METHOD));
    }

    @Test
    void aMethodsNameMattersEverywhereWhereTheProgramHasTheClass() {
        write("a.py", "from lightning import Trainer\nmain(Trainer())\n");
        write("b.py", "def run(t):\n    t.log(1)\n");
        assertEquals(Set.of("b.py"), meaning(METHOD));
        write("a.py", "from mine import Trainer\nmain(Trainer())\n");
        assertEquals(Set.of(), meaning(METHOD));
    }

    @Test
    void theLibrarysOwnFilesMeanIt() {
        write("lightning/__init__.py", "");
        write("lightning/loops.py", "def f(t):\n    t.log(1)\n");
        assertEquals(Set.of("lightning/loops.py"), meaning(METHOD));
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
