package dev.rollcall.analyzer.code.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random structured programs as form text: choices by rank, loops, early ends, exceptions and calls. The last function is the first to run. */
final class RandomProgram {
    private static final List<String> ACTS = List.of("dist.barrier", "dist.gather", "dist.scatter");
    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final List<String[]> loops = new ArrayList<>();
    private String handler = "";
    private int functions;
    private int temporaries;
    private int labels;
    private int budget;

    private RandomProgram(Random random) {
        this.random = random;
    }

    static String text(Random random) {
        return new RandomProgram(random).program();
    }

    /** Returns the number of functions of a program. */
    static int functions(String text) {
        return text.split("\nfunction ").length - 1;
    }

    private String program() {
        text.append("unit t.py python t.py\n");
        int count = 1 + random.nextInt(3);
        for (functions = 0; functions < count; functions++) {
            boolean last = functions == count - 1;
            text.append("function <t.py||f" + functions + "|> function\n");
            temporaries = 0;
            budget = 12;
            if (!last) {
                text.append("parameter a\nparameter b\n");
            } else {
                line("a = 1");
                line("b = call @dist.get_world_size()");
            }
            line("c = call @dist.get_rank()");
            line("d = 0");
            block(3);
            line("return " + variable());
        }
        return text.toString();
    }

    private void line(String line) {
        boolean throwing = line.contains("call ") || line.startsWith("throw ");
        text.append(line)
                .append(throwing && !handler.isEmpty() ? " !" + handler : "")
                .append('\n');
    }

    private String label() {
        return "L" + functions + "_" + labels++;
    }

    private String variable() {
        return List.of("a", "b", "c", "d").get(random.nextInt(4));
    }

    private String temporary() {
        return "$" + (20 + temporaries++);
    }

    private String operand() {
        return random.nextInt(3) == 0 ? String.valueOf(random.nextInt(4)) : variable();
    }

    private String condition() {
        String to = temporary();
        switch (random.nextInt(5)) {
            case 0 -> line(to + " = eq c " + random.nextInt(3));
            case 1 -> line(to + " = lt " + variable() + " " + operand());
            case 2 -> {
                line(to + " = mod " + variable() + " 2");
                return to;
            }
            case 3 -> line(to + " = eq " + variable() + " " + operand());
            default -> {
                String of = condition();
                line(to + " = not " + of);
            }
        }
        return to;
    }

    private void block(int depth) {
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count && budget > 0; i++) {
            budget--;
            statement(depth);
        }
    }

    private void statement(int depth) {
        int kind = random.nextInt(depth > 0 ? 15 : 7);
        switch (kind) {
            case 0, 1, 2 -> line("call @" + ACTS.get(random.nextInt(ACTS.size())) + "()");
            case 3 -> line(variable() + " = " + operand());
            case 4 -> assign();
            case 5 -> call();
            case 6 -> leave();
            case 7, 8, 9, 10 -> choice(depth);
            case 11, 12 -> elements(depth);
            case 13 -> counted(depth);
            default -> guarded(depth);
        }
    }

    private void assign() {
        String sum = temporary();
        line(sum + " = add " + variable() + " " + operand());
        line(variable() + " = mod " + sum + " 5");
    }

    private void call() {
        if (functions > 0) {
            String to = random.nextBoolean() ? variable() + " = " : "";
            line(to + "call <t.py||f" + random.nextInt(functions) + "|>(" + operand() + ", " + operand() + ")");
        }
    }

    /** Code behind it is not reachable, unless a condition decides about it. */
    private void leave() {
        String end = label();
        String go = label();
        String condition = condition();
        line("branch " + condition + " -> " + go + ", " + end);
        text.append(go).append(":\n");
        int kind = random.nextInt(loops.isEmpty() ? 3 : 6);
        switch (kind) {
            case 0 -> line("return " + operand());
            case 1 -> line("throw 1 @E" + random.nextInt(2));
            case 2 -> {
                line("call @dist.barrier()");
                line("return 7");
            }
            default -> {
                String[] loop = loops.get(random.nextInt(loops.size()));
                line("jump " + loop[kind == 5 ? 1 : 0]);
            }
        }
        text.append(end).append(":\n");
    }

    private void choice(int depth) {
        String yes = label();
        String no = label();
        String end = label();
        String condition = condition();
        line("branch " + condition + " -> " + yes + ", " + no);
        text.append(yes).append(":\n");
        block(depth - 1);
        line("jump " + end);
        text.append(no).append(":\n");
        if (random.nextBoolean()) {
            block(depth - 1);
        }
        text.append(end).append(":\n");
        line("nothing");
    }

    private void elements(int depth) {
        String of = temporary();
        line(of + " = call @range(" + operand() + ")");
        String header = label();
        String body = label();
        String end = label();
        String item = random.nextBoolean() ? variable() : temporary();
        text.append(header).append(":\n");
        line(item + " = advance " + of + " -> " + body + ", " + end);
        text.append(body).append(":\n");
        loops.add(new String[] {header, end});
        block(depth - 1);
        loops.remove(loops.size() - 1);
        line("jump " + header);
        text.append(end).append(":\n");
        line("nothing");
    }

    private void counted(int depth) {
        String counter = temporary();
        String header = label();
        String body = label();
        String next = label();
        String end = label();
        line(counter + " = " + operand());
        text.append(header).append(":\n");
        String test = temporary();
        line(test + " = lt " + counter + " " + (random.nextBoolean() ? "3" : variable()));
        line("branch " + test + " -> " + body + ", " + end);
        text.append(body).append(":\n");
        loops.add(new String[] {next, end});
        block(depth - 1);
        loops.remove(loops.size() - 1);
        text.append(next).append(":\n");
        line(counter + " = add " + counter + " " + (1 + random.nextInt(2)));
        line("jump " + header);
        text.append(end).append(":\n");
        line("nothing");
    }

    private void guarded(int depth) {
        String outer = handler;
        String caught = label();
        String end = label();
        handler = caught;
        block(depth - 1);
        handler = outer;
        line("jump " + end);
        String other = label();
        text.append(caught).append(":\n");
        String exception = temporary();
        if (random.nextBoolean()) {
            line(exception + " = catch @E0 -> " + other + ", " + (outer.isEmpty() ? "out" : outer));
        } else {
            line(exception + " = catch");
        }
        text.append(other).append(":\n");
        block(depth - 1);
        text.append(end).append(":\n");
        line("nothing");
    }
}
