package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Trip;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.analyzer.code.value.ValueText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words as text, in the manner of Python, with conditions as {@link ValueText} has them:
 *
 * <pre>
 * if rank == 0:                  else:                  handler exception(e):
 * repeat n:                      over range(rank):      while cfg.a:         while:
 * barrier                        all_reduce on g        broadcast root=rank  maybe barrier
 * break                          continue               return               exit          raise E
 * failure                        abort
 * try:                           except E:              call:
 * gap                            hole                   again rank
 * </pre>
 *
 * A communicator is {@code world} if none is given, {@code [0, 2]} or {@code ranks x} by its ranks, {@code @tp} along an axis, {@code
 * split colour}, {@code cond ? a : b} one of two, else unknown. Loops are numbered from 1 in their order.
 */
final class WordText {
    static final FunctionId FUNCTION = new FunctionId("test", "", "f", "");
    private static final Pattern FIELD =
            Pattern.compile(" (root|reduction|count|type)=(.+?)(?= (?:root|reduction|count|type)=|$)");

    private final ValuePool values;
    private final WordPool words;
    private final List<String> lines;
    private final Deque<Integer> loops = new ArrayDeque<>();
    private int at;
    private int loopsSoFar;

    private WordText(ValuePool values, WordPool words, String text) {
        this.values = values;
        this.words = words;
        lines = Arrays.asList(text.stripTrailing().split("\n"));
    }

    /** Returns the word of a text. */
    static Word parse(ValuePool values, WordPool words, String text) {
        WordText parser = new WordText(values, words, text);
        return parser.block(0);
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private boolean isAt(int indent) {
        return at < lines.size()
                && indent(lines.get(at)) >= indent
                && !lines.get(at).isBlank();
    }

    private boolean takes(int indent, String start) {
        boolean found = isAt(indent)
                && indent(lines.get(at)) == indent
                && lines.get(at).strip().startsWith(start);
        return found;
    }

    private Word block(int indent) {
        List<Word> all = new ArrayList<>();
        int own = isAt(indent) ? indent(lines.get(at)) : indent;
        while (isAt(own) && !takes(own, "else:") && !takes(own, "except ")) {
            all.add(statement(own));
        }
        Word word = words.of(Word.EMPTY);
        for (int i = all.size() - 1; i >= 0; i--) {
            word = words.of(new Word.Then(all.get(i), Map.of(PathEnd.FALL, word)));
        }
        return word;
    }

    private SourcePlace place() {
        return new SourcePlace(FUNCTION, "test.py", at);
    }

    private Word statement(int indent) {
        String line = lines.get(at).strip();
        at++;
        SourcePlace place = place();
        String head = line.endsWith(":") ? line.substring(0, line.length() - 1) : line;
        String word = head.split(" ")[0];
        String rest = head.substring(word.length()).strip();
        switch (word) {
            case "if", "handler":
                Word yes = block(indent + 1);
                Word no = words.of(Word.EMPTY);
                if (takes(indent, "else:")) {
                    at++;
                    no = block(indent + 1);
                }
                Guard.Kind kind = word.equals("if") ? Guard.Kind.BRANCH : Guard.Kind.HANDLER;
                return words.of(new Word.Split(new Guard(value(rest), rest, place, kind), yes, no));
            case "repeat":
                return loop(indent, new Trip.Times(value(rest)), place, rest);
            case "over":
                return loop(indent, new Trip.Over(value(rest)), place, rest);
            case "while":
                return loop(indent, new Trip.While(), place, rest);
            case "try":
                Word body = block(indent + 1);
                Map<PathEnd, Word> handlers = new LinkedHashMap<>();
                while (takes(indent, "except ")) {
                    String type = lines.get(at).strip().replaceAll("except |:", "");
                    at++;
                    handlers.put(new PathEnd.Throw(type), block(indent + 1));
                }
                return words.of(new Word.Then(body, handlers));
            case "call":
                return words.of(
                        new Word.Call(place, new FunctionId("test", "", "g" + place.line(), ""), block(indent + 1)));
            default:
                return simple(word, rest, place);
        }
    }

    private LoopId loop() {
        return ValueText.loop(loops.element());
    }

    private Word loop(int indent, Trip trip, SourcePlace place, String text) {
        loops.push(++loopsSoFar);
        LoopId loop = loop();
        Word next = words.of(new Word.Done(new PathEnd.Next(loop)));
        Word pass = words.of(new Word.Then(block(indent + 1), Map.of(PathEnd.FALL, next)));
        PathEnd leave = new PathEnd.Leave(loop, 100);
        if (trip instanceof Trip.While && !text.isEmpty()) {
            Guard guard = new Guard(value(text), text, place, Guard.Kind.LOOP);
            pass = words.of(new Word.Split(guard, pass, words.of(new Word.Done(leave))));
        }
        loops.pop();
        Word repeat = words.of(new Word.Repeat(loop, trip, pass, place, text, 100));
        return words.of(new Word.Then(repeat, Map.of(leave, words.of(Word.EMPTY))));
    }

    private Word simple(String word, String rest, SourcePlace place) {
        PathEnd end = switch (word) {
            case "break" -> new PathEnd.Leave(loop(), 100);
            case "continue" -> new PathEnd.Next(loop());
            case "return" -> PathEnd.RETURN;
            case "exit" -> new PathEnd.Exit(false, Optional.empty());
            case "failure" -> new PathEnd.Exit(true, Optional.empty());
            case "abort" -> PathEnd.ABORT;
            case "raise" -> new PathEnd.Throw(rest);
            default -> null;
        };
        if (end != null) {
            return words.of(new Word.Done(end));
        }
        return switch (word) {
            case "gap" -> words.of(new Word.Gap(FUNCTION, "too large"));
            case "hole" -> words.of(new Word.Hole());
            case "again" -> words.of(new Word.Again(FUNCTION, List.of(value(rest)), place));
            case "maybe" -> act(rest.split(" ")[0], rest.replaceFirst("\\S+ ?", ""), place, false);
            default -> act(word, rest, place, true);
        };
    }

    private Word act(String operation, String rest, SourcePlace place, boolean certain) {
        Map<CollectiveCall.Field, Value> fields = new EnumMap<>(CollectiveCall.Field.class);
        Matcher matcher = FIELD.matcher(" " + rest);
        while (matcher.find()) {
            fields.put(
                    CollectiveCall.Field.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)), value(matcher.group(2)));
        }
        Matcher on = Pattern.compile("^on (.+?)(?= \\w+=|$)").matcher(rest);
        Value communicator = on.find() ? communicator(on.group(1).strip()) : Value.Communicator.WORLD;
        return words.of(
                new Word.Act(new CollectiveCall(operation, communicator, fields, place, certain, "torch.distributed")));
    }

    private Value communicator(String text) {
        int question = text.indexOf(" ? ");
        if (question > 0) {
            String[] sides = text.substring(question + 3).split(" : ");
            return values.of(new Value.Select(
                    value(text.substring(0, question)), communicator(sides[0]), communicator(sides[1])));
        }
        if (text.startsWith("@")) {
            return values.of(new Value.Communicator(new Members.Along(text.substring(1)), text));
        }
        if (text.startsWith("[") || text.startsWith("range")) {
            return values.of(new Value.Communicator(new Members.Listed(value(text)), text));
        }
        if (text.startsWith("ranks ")) {
            return values.of(new Value.Communicator(new Members.Listed(value(text.substring(6))), text));
        }
        if (text.startsWith("split ")) {
            Members members = new Members.Coloured(Value.Communicator.WORLD, value(text.substring(6)));
            return values.of(new Value.Communicator(members, text));
        }
        return text.equals("world") ? Value.Communicator.WORLD : value(text);
    }

    private Value value(String text) {
        return ValueText.parse(values, text);
    }
}
