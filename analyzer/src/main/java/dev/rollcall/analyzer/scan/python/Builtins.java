package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Behaviour;
import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What functions and methods of libraries return, as far as ranks may part over it. */
final class Builtins {
    private static final int LONGEST_RANGE = 200;

    private final PythonRun run;
    private final Containers containers;
    private final Set<Value> begun = new HashSet<>();

    Builtins(PythonRun run) {
        this.run = run;
        containers = new Containers(run);
    }

    /** Calls a function of a library. */
    Value function(Library library, Arguments given, Node node) {
        Value answer = known(library, given, node);
        if (answer == null) {
            answer = run.torch.function(library, given, node);
        }
        if (answer != null) {
            return answer;
        }
        Value meant = run.meaning(library.last());
        boolean makes = Character.isUpperCase(library.last().charAt(0));
        return meant != null
                ? meant
                : run.invocations.result(library.name, given, false).settled(makes);
    }

    private Value known(Library library, Arguments given, Node node) {
        Value first = given.all().isEmpty() ? null : given.all().get(0);
        return switch (library.name) {
            case "int", "float", "bool", "str", "abs", "round" -> first == null ? null : convert(library.name, first);
            case "len" -> first == null ? null : run.statements.loops().length(first);
            case "range" -> range(given);
            case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset" ->
                first == null ? new Items(List.of(), run.open) : copy(first);
            case "dict" -> containers.mapping(given);
            case "enumerate" -> elements(library.name, first);
            case "tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange", "trange" -> range(given);
            case "tqdm",
                    "tqdm.tqdm",
                    "tqdm.auto.tqdm",
                    "tqdm.notebook.tqdm",
                    "tqdm.std.tqdm",
                    "tqdm.rich.tqdm",
                    "rich.progress.track" ->
                first != null ? first : given.named().get("iterable");
            case "any", "all" -> any(library.name.equals("any"), first);
            case "zip" -> zip(given);
            case "min", "max", "sum" -> reduce(library.name, given);
            case "isinstance", "hasattr", "callable" -> run.unknown(Keys.of(library.name, given.all()), false);
            case "getattr" -> attribute(given);
            case "setattr" -> Const.NULL;
            case "os.getenv", "os.environ.get" -> variable(given);
            case "sys.exit", "exit", "quit", "os._exit", "os.abort" -> throw exit();
            case "torch.multiprocessing.spawn", "multiprocessing.spawn", "torch.multiprocessing.start_processes" ->
                spawn(given, node);
            case "torch.multiprocessing.Process", "multiprocessing.Process", "threading.Thread" ->
                start(library, given, node);
            default -> null;
        };
    }

    private Ended exit() {
        run.behaviour.end = Behaviour.End.EXITED;
        run.behaviour.endOpen = run.open;
        run.behaviour.endStack = run.stack();
        return new Ended(Ended.Why.EXIT);
    }

    private Value convert(String name, Value value) {
        if (!(value instanceof Const known)) {
            return value instanceof Unknown || value instanceof Sym
                    ? value
                    : run.unknown(Keys.of(name, value), value.ranked());
        }
        String text = Texts.shown(known);
        try {
            Object content = switch (name) {
                case "str" -> text;
                case "int" -> known.content() instanceof String ? Long.valueOf(text.strip()) : (Object) known.number();
                case "float" -> Double.valueOf(known.content() instanceof Boolean ? "" + known.number() : text);
                case "bool" -> Truth.of(known);
                case "abs" -> known.content() instanceof Double d ? Math.abs(d) : (Object) Math.abs(known.number());
                default -> known.content();
            };
            return new Const(content, known.ranked(), known.origin() == null ? run.open : known.origin());
        } catch (NumberFormatException noNumber) {
            throw new Signal(Signal.Kind.RAISE, new Library("ValueError", run.open), run.open);
        }
    }

    private Value range(Arguments given) {
        Value begin = given.all().size() > 1 ? given.all().get(0) : Const.of(0L);
        Value end = given.all().size() > 1 ? given.all().get(1) : given.first();
        Value step = given.all().size() > 2 ? given.all().get(2) : Const.of(1L);
        run.part(begin, end, step);
        if (begin instanceof Const from && end instanceof Const to && step instanceof Const by && by.number() != 0) {
            long count = Math.max(0, -Math.floorDiv(from.number() - to.number(), by.number()));
            if (count <= LONGEST_RANGE) {
                List<Value> all = new ArrayList<>();
                for (long i = 0; i < count; i++) {
                    all.add(new Const(from.number() + i * by.number(), from.ranked(), run.open));
                }
                return new Items(all, end.origin());
            }
            return counted(begin, new Const(count, Keys.ranked(begin, end, step), end.origin()));
        }
        boolean simple =
                begin instanceof Const from && from.number() == 0 && step instanceof Const by && by.number() == 1;
        Value length = end instanceof Unknown unknown ? unknown.number() : end;
        Value count = simple && length instanceof Sym
                ? length
                : Sym.input(Keys.of("range", begin, end, step), 'J', Keys.ranked(begin, end, step), run.open);
        Value from = begin instanceof Unknown unknown ? unknown.number() : begin;
        boolean ones = step instanceof Const by && by.number() == 1;
        Value exact = ones && plain(from) && plain(length) ? Sym.of("-", 'J', run.open, length, from) : count;
        return counted(begin, simple ? count : exact);
    }

    private static boolean plain(Value value) {
        return value instanceof Sym || value instanceof Const known && known.isNumber();
    }

    private Unknown counted(Value begin, Value length) {
        Unknown range = run.unknown(Keys.of("range", begin, length), Keys.ranked(begin, length));
        range.attributes.put("len()", length);
        range.attributes.put("first", begin);
        return range;
    }

    private Value copy(Value value) {
        if (value instanceof Items items) {
            return new Items(items.all, run.open);
        }
        return value instanceof Mapping mapping ? new Items(List.copyOf(mapping.keys.values()), run.open) : value;
    }

    private Value elements(String name, Value of) {
        if (of == null || !name.equals("enumerate")) {
            return of;
        }
        if (!(of instanceof Items items)) {
            return of instanceof Unknown ? pairs(of) : of;
        }
        List<Value> all = new ArrayList<>();
        for (int i = 0; i < items.all.size(); i++) {
            all.add(new Items(List.of(new Const((long) i, false, run.open), items.all.get(i)), run.open));
        }
        return new Items(all, items.origin());
    }

    /** Elements that nobody knows, each with its number: as many as there are of them. */
    private Unknown pairs(Value of) {
        Unknown all = run.unknown(Keys.of("enumerate", of), of.ranked());
        all.attributes.put("len()", run.statements.loops().length(of));
        return all;
    }

    private Value zip(Arguments given) {
        List<Value> all = new ArrayList<>();
        int least = Integer.MAX_VALUE;
        for (Value each : given.all()) {
            if (!(each instanceof Items items)) {
                return run.invocations.result("zip", given, false);
            }
            least = Math.min(least, items.all.size());
        }
        for (int i = 0; i < least && !given.all().isEmpty(); i++) {
            int at = i;
            all.add(new Items(
                    given.all().stream().map(each -> ((Items) each).all.get(at)).toList(), run.open));
        }
        return new Items(all, run.open);
    }

    private Value reduce(String name, Arguments given) {
        List<Value> all =
                given.all().size() == 1 && given.all().get(0) instanceof Items items ? items.all : given.all();
        boolean whole = !all.isEmpty()
                && all.stream()
                        .allMatch(each -> each instanceof Const known
                                && known.isNumber()
                                && !(known.content() instanceof Double));
        if (!whole) {
            return null;
        }
        long outcome = ((Const) all.get(0)).number();
        for (Value each : all.subList(1, all.size())) {
            long next = ((Const) each).number();
            outcome = switch (name) {
                case "min" -> Math.min(outcome, next);
                case "max" -> Math.max(outcome, next);
                default -> outcome + next;
            };
        }
        return new Const(outcome, Keys.ranked(all), all.get(0).origin());
    }

    private Value any(boolean any, Value of) {
        if (!(of instanceof Items items) || !items.all.stream().allMatch(Const.class::isInstance)) {
            return null;
        }
        boolean found = items.all.stream().anyMatch(each -> Truth.of((Const) each) == any);
        return new Const(
                found == any,
                of.ranked(),
                items.all.stream()
                        .map(Value::origin)
                        .filter(origin -> origin != null)
                        .findFirst()
                        .orElse(run.open));
    }

    private Value attribute(Arguments given) {
        boolean known =
                given.all().size() > 1 && given.all().get(1) instanceof Const name && name.content() instanceof String;
        return known
                ? run.attributes.get(
                        given.first(), (String) ((Const) given.all().get(1)).content())
                : null;
    }

    private Value variable(Arguments given) {
        return given.first() instanceof Const name
                ? new Subscripts(run).variable(String.valueOf(name.content()))
                : run.invocations.result("os.getenv", given, false);
    }

    /** Processes of a job that a program starts itself: each is one rank, and this run is one of them. */
    private Value spawn(Arguments given, Node node) {
        Value function = given.get(0, "fn");
        List<Value> with = new ArrayList<>(List.of(run.own()));
        if (given.get(1, "args") instanceof Items items) {
            with.addAll(items.all);
        }
        if (function != null && begun.add(function)) {
            run.invocations.call(function, new Arguments(with, java.util.Map.of()), node);
        }
        return Const.NULL;
    }

    private Value start(Library library, Arguments given, Node node) {
        Value target = given.named().get("target");
        List<Value> with = new ArrayList<>();
        if (given.named().get("args") instanceof Items items) {
            with.addAll(items.all);
        }
        if (target instanceof Function function && begun.add(target)) {
            List<Node> parameters = function.node.child("parameters").parts();
            boolean process = library.last().equals("Process");
            for (int i = 0; process && i < Math.min(parameters.size(), with.size()); i++) {
                boolean rank = RankNames.of(Binding.name(parameters.get(i))) == RankNames.Meaning.RANK;
                with.set(i, rank ? run.own() : with.get(i));
            }
            run.invocations.call(target, new Arguments(with, java.util.Map.of()), node);
        }
        return run.unknown(library.name, false);
    }

    /** Calls a method that the program does not have. */
    Value method(Method method, Arguments given, Node node) {
        if (method.receiver instanceof Library library) {
            return function(new Library(library.name + "." + method.name, run.open), given, node);
        }
        Value answer = containers.method(method, given);
        if (answer == null) {
            answer = run.torch.method(method, given, node);
        }
        if (answer != null) {
            return answer;
        }
        Value meant = run.meaning(method.name);
        return meant != null ? meant : run.invocations.result(method.key(), given, method.ranked());
    }
}
