package dev.rollcall.analyzer.code.python;

import java.util.Random;

/** Makes Python functions of loops, handlers, contexts and closures that end soon and throw only where a call does. */
final class RandomPrograms {
    private static final String[] NUMBERS = {"a", "b", "x", "y"};

    private final Random random;
    private StringBuilder text;
    private int names;
    private int depth;

    RandomPrograms(Random random) {
        this.random = random;
    }

    /** Returns a function of two numbers. */
    String function(String name) {
        text = new StringBuilder();
        names = 0;
        depth = 0;
        text.append("def ").append(name).append("(a, b):\n");
        line(1, "x = a + 1");
        line(1, "y = 2");
        line(1, "s = [a, 3, b]");
        line(1, "m = {1: a, 2: b}");
        block(1, 2 + random.nextInt(3), false);
        line(1, "return (x, y, s, m, a, b)");
        return text.toString();
    }

    private void line(int indent, String content) {
        text.append("    ".repeat(indent)).append(content).append('\n');
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    private String fresh() {
        return "v" + names++;
    }

    private void block(int indent, int statements, boolean inLoop) {
        depth++;
        for (int i = 0; i < statements; i++) {
            statement(indent, inLoop);
        }
        depth--;
    }

    private void statement(int indent, boolean inLoop) {
        int kind = random.nextInt(depth > 3 ? 11 : 22);
        String number = pick(NUMBERS);
        switch (kind) {
            case 0, 1 -> line(indent, number + " = " + number(2));
            case 2 -> line(indent, number + " " + pick("+=", "-=", "&=", "|=") + " " + number(1));
            case 3 ->
                line(indent, "emit(" + pick(number(2), list(1), condition(1), "f'{" + number(1) + "}-{x!r}'") + ")");
            case 4 ->
                line(indent, pick("x, y = y, x", "x, (y, *s) = a, [b, *s, 4]", "*s, x = s + [" + number(1) + "]"));
            case 5 ->
                line(
                        indent,
                        pick(
                                "s.append(" + number(1) + ")",
                                "s += [y]; s[-1] = " + number(1),
                                "m[" + number(1) + " % 3] = x",
                                "m[1] += y",
                                "s = " + list(2)));
            case 6 -> line(indent, "fail(" + number(1) + ")");
            case 7 -> {
                line(indent, "if " + condition(1) + " and emit(x) % 4 == 1:");
                line(indent + 1, "return " + pick(number(1), list(1), "x, y", "x"));
            }
            case 8 -> {
                line(indent, "if " + condition(2) + ":");
                line(indent + 1, inLoop ? pick("break", "continue") : "raise " + pick("ValueError(x)", "KeyError(y)"));
            }
            case 9 -> line(indent, "x = y = " + number(2));
            case 10 -> line(indent, "emit((w := " + number(1) + ") + w)");
            case 11, 12 -> choose(indent, inLoop);
            case 13, 14 -> forLoop(indent);
            case 15 -> whileLoop(indent);
            case 16, 17 -> tryBlock(indent, inLoop);
            case 18 -> with(indent, inLoop);
            case 19 -> closure(indent);
            case 20 -> match(indent, inLoop);
            default -> line(indent, "assert " + condition(1) + ", x");
        }
    }

    private void choose(int indent, boolean inLoop) {
        line(indent, "if " + condition(2) + ":");
        block(indent + 1, 1 + random.nextInt(2), inLoop);
        if (chance(40)) {
            line(indent, "elif " + condition(2) + ":");
            block(indent + 1, 1, inLoop);
        }
        if (chance(50)) {
            line(indent, "else:");
            block(indent + 1, 1 + random.nextInt(2), inLoop);
        }
    }

    private void forLoop(int indent) {
        switch (random.nextInt(4)) {
            case 0 -> line(indent, "for x in range(" + (1 + random.nextInt(3)) + "):");
            case 1 -> line(indent, "for " + fresh() + " in list(s)[:3]:");
            case 2 -> line(indent, "for x, y in [(1, a), (b, 2)]:");
            default -> line(indent, "for y, _ in list(m.items())[:2]:");
        }
        block(indent + 1, 1 + random.nextInt(3), true);
        otherwise(indent);
    }

    private void otherwise(int indent) {
        if (chance(30)) {
            line(indent, "else:");
            block(indent + 1, 1, false);
        }
    }

    private void whileLoop(int indent) {
        String counter = fresh();
        line(indent, counter + " = 0");
        line(
                indent,
                "while " + counter + " < " + (1 + random.nextInt(3)) + pick("", " and (" + condition(1) + ")") + ":");
        line(indent + 1, counter + " += 1");
        block(indent + 1, 1 + random.nextInt(2), true);
        otherwise(indent);
    }

    private void tryBlock(int indent, boolean inLoop) {
        line(indent, "try:");
        block(indent + 1, 1 + random.nextInt(3), inLoop);
        boolean last = chance(50);
        if (!last || chance(70)) {
            line(
                    indent,
                    pick(
                            "except ValueError:",
                            "except (ValueError, LookupError) as e:",
                            "except KeyError:",
                            "except:"));
            block(indent + 1, 1, inLoop);
            if (chance(25)) {
                line(indent + 1, "raise");
            }
            if (chance(25)) {
                line(indent, "else:");
                block(indent + 1, 1, inLoop);
            }
        }
        if (last) {
            line(indent, "finally:");
            line(indent + 1, "emit('finally')");
            block(indent + 1, 1, inLoop && chance(30));
        }
    }

    private void with(int indent, boolean inLoop) {
        line(
                indent,
                "with Manager(" + number(1) + ") as " + fresh() + pick("", ", Manager(x)", ", Manager(y) as y") + ":");
        block(indent + 1, 1 + random.nextInt(3), inLoop);
    }

    private void closure(int indent) {
        String name = fresh();
        String kept = fresh();
        line(indent, kept + " = " + number(1));
        switch (random.nextInt(4)) {
            case 0 -> line(indent, name + " = lambda p, q=5: p + q + " + kept);
            case 1 -> {
                line(indent, "def " + name + "(p, *q):");
                line(indent + 1, "nonlocal " + kept);
                line(indent + 1, kept + " += p");
                line(indent + 1, "return emit(" + kept + ") + len(q)");
            }
            case 2 -> {
                line(indent, "def " + name + "(p):");
                line(indent + 1, "nonlocal " + kept);
                line(indent + 1, kept + " += 1");
                line(indent + 1, "return (p if p < 1 else " + name + "(p - 2)) + " + kept);
                line(indent, kept + " = x");
            }
            default -> {
                line(indent, "def " + name + "(p):");
                line(indent + 1, "return " + kept + " if p < 1 else p + " + name + "(p - 2)");
            }
        }
        line(indent, "emit(" + name + "(" + (random.nextInt(6) - 1) + ") + " + kept + ")");
    }

    private void match(int indent, boolean inLoop) {
        line(indent, "match " + pick("x % 4", "(x % 3, y % 2)", "s") + ":");
        String[] patterns = {"0 | 1", "-1", "(0, 1)", "[1, *_]", "[v, 3, *r]", "(0, v) if v", "int() as v", "{1: v}"};
        for (int i = 0; i < 3; i++) {
            line(indent + 1, "case " + pick(patterns) + ":");
            block(indent + 2, 1, inLoop);
        }
        if (chance(50)) {
            line(indent + 1, "case _:");
            block(indent + 2, 1, inLoop);
        }
    }

    private String number(int level) {
        if (level == 0 || chance(30)) {
            return chance(60) ? pick(NUMBERS) : String.valueOf(random.nextInt(7) - 1);
        }
        return switch (random.nextInt(9)) {
            case 0 -> "(" + number(level - 1) + " + " + number(level - 1) + ")";
            case 1 -> "(" + number(level - 1) + " * 3 - " + number(level - 1) + ") % 50";
            case 2 -> number(level - 1) + " // " + pick("2", "-3");
            case 3 -> "(" + number(level - 1) + " if " + condition(level - 1) + " else " + number(level - 1) + ")";
            case 4 -> "len(" + list(level - 1) + ")";
            case 5 -> "sum(" + list(level - 1) + ")";
            case 6 -> "(" + number(level - 1) + pick(" or ", " and ") + number(level - 1) + ")";
            case 7 -> "emit(" + number(level - 1) + ")";
            default -> pick("-", "~") + pick(NUMBERS);
        };
    }

    private String list(int level) {
        return switch (random.nextInt(level == 0 ? 2 : 6)) {
            case 0 -> "s[-5:]";
            case 1 -> "[" + number(0) + ", " + number(0) + "]";
            case 2 -> "[i + x for i in s[:4] if " + pick("i", "i % 2 == 0", "i != y or i") + "]";
            case 3 -> "[i + j for i in range(2) for j in [a, i] if i < j]";
            case 4 -> "[*" + list(level - 1) + ", " + number(level - 1) + "]";
            default -> "list({i % 3: i for i in s[:4]})";
        };
    }

    private String condition(int level) {
        if (level == 0) {
            return pick(NUMBERS) + pick(" > ", " == ", " <= ", " != ") + random.nextInt(4);
        }
        return switch (random.nextInt(8)) {
            case 0 -> "not " + condition(level - 1);
            case 1 -> "(" + condition(level - 1) + pick(" and ", " or ") + condition(level - 1) + ")";
            case 2 -> number(level - 1) + " < " + number(level - 1) + pick(" <= ", " != ") + number(level - 1);
            case 3 -> number(0) + pick(" in ", " not in ") + "s";
            case 4 -> "s" + pick("", " and x");
            case 5 -> pick("True", "False", "1", "None") + pick("", " or " + condition(0));
            case 6 -> "emit(" + condition(0) + ")";
            default -> condition(0);
        };
    }
}
