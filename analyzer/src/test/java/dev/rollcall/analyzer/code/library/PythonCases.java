package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Calls of Python's functions with random arguments, and what the Python of this machine returns for them. */
final class PythonCases {
    /** {@code n} a number, {@code i} a whole one, {@code p} a small one, {@code s} a text, {@code l} a list of numbers, {@code t} of texts, {@code m} a map. */
    private static final String FUNCTIONS =
            "int:n int:s float:n float:s bool:n bool:s bool:l str:i str:s abs:n round:n math.ceil:n "
                    + "math.floor:n math.sqrt:n ord:s math.gcd:ii pow:pp "
                    + "min:nn max:nn min:l max:l max:nnn sum:l math.prod:l any:l all:l list:l tuple:l sorted:l sorted:t reversed:l enumerate:l "
                    + "zip:ll range:i range:ii range:iii set:l frozenset:l";

    private static final String METHODS = "bit_length:i startswith:ss endswith:ss find:ss index:ln lower:s "
            + "upper:s strip:s split:ss join:st "
            + "replace:sss get:mi get:min keys:m copy:l";

    private static final String SET_METHODS = "issuperset:ll";
    private static final String SCRIPT = """
            import math, struct, sys
            def text(of):
                return bytes.fromhex(of).decode()
            def encoded(of, is_set):
                if of is None:
                    return "none"
                if isinstance(of, bool):
                    return "b" + str(int(of))
                if isinstance(of, int):
                    return "i" + str(of)
                if isinstance(of, float):
                    return "d" + str(struct.unpack(">q", struct.pack(">d", of))[0])
                if isinstance(of, str):
                    return "s" + of.encode().hex()
                if isinstance(of, range) and len(of) > 1000:
                    return "long"
                parts = [encoded(each, False) for each in of]
                return "[" + ",".join(sorted(parts) if is_set else parts) + "]"
            for line in open(sys.argv[1]):
                is_set, expression = line.rstrip().split(" ", 1)
                try:
                    print(encoded(eval(expression), is_set == "1"))
                except Exception as thrown:
                    print("throws " + type(thrown).__name__)
            """;

    private final Random random;

    PythonCases(Random random) {
        this.random = random;
    }

    /** A call, and the same call in Python. */
    record Case(String function, List<Object> arguments, String expression, boolean isSet) {}

    Set<String> functions() {
        return Arrays.stream((FUNCTIONS + " " + METHODS + " " + SET_METHODS).split(" "))
                .map(each -> each.substring(0, each.indexOf(':')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns some calls of each function. */
    List<Case> random(int rounds) {
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            for (String each : FUNCTIONS.split(" ")) {
                add(cases, each, "function");
            }
            for (String each : METHODS.split(" ")) {
                add(cases, each, "method");
            }
            for (String each : SET_METHODS.split(" ")) {
                add(cases, each, "set");
            }
        }
        return cases;
    }

    private void add(List<Case> cases, String form, String kind) {
        String name = form.substring(0, form.indexOf(':'));
        List<Object> arguments = form.substring(form.indexOf(':') + 1)
                .chars()
                .mapToObj(each -> argument((char) each))
                .toList();
        boolean isSet = kind.equals("set") || name.endsWith("set");
        if (kind.equals("set")) {
            arguments = arguments.stream()
                    .<Object>map(each -> new ArrayList<>(new LinkedHashSet<>((List<?>) each)))
                    .toList();
        }
        List<String> written = arguments.stream()
                .map(each -> kind.equals("set") ? "set(" + python(each) + ")" : python(each))
                .toList();
        String call = kind.equals("function")
                ? name + "(" + String.join(", ", written) + ")"
                : "(" + written.get(0) + ")." + name + "(" + String.join(", ", written.subList(1, written.size()))
                        + ")";
        cases.add(new Case(name, arguments, call, isSet));
    }

    private Object argument(char kind) {
        return switch (kind) {
            case 'i' -> whole();
            case 'p' -> (long) random.nextInt(40) - 3;
            case 'n' ->
                random.nextInt(3) == 0
                        ? (Object) (random.nextInt(80) / 8.0 - 5)
                        : random.nextInt(9) == 0 ? (Object) random.nextBoolean() : whole();
            case 's' -> text();
            case 'l' -> numbers();
            case 't' -> List.<Object>of(text(), text());
            default -> Map.<Object, Object>of(1L, "a", 2L, 5L);
        };
    }

    private Object whole() {
        return random.nextInt(20) == 0 ? random.nextLong() : (long) random.nextInt(16) - 4;
    }

    private String text() {
        if (random.nextInt(3) == 0) {
            return String.valueOf(random.nextInt(400) - 200);
        }
        String letters = "ab, A1.\t";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private List<Object> numbers() {
        List<Object> numbers = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            numbers.add((long) random.nextInt(6) - 1);
        }
        return numbers;
    }

    private static String python(Object of) {
        if (of instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (of instanceof String text) {
            return "text('" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "')";
        }
        if (of instanceof List<?> all) {
            return all.stream().map(PythonCases::python).collect(Collectors.joining(", ", "[", "]"));
        }
        return of instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(each -> python(each.getKey()) + ": " + python(each.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                : of.toString();
    }

    /** Returns what Python returns for each call, as {@link #encoded}; the test is skipped where there is no Python. */
    static List<String> run(List<Case> cases) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("python-cases");
            Path script = Files.writeString(folder.resolve("cases.py"), SCRIPT);
            Path input = Files.writeString(
                    folder.resolve("cases.txt"),
                    cases.stream()
                            .map(each -> (each.isSet() ? "1 " : "0 ") + each.expression())
                            .collect(Collectors.joining("\n")));
            Path output = folder.resolve("results.txt");
            Process process = new ProcessBuilder("python3", script.toString(), input.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly();
            assumeTrue(ended && process.exitValue() == 0, () -> "python3 does not run the cases: " + process);
            return Files.readAllLines(output);
        } catch (IOException e) {
            assumeTrue(false, "there is no python3 to compare with: " + e.getMessage());
            return List.of();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        if (folder == null) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Returns an object as the script writes it. */
    static String encoded(Object of, boolean isSet) {
        if (of == null) {
            return "none";
        }
        if (of instanceof Boolean truth) {
            return truth ? "b1" : "b0";
        }
        if (of instanceof Long number) {
            return "i" + number;
        }
        if (of instanceof Double number) {
            return "d" + Double.doubleToLongBits(number);
        }
        if (of instanceof String text) {
            return "s" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        }
        List<String> parts = new ArrayList<>(
                ((List<?>) of).stream().map(each -> encoded(each, false)).toList());
        if (isSet) {
            parts.sort(Comparator.naturalOrder());
        }
        return "[" + String.join(",", parts) + "]";
    }
}
