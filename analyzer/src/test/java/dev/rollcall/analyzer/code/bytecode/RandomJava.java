package dev.rollcall.analyzer.code.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes random Java methods that end, divide by no zero and leave no array. */
final class RandomJava {
    /** How a generated method begins. */
    static final String PARAMETERS = "int a, int b, long l, double d, boolean p, String s, Role r";

    private static final String HEAD = """
            package demo;
            import java.util.function.*;
            public class Generated {
                public enum Role { SAVER, LOGGER, WORKER }
                record Pair(int x, String y) { }
                static class Box {
                    int v;
                    final boolean set;
                    Box(int v, boolean set) { this.v = v; this.set = set; }
                    int plus(int k) { return v + k; }
                    private int times(int k) { return v * k; }
                }
                static class Deep extends Box {
                    Deep(int v) { super(v + 1, v > 0); }
                    @Override int plus(int k) { return super.plus(k) - 2; }
                }
                static int total;
                static int twice(int k) { total += k; return 2 * k; }
                static int fail(int k) { if ((k & 1) == 0) throw new IllegalStateException(); return k; }
            """;

    private final Random random;
    private final StringBuilder out = new StringBuilder(HEAD);
    private List<String> ints;
    private int names;
    private int depth;
    private int loops;

    RandomJava(Random random) {
        this.random = random;
    }

    /** Returns a class of methods {@code f0}, {@code f1}, …, each of which may call those before it. */
    String write(int methods) {
        for (int i = 0; i < methods; i++) {
            ints = new ArrayList<>(List.of("a", "b"));
            names = 0;
            loops = 0;
            String type = pick("int", "long", "boolean", "double", "String");
            out.append("public static ").append(type).append(" f").append(i).append("(" + PARAMETERS + ") {\n");
            out.append("int[] xs = {a, b, p ? a : 3, ").append(number(0)).append("};\n");
            int k = i;
            statements(2 + random.nextInt(5), k);
            out.append("return ").append(of(type, 3)).append(";\n}\n");
        }
        return out.append("}\n").toString();
    }

    /** Java 21 and later call a bootstrap method for a switch over patterns; a guard reads only what does not change. */
    private void patterns() {
        String to = variable();
        String guard = "g" + names++;
        out.append("final int ")
                .append(guard)
                .append(" = twice(")
                .append(number(2))
                .append(");\n");
        out.append(to).append(" += switch (");
        out.append(
                pick("(Object) s", "(Object) r", "p ? new Pair(a, s) : (Object) Role.WORKER", "p ? null : (Object) l"));
        out.append(") {\n").append(random.nextBoolean() ? "case null -> 7;\n" : "case null -> -7;\n");
        for (String each : List.of("Pair q" + names++, "String q" + names++, "Pair q" + names++)) {
            out.append("case ")
                    .append(each)
                    .append(" when ")
                    .append(guard(guard))
                    .append(" -> ");
            out.append(number(1)).append(";\n");
        }
        out.append("case Pair q").append(names++).append(" -> 5;\n");
        out.append("case Role q")
                .append(names++)
                .append(" when ")
                .append(guard(guard))
                .append(" -> 6;\n");
        out.append("default -> ").append(number(1)).append(";\n};\n");
        out.append(to)
                .append(" += switch (r) { case SAVER -> 1; case Role q when ")
                .append(guard(guard));
        out.append(" -> 2; case Role q -> 3; };\n");
    }

    private String guard(String of) {
        return pick("twice(" + of + ") > 3", of + " % 2 == 0", of + " < 0 || twice(" + of + ") == 8");
    }

    private String pick(String... of) {
        return of[random.nextInt(of.length)];
    }

    private void statements(int count, int before) {
        depth++;
        List<String> outer = new ArrayList<>(ints);
        for (int i = 0; i < count; i++) {
            statement(before);
        }
        ints = outer;
        depth--;
    }

    private void statement(int before) {
        int kind = random.nextInt(depth > 3 ? 9 : Runtime.version().feature() < 21 ? 21 : 23);
        String name = "v" + names;
        switch (kind) {
            case 0, 1 -> {
                out.append("int ").append(name).append(" = ").append(number(3)).append(";\n");
                names++;
                ints.add(name);
            }
            case 2 ->
                out.append(variable())
                        .append(pick(" = ", " += ", " -= ", " *= ", " ^= "))
                        .append(number(2))
                        .append(";\n");
            case 3 -> out.append(variable()).append(pick("++", "--")).append(";\n");
            case 4 -> out.append("l = ").append(of("long", 2)).append(";\n");
            case 5 -> out.append("d = ").append(of("double", 2)).append(";\n");
            case 6 -> out.append("p = ").append(truth(3)).append(";\n");
            case 7 ->
                out.append("xs[")
                        .append(number(1))
                        .append(" & 3] = ")
                        .append(number(2))
                        .append(";\n");
            case 8 -> out.append("if (s.length() < 20) s = ").append(text()).append(";\n");
            case 9, 10 -> {
                out.append("if (").append(truth(3)).append(") {\n");
                statements(1 + random.nextInt(3), before);
                if (random.nextBoolean()) {
                    out.append("} else {\n");
                    statements(1 + random.nextInt(2), before);
                }
                out.append("}\n");
            }
            case 11 -> loop(before);
            case 12 -> {
                names++;
                out.append("int ")
                        .append(name)
                        .append(" = ")
                        .append(1 + random.nextInt(4))
                        .append(";\n");
                boolean last = random.nextBoolean();
                out.append(last ? "do {\n" : "while (" + name + " > 0 && " + truth(1) + ") {\n");
                statements(1 + random.nextInt(2), before);
                out.append(name).append("--;\n}").append(last ? " while (" + name + " > 0);\n" : "\n");
            }
            case 13 -> choose("switch ((" + number(2) + ") & 7)", "0", "1", "2", "3", "7");
            case 14 -> choose("switch (s)", "\"x\"", "\"yy\"", "\"Aa\"", "\"BB\"");
            case 15 -> choose("switch (r)", "SAVER", "LOGGER");
            case 16 -> attempt(before);
            case 17 -> {
                names++;
                String of = variable();
                out.append("final int c").append(name).append(" = ").append(of).append(";\n");
                out.append("IntUnaryOperator ").append(name).append(" = ");
                out.append(random.nextBoolean() ? "k -> k * 3 + c" + name : "Generated::twice")
                        .append(";\n");
                out.append(of)
                        .append(" = ")
                        .append(name)
                        .append(".applyAsInt(")
                        .append(number(2))
                        .append(");\n");
            }
            case 18 -> {
                names++;
                String made = random.nextBoolean()
                        ? "new Box(" + number(2) + ", " + truth(1) + ")"
                        : "new Deep(" + number(2) + ")";
                out.append("Box ").append(name).append(" = ").append(made).append(";\n");
                out.append(name).append(".v += ").append(number(1)).append(";\n");
                out.append(variable())
                        .append(" = ")
                        .append(name)
                        .append(pick(".plus(", ".times("))
                        .append(number(1))
                        .append(");\n");
                out.append("p |= ").append(name).append(".set;\n");
            }
            case 19 -> {
                out.append("synchronized (").append(pick("xs", "s")).append(") {\n");
                statements(1, before);
                out.append("}\n");
            }
            case 21, 22 -> patterns();
            default -> {
                if (before > 0) {
                    int other = random.nextInt(before);
                    out.append("s = \"\" + f")
                            .append(other)
                            .append("(")
                            .append(number(1))
                            .append(", ")
                            .append(number(1));
                    out.append(", l, 1.5, ").append(truth(1)).append(", \"x\", r);\n");
                    out.append("if (s.length() > 4) s = \"yy\";\n");
                }
            }
        }
    }

    private void loop(int before) {
        String name = "v" + names++;
        String label = "loop" + loops++;
        if (random.nextInt(3) == 0) {
            out.append(label).append(": for (int ").append(name).append(" : xs) {\n");
        } else {
            out.append(label)
                    .append(": for (int ")
                    .append(name)
                    .append(" = 0; ")
                    .append(name)
                    .append(" < ")
                    .append(1 + random.nextInt(4))
                    .append("; ")
                    .append(name)
                    .append("++) {\n");
        }
        statements(1 + random.nextInt(2), before);
        if (random.nextBoolean()) {
            out.append("if (")
                    .append(truth(2))
                    .append(") ")
                    .append(pick("break ", "continue "))
                    .append(label)
                    .append(";\n");
        }
        statements(1, before);
        out.append("}\n");
    }

    private void choose(String head, String... cases) {
        String to = variable();
        if (random.nextBoolean()) {
            out.append(head).append(" {\n");
            for (String each : cases) {
                out.append("case ").append(each).append(":\n");
                if (random.nextBoolean()) {
                    out.append(to).append(" += ").append(number(1)).append(";\n");
                    out.append(random.nextBoolean() ? "break;\n" : "");
                }
            }
            out.append("default: ").append(to).append("--;\n}\n");
        } else {
            out.append(to).append(" += ").append(head).append(" {\n");
            for (String each : cases) {
                out.append("case ")
                        .append(each)
                        .append(" -> ")
                        .append(number(1))
                        .append(";\n");
            }
            out.append("default -> ").append(number(1)).append(";\n};\n");
        }
    }

    private void attempt(int before) {
        String name = "e" + names++;
        out.append("try {\n");
        statements(1, before);
        out.append(variable()).append(" += fail(").append(number(1)).append(");\n");
        if (random.nextBoolean()) {
            out.append("if (").append(truth(1)).append(") throw new ");
            out.append(pick("IllegalArgumentException", "UnsupportedOperationException"))
                    .append("();\n");
        }
        out.append("} catch (IllegalStateException | IllegalArgumentException ")
                .append(name)
                .append(") {\n");
        statements(1, before);
        out.append(random.nextInt(3) == 0 ? "if (" + truth(1) + ") throw " + name + ";\n" : "");
        out.append(random.nextBoolean() ? "} catch (RuntimeException " + name + ") {\na++;\n" : "");
        if (random.nextBoolean()) {
            out.append("} finally {\n");
            statements(1, before);
        }
        out.append("}\n");
    }

    private String variable() {
        return ints.get(random.nextInt(ints.size()));
    }

    private String of(String type, int deep) {
        return switch (type) {
            case "int" -> number(deep);
            case "long" ->
                random.nextInt(3) == 0
                        ? "l" + pick(" + ", " - ", " * ", " ^ ", " << ", " >>> ") + number(deep - 1)
                        : "(long) " + number(deep - 1) + pick(" * l", " % 7L", " / 3L", " | l", " - 5");
            case "double" ->
                random.nextInt(3) == 0
                        ? "d" + pick(" + ", " * ", " - ", " / ") + number(deep - 1)
                        : pick("(float) d * 1.5f", "(double) l", "-d", "0.0 / (a & 1)", "(float) " + number(1));
            case "boolean" -> truth(deep);
            default -> text();
        };
    }

    private String text() {
        return pick("s", "\"x\"", "\"yy\"", "s + " + number(2), "\"\" + (char) ('a' + (a & 7)) + " + truth(1), "l + s");
    }

    private String number(int deep) {
        if (deep <= 0) {
            return pick(variable(), String.valueOf(random.nextInt(40) - 20), "a", "b");
        }
        return switch (random.nextInt(15)) {
            case 0, 1, 2 ->
                "(" + number(deep - 1) + pick(" + ", " - ", " * ", " & ", " | ", " ^ ") + number(deep - 1) + ")";
            case 3 -> "(" + number(deep - 1) + pick(" << ", " >> ", " >>> ") + number(deep - 1) + ")";
            case 4 -> "(" + number(deep - 1) + pick(" / ", " % ") + "((" + number(deep - 1) + " & 7) + 1))";
            case 5 -> "(" + truth(deep - 1) + " ? " + number(deep - 1) + " : " + number(deep - 1) + ")";
            case 6 -> pick("(int) l", "(int) d", "(int) (float) d", "(byte) " + number(0), "(char) " + number(0));
            case 7 -> "Math.max(" + number(deep - 1) + ", " + number(deep - 1) + ")";
            case 8 -> "xs[" + number(deep - 1) + " & 3]";
            case 9 -> "twice(" + number(deep - 1) + ")";
            case 10 -> "new int[] {" + number(deep - 1) + ", " + number(deep - 1) + "}[" + number(0) + " & 1]";
            case 11 -> "(" + variable() + pick("++", "--") + " + " + number(deep - 1) + ")";
            case 12 -> "(" + variable() + pick(" = ", " += ") + number(deep - 1) + ")";
            case 13 -> "(xs[" + number(0) + " & 3]" + pick(" += ", " = ") + number(deep - 1) + ")";
            default -> "~" + number(deep - 1);
        };
    }

    private String truth(int deep) {
        return "(" + bareTruth(deep) + ")";
    }

    private String bareTruth(int deep) {
        if (deep <= 0) {
            return pick("p", variable() + " > 0", "true", "l > a");
        }
        return switch (random.nextInt(10)) {
            case 0, 1 -> number(deep - 1) + pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + number(deep - 1);
            case 2 -> "l" + pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + number(deep - 1);
            case 3 -> "(d" + pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + number(deep - 1) + ")";
            case 4, 5 -> "(" + truth(deep - 1) + pick(" && ", " || ", " & ", " ^ ", " == ") + truth(deep - 1) + ")";
            case 6, 7 -> "!(" + truth(deep - 1) + ")";
            case 8 -> pick("s.equals(\"x\")", "r == Role.SAVER", "r != null", "s == null");
            default -> "new Pair(" + number(deep - 1) + ", s).equals(new Pair(" + number(deep - 1) + ", s))";
        };
    }
}
