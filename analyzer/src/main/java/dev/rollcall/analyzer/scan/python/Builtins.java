package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Behaviour;
import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;

/** What functions and methods of libraries return, as far as ranks may part over it. */
final class Builtins {
    private final PythonRun run;
    private final Containers containers;
    private final Sequences sequences;
    private final Processes processes;
    private final DataClasses fields;

    Builtins(PythonRun run) {
        this.run = run;
        containers = new Containers(run);
        sequences = new Sequences(run);
        processes = new Processes(run);
        fields = new DataClasses(run);
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
        run.handed.take(given);
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
            case "range" -> sequences.range(given);
            case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset" ->
                first == null ? new Items(List.of(), run.open) : sequences.copy(first);
            case "dict" -> containers.mapping(given);
            case "enumerate" -> sequences.enumerated(first);
            case "tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange", "trange" -> sequences.range(given);
            case "tqdm",
                    "tqdm.tqdm",
                    "tqdm.auto.tqdm",
                    "tqdm.notebook.tqdm",
                    "tqdm.std.tqdm",
                    "tqdm.rich.tqdm",
                    "rich.progress.track" ->
                first != null ? first : given.named().get("iterable");
            case "any", "all" -> sequences.any(library.name.equals("any"), first);
            case "map", "filter" -> sequences.mapped(library.name, given, node);
            case "functools.partial", "partial" -> first == null ? null : partial(first, given);
            case "dataclasses.field", "field" -> fields.field(given);
            case "zip" -> sequences.zip(given);
            case "min", "max", "sum" -> sequences.reduce(library.name, given);
            case "isinstance", "hasattr", "callable" -> run.unknown(Keys.of(library.name, given.all()), false);
            case "getattr" -> attribute(given);
            case "setattr" -> Const.NULL;
            case "os.getenv", "os.environ.get" -> variable(given);
            case "sys.exit", "exit", "quit", "os._exit", "os.abort" -> throw exit();
            case "torch.multiprocessing.spawn", "multiprocessing.spawn", "torch.multiprocessing.start_processes" ->
                processes.spawn(given, node);
            case "torch.multiprocessing.Process", "multiprocessing.Process", "threading.Thread" ->
                processes.start(library, given, node);
            default -> null;
        };
    }

    private static Partial partial(Value function, Arguments given) {
        return new Partial(
                function, new Arguments(given.all().subList(1, given.all().size()), given.named()));
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
        run.handed.take(given);
        Value meant = run.meaning(method.name);
        return meant != null ? meant : run.invocations.result(method.key(), given, method.ranked());
    }
}
