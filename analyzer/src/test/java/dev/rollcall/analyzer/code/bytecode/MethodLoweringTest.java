package dev.rollcall.analyzer.code.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.FormText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of bytecode in the form; the sources are beside the approved texts' names. */
class MethodLoweringTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final String COMM = """
            package demo;
            public class Comm {
                public native int rank();
                public native int size();
                public native void barrier();
                public void share(int root) { barrier(); }
                private void own() { }
                public static Comm world() { return null; }
            }
            """;

    @TempDir
    Path folder;

    /** Lowers the methods of {@code demo.Job} whose names begin with {@code run}. */
    private String lowered(String members, String... names) {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("demo.Comm", COMM);
        sources.put(
                "demo.Job",
                "package demo;\nimport java.util.*;\nimport java.util.function.*;\npublic class Job {\n"
                        + "Comm world; int n; boolean ready; static int total;\n" + members + "\n}\n");
        try (CompiledUnits units = new CompiledUnits(folder, sources)) {
            String text = units.text("demo.Job", names.length == 0 ? new String[] {"run"} : names);
            assertFalse(text.contains("\ngap "), text);
            return text;
        }
    }

    @Test
    void arithmeticAndLocalVariables() {
        TEXTS.verify(lowered("""
                int run(int a, long b, double c, float f) {
                    int x = a * 2 + 1;
                    x += 3;
                    x = x << 2 & ~a;
                    long y = b - x;
                    y++;
                    int z = (int) y % 3 + (byte) a;
                    double d = c / 2 + f * 1.5f;
                    return -z + (int) d;
                }"""));
    }

    @Test
    void anOldValueIsKeptWhereAVariableChanges() {
        TEXTS.verify(lowered("""
                int run(int i) {
                    int j = i++ + i;
                    return i + (i = j) * i--;
                }"""));
    }

    @Test
    void comparisonsAreFusedWithTheirBranches() {
        TEXTS.verify(lowered("""
                int run(int a, long b, double c, Object o, boolean t) {
                    if (a < 3) return 1;
                    if (b >= a) return 2;
                    if (c > 1.5) return 3;
                    if (!(c <= 2.5)) return 4;
                    if (o == null) return 5;
                    if (o != this) return 6;
                    if (!t && a != 0) return 7;
                    if (o instanceof String || ready) return 8;
                    return 0;
                }"""));
    }

    @Test
    void conditionalExpressionsMeetInAVariable() {
        TEXTS.verify(lowered("""
                boolean run(int rank) {
                    boolean first = rank == 0;
                    int root = first ? 0 : rank > 2 ? 1 : 2;
                    take(rank, root == 1 ? "one" : "other", first && ready);
                    return first || root == 2;
                }
                void take(int a, String s, boolean b) { }"""));
    }

    @Test
    void loops() {
        TEXTS.verify(lowered("""
                void run(int n, List<Integer> xs, int[] ys) {
                    for (int i = 0; i < n; i++) { world.barrier(); }
                    for (int x : xs) { n += x; }
                    for (int y : ys) { n += y; }
                    while (ready) { if (n > 3) break; n++; }
                    do { n--; } while (n > 0);
                }"""));
    }

    @Test
    void switches() {
        TEXTS.verify(lowered("""
                enum Role { SAVER, LOGGER, WORKER }
                int run(Role role, int rank, String name) {
                    switch (rank) { case 0: case 3: world.barrier(); break; case 1: n++; break; default: n--; }
                    switch (name) { case "saver": case "logger": world.barrier(); break; default: n = 0; }
                    return switch (role) { case SAVER -> 1; case LOGGER -> 2; default -> 3; };
                }"""));
    }

    @Test
    void fieldsArraysAndConstants() {
        TEXTS.verify(lowered("""
                enum Role { SAVER, LOGGER }
                static class Base { int inherited; }
                static class Sub extends Base { }
                Object run(Sub sub, int k) {
                    n = sub.inherited + total;
                    total = n;
                    ready = true;
                    int[] xs = {1, k, n};
                    int[][] grid = new int[k][3];
                    xs[k] = grid[0].length;
                    Role r = Role.SAVER;
                    Object c = String.class;
                    for (Role each : Role.values()) { k++; }
                    return new Object[] {r, c, xs[0], java.util.concurrent.TimeUnit.SECONDS};
                }"""));
    }

    @Test
    void calls() {
        TEXTS.verify(lowered("""
                Job() { super(); n = 1; }
                Job(int k) { this(); }
                static int half(int k) { return k / 2; }
                private int own(int k) { return k; }
                public String toString() { return super.toString() + 1; }
                void run(Comm comm, Integer boxed) {
                    comm.barrier();
                    comm.share(half(boxed));
                    own(3);
                    new Comm();
                    Comm made = new Comm();
                    made.share(Math.min(1, boxed + 1));
                    Object o = boxed == null ? new Object() : Integer.valueOf(3);
                    Comm.world().share(((Number) o).intValue());
                    new Job(ready ? 1 : 2).run(made, own(4));
                }""", "run", "<init>", "toString"));
    }

    @Test
    void lambdasAndMethodReferences() {
        TEXTS.verify(lowered("""
                void run(int k, Comm other) {
                    Runnable a = () -> world.share(k);
                    Runnable b = other::barrier;
                    Supplier<Comm> d = Comm::new;
                    Consumer<Comm> e = Comm::barrier;
                    IntUnaryOperator f = Math::abs;
                    IntUnaryOperator g = this::own;
                    Supplier<String> h = super::toString;
                }
                private int own(int k) { return k; }""", "run", "lambda$", "demo.", "java."));
    }

    @Test
    void textsAndRecords() {
        TEXTS.verify(lowered("""
                record Pair(int a, String b) { }
                String run(int k, char c, boolean t, Pair p) {
                    String s = "rank " + k + "/" + c + t;
                    return s + new Pair(k, s).equals(p) + p.b();
                }"""));
        try (ClassUnits units = new ClassUnits(List.of(folder), List.of(), name -> true)) {
            TEXTS.verify(
                    "the record", FormText.print(units.unit("demo.Job$Pair").orElseThrow()));
        }
    }

    @Test
    void handlers() {
        TEXTS.verify(lowered("""
                void run(Scanner in) throws Exception {
                    try {
                        n = in.nextInt();
                    } catch (IllegalStateException | NoSuchElementException e) {
                        world.share(1);
                        return;
                    } catch (RuntimeException e) {
                        throw new Exception(e);
                    } finally {
                        world.barrier();
                    }
                    throw fail();
                }
                Exception fail() { return null; }"""));
    }

    @Test
    void resourcesAndMonitors() {
        TEXTS.verify(lowered("""
                int run() throws Exception {
                    try (Scanner in = new Scanner("x")) {
                        in.next();
                    }
                    synchronized (this) {
                        world.barrier();
                    }
                    return n;
                }"""));
    }

    @Test
    void aClassHasItsTypesAndMarks() {
        Map<String, String> sources = Map.of("demo.Main", """
                package demo;
                @interface RankConditional { }
                @interface ReturnsRank { }
                public enum Main implements Runnable {
                    FIRST, SECOND { @Override public void run() { } };
                    static final Object LOCK = new Object();
                    @Override public void run() { }
                    @ReturnsRank native int rank();
                    native int size();
                    @RankConditional void save() { if (rank() == 0) size(); }
                    public static void main(String[] args) { FIRST.save(); }
                }
                """);
        try (CompiledUnits units = new CompiledUnits(folder, sources)) {
            TEXTS.verify(FormText.print(units.unit("demo.Main")));
        }
    }

    /** Pattern switches come as calls of a bootstrap method since Java 21. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void switchesOverPatterns() {
        String text = lowered("""
                sealed interface Shape permits Dot, Line { }
                record Dot(int a) implements Shape { }
                record Line(int b) implements Shape { }
                int run(Object shape, int rank) {
                    return switch (shape) {
                        case null -> -1;
                        case Dot d when rank == 0 -> 1;
                        case Dot d -> 2;
                        case String s -> s.length();
                        default -> 4;
                    };
                }""");
        for (String part : List.of(" = is.int $3 null", " = test $3 @demo.Job$Dot", " = test $3 @java.lang.String")) {
            assertTrue(text.contains(part), text);
        }
        assertTrue(text.contains("# switch (shape)"), text);
        assertFalse(text.contains("SwitchBootstraps"), text);
    }

    @Test
    void aMethodThatIsNotValidHasAGap() {
        CodeFunction function = new OddClasses(folder).fallsOffItsEnd();

        assertEquals("not valid bytecode", function.gap());
    }

    @Test
    void aMethodThatIsTooLargeHasAGap() {
        CodeFunction function = new OddClasses(folder).manySlots();

        assertEquals("too large", function.gap());
    }

    @Test
    void aMethodWithSubroutinesHasAGap() {
        CodeFunction function = new OddClasses(folder).subroutine();

        assertEquals("subroutines of old class files", function.gap());
    }

    @Test
    void operandsThatChangePlacesBetweenBlocksKeepTheirValues() {
        FormInvariants.check(new OddClasses(folder).swapsBetweenBlocks());
        TEXTS.verify(FormText.print(new OddClasses(folder).swapsBetweenBlocks()));
    }

    @Test
    void aSlotIsOneVariableWhereItsNameChangesOnTheWay() {
        FormInvariants.check(new OddClasses(folder).renamesASlot());
        TEXTS.verify(FormText.print(new OddClasses(folder).renamesASlot()));
    }

    @Test
    void anObjectIsStoredWhenItsConstructorHasRun() {
        FormInvariants.check(new OddClasses(folder).storesAnObjectBeforeItsConstructor());
        TEXTS.verify(FormText.print(new OddClasses(folder).storesAnObjectBeforeItsConstructor()));
    }
}
