package dev.rollcall.analyzer.code.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.UnitSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No source makes the front end fail; what it does not understand it says. */
class HostileSourcesTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");
    private static final int MUTATIONS = Integer.getInteger("rollcall.mutations", 500);
    private static final String[] PIECES = {
        "def ",
        "class ",
        "lambda: ",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        "\n",
        "    ",
        "\t",
        "'",
        "\"\"\"",
        "f'{",
        "}'",
        "@",
        "*",
        "**",
        ",",
        "=",
        ":=",
        "==",
        " in ",
        " not ",
        " is ",
        "yield ",
        "await ",
        "async ",
        "import ",
        "from . import ",
        "global x\n",
        "nonlocal y\n",
        "try:\n",
        "except:\n",
        "finally:\n",
        "with a as b:\n",
        "match x:\n",
        " case _:\n",
        "return ",
        "raise ",
        "break\n",
        "else:\n",
        "elif x:\n",
        "for ",
        "while ",
        "-",
        "\\",
        "\0",
        "\uFEFF",
        "é",
        "\ud83d\ude00",
        "0x",
        "1e",
        "...",
        "del x",
        "assert ",
        "#",
        "print x"
    };

    @TempDir
    Path folder;

    private CodeUnit unit(String text) {
        CodeUnit unit = Sources.unit(folder, "m.py", text);
        Sources.check(unit);
        return unit;
    }

    private List<String> gaps(CodeUnit unit) {
        List<String> gaps = new ArrayList<>();
        unit.functions().forEach(id -> {
            CodeFunction function = unit.function(id).orElseThrow();
            gaps.add(function.gap());
        });
        gaps.removeIf(String::isEmpty);
        return gaps;
    }

    @Test
    void mutatedScriptsAreLowered() throws IOException {
        long seed = Long.getLong("rollcall.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<String> scripts = new ArrayList<>();
        for (Path each : Sources.files(SCRIPTS)) {
            scripts.add(Files.readString(each));
        }
        PythonParser parser = new PythonParser();
        PythonModules modules = new PythonModules();
        modules.add(folder, folder.resolve("m.py"));
        for (int i = 0; i < MUTATIONS; i++) {
            StringBuilder text = new StringBuilder(scripts.get(random.nextInt(scripts.size())));
            for (int k = random.nextInt(4); k >= 0; k--) {
                mutate(text, random);
            }
            SourceText source = new SourceText(text.toString().getBytes(StandardCharsets.UTF_8));
            try {
                SyntaxNode root = parser.parse(source).root();
                Sources.check(PythonUnits.lowered(new PythonModule(modules, "m.py", "m.py", source, root), List.of()));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", mutation " + i + "\n" + text, e);
            }
        }
    }

    private static void mutate(StringBuilder text, Random random) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(12));
        switch (random.nextInt(4)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, text.substring(from, to));
            case 2 -> text.replace(from, to, PIECES[random.nextInt(PIECES.length)]);
            default -> text.insert(from, PIECES[random.nextInt(PIECES.length)]);
        }
    }

    @Test
    void aSyntaxErrorIsNamedAndTheRestIsLowered() {
        PythonUnits units =
                Sources.units(folder, "m.py", "def f():\n    return 1\ndef g(:\n    x ==\ndef h():\n    return 2\n");
        CodeUnit unit = units.unit("m.py").orElseThrow();
        assertTrue(unit.functions().toString().contains("m.py.f"));
        assertTrue(unit.functions().toString().contains("m.py.h"));
        assertEquals(1, units.unread().size());
        assertTrue(units.unread().get(0).reason().contains("syntax error in line 3"), units.unread()::toString);
        assertFalse(gaps(unit).isEmpty());
        assertEquals(
                "",
                unit.function(unit.functions().stream()
                                .filter(id -> id.name().equals("f"))
                                .findFirst()
                                .orElseThrow())
                        .orElseThrow()
                        .gap());
    }

    @Test
    void deepNestingIsBounded() {
        assertTrue(gaps(unit("x = " + "(".repeat(3000) + "1" + ")".repeat(3000) + "\n"))
                .get(0)
                .contains("too deeply"));
        assertEquals(
                List.of("nested too deeply in line 2"),
                gaps(unit("def f(x):\n    return " + "1 if x == 1 else ".repeat(900) + "2\n")));
        unit("x = " + "-".repeat(100_000) + "1\n");
        unit("x = 1" + " + 1".repeat(100_000) + "\n");
        PythonUnits units = Sources.units(folder, "m.py", "x = " + "[".repeat(200_000) + "\n");
        assertTrue(units.unit("m.py").isEmpty());
        assertEquals(
                List.of("it is nested too deeply"),
                units.unread().stream().map(UnitSource.Unread::reason).toList());
        assertTrue(Sources.units(folder, "m.py", "x = " + "f(".repeat(20_000) + "\n")
                .unit("m.py")
                .isEmpty());
        unit("x = " + "f(".repeat(4_000) + "\n");
        StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            nested.append(" ".repeat(i)).append("if x:\n");
        }
        unit(nested.append(" ".repeat(1000)).append("pass\n").toString());
        StringBuilder functions = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            functions.append(" ".repeat(i)).append("def f(x=lambda: y):\n");
        }
        unit(functions.append(" ".repeat(300)).append("return x\n").toString());
    }

    @Test
    void finallyBlocksThatDoubleEndInAGap() {
        StringBuilder text = new StringBuilder("def f():\n");
        for (int i = 1; i <= 60; i++) {
            text.append(" ".repeat(i))
                    .append("try:\n")
                    .append(" ".repeat(i + 1))
                    .append("g()\n");
            text.append(" ".repeat(i)).append("finally:\n");
        }
        assertEquals(
                List.of("too large"),
                gaps(unit(text.append(" ".repeat(61)).append("g()\n").toString())));
    }

    @Test
    void aLongLineIsReadAndALargeFileIsNot() {
        unit("x = [" + "1, ".repeat(300_000) + "]\n");
        PythonUnits units = Sources.units(folder, "m.py", "x = '" + "a".repeat(10 << 20) + "'\n");
        assertTrue(units.unit("m.py").isEmpty());
        assertEquals(
                List.of("larger than 8 MiB"),
                units.unread().stream().map(UnitSource.Unread::reason).toList());
    }

    @Test
    void bytesThatAreNoTextAreRead() {
        byte[] latin = "\u00e9 = 'x\u00ff'\nif x:\n\tbarrier()\r\n".getBytes(StandardCharsets.ISO_8859_1);
        Sources.write(folder, "m.py", latin);
        Sources.check(Sources.units(folder).unit("m.py").orElseThrow());
        assertEquals(
                List.of(), gaps(unit("\uFEFFimport torch\r\nif torch.x:\r\n    y = '\ud83d\ude00'\r\n    f(y)\r\n")));
        assertEquals(List.of(), gaps(unit("")));
    }

    @Test
    void modulesAndClassesThatDependOnThemselvesAreResolved() {
        Sources.write(
                folder,
                "a.py",
                "from b import *\nfrom b import f\nclass A(B): pass\nf()\ng()\n".getBytes(StandardCharsets.UTF_8));
        Sources.write(
                folder,
                "b.py",
                "from a import *\nfrom a import f, A as B\nclass C(B, C): pass\nf()\nsuper().x()\n"
                        .getBytes(StandardCharsets.UTF_8));
        PythonUnits units = Sources.units(folder);
        units.names().forEach(each -> Sources.check(units.unit(each).orElseThrow()));
    }

    @Test
    void linesAndSymbolicLinksThatLeadNowhereAreNamed() throws IOException {
        Files.createSymbolicLink(folder.resolve("gone.py"), folder.resolve("nowhere.py"));
        PythonUnits units = new PythonUnits();
        String name = units.add(folder, folder.resolve("gone.py"));
        assertTrue(units.unit(name).isEmpty());
        assertEquals(1, units.unread().size());
    }
}
