package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.library.ArgumentPosition;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence.Source;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The few library functions that tests of the engine use: {@code dist.all_reduce}, {@code dist.get_rank}, … */
final class FewLibraries implements Libraries {
    /** The name of a function at which the engine fails, as it would by a bug of its own. */
    static final String BROKEN = "dist.broken";

    private static final ArgumentPosition FIRST = new ArgumentPosition(0, "tensor");
    private static final ArgumentPosition GROUP = new ArgumentPosition(9, "group");
    private static final ArgumentPosition OBJECT = new ArgumentPosition(ArgumentPosition.OBJECT, "");

    private static final Map<String, LibraryFact> FUNCTIONS = Map.ofEntries(
            Map.entry("dist.barrier", collective("barrier", Map.of(), Set.of())),
            Map.entry("dist.gather", collective("gather", Map.of(), Set.of())),
            Map.entry("dist.scatter", collective("scatter", Map.of(), Set.of())),
            Map.entry(
                    "dist.all_reduce",
                    collective("all_reduce", Map.of(ArgumentRole.INPUT, FIRST), Set.of(ArgumentRole.INPUT))),
            Map.entry("dist.reduced", collective("all_reduce", Map.of(), Set.of(ArgumentRole.OUTPUT))),
            Map.entry(
                    "dist.broadcast",
                    collective(
                            "broadcast",
                            Map.of(ArgumentRole.INPUT, FIRST, ArgumentRole.ROOT, new ArgumentPosition(1, "src")),
                            Set.of(ArgumentRole.INPUT))),
            Map.entry("demo.Comm.barrier", collective("barrier", Map.of(ArgumentRole.COMMUNICATOR, OBJECT), Set.of())),
            Map.entry("demo.Comm.rank", new LibraryFact.RankOf(Axis.WORLD, Map.of(ArgumentRole.COMMUNICATOR, OBJECT))),
            Map.entry("save_checkpoint", collective("barrier", Map.of(), Set.of())),
            Map.entry("dist.get_rank", new LibraryFact.RankOf(Axis.WORLD, Map.of(ArgumentRole.COMMUNICATOR, GROUP))),
            Map.entry("dist.get_world_size", new LibraryFact.SizeOf(Axis.WORLD, Map.of())),
            Map.entry("dist.is_initialized", new LibraryFact.AlwaysTrue()),
            Map.entry(
                    "dist.new_group",
                    new LibraryFact.NewGroup(Map.of(ArgumentRole.RANKS, new ArgumentPosition(0, "ranks")), true)),
            Map.entry("dist.rank_zero_only", new LibraryFact.Around(LibraryFact.Around.Manner.FIRST)),
            Map.entry("main_process_first", new LibraryFact.Around(LibraryFact.Around.Manner.FIRST)),
            Map.entry("no_sync", new LibraryFact.Around(LibraryFact.Around.Manner.QUIET)),
            Map.entry("DDP", new LibraryFact.Wraps(LibraryFact.Wraps.Wrapper.DATA_PARALLEL)),
            Map.entry("os.path.exists", new LibraryFact.Differs(Source.LOCAL_DATA)),
            Map.entry("time.time", new LibraryFact.Differs(Source.CLOCK)),
            Map.entry("range", new LibraryFact.Pure()),
            Map.entry("append", new LibraryFact.Mutates()),
            Map.entry("remove", new LibraryFact.Mutates()),
            Map.entry("java.util.List.forEach", new LibraryFact.Calls(0, LibraryFact.Calls.When.NOW)),
            Map.entry("mp.spawn", new LibraryFact.Calls(0, LibraryFact.Calls.When.BEGINS)),
            Map.entry("sys.exit", new LibraryFact.Ends(LibraryFact.Ends.Reach.BY_EXCEPTION)));

    private static LibraryFact collective(
            String operation, Map<ArgumentRole, ArgumentPosition> arguments, Set<ArgumentRole> agrees) {
        return new LibraryFact.Collective(operation, arguments, agrees, true);
    }

    private static Optional<Found> found(LibraryFact fact) {
        return Optional.ofNullable(fact).map(each -> new Found(each, "dist", true));
    }

    @Override
    public Optional<Found> find(CodeProgram program, Callee callee, ReceiverHint hint) {
        if (callee instanceof Callee.Named named) {
            if (named.name().equals(BROKEN)) {
                throw new IllegalStateException("a bug");
            }
            return found(FUNCTIONS.get(named.name()));
        }
        if (callee instanceof Callee.Virtual method) {
            LibraryFact own = FUNCTIONS.get(method.owner() + "." + method.name());
            return found(own == null ? FUNCTIONS.get(method.name()) : own);
        }
        return Optional.empty();
    }

    @Override
    public Optional<Found> attribute(CodeProgram program, String name, ReceiverHint hint) {
        boolean first = name.equals("is_global_zero") || name.equals("is_main");
        return first ? found(new LibraryFact.EdgeOf(Axis.WORLD, false)) : parameter(name);
    }

    @Override
    public Optional<Found> constant(String name) {
        return name.equals("ImportError") ? found(new LibraryFact.ThrownByAll()) : Optional.empty();
    }

    @Override
    public Optional<String> given(CodeProgram program, FunctionId method, String parameter) {
        return Optional.empty();
    }

    @Override
    public Optional<Found> parameter(String name) {
        if (name.equals("batch")) {
            return found(new LibraryFact.Differs(Source.LOCAL_DATA));
        }
        return name.equals("rank") ? found(new LibraryFact.RankOf(Axis.WORLD, Map.of())) : Optional.empty();
    }

    @Override
    public Optional<Found> setting(String name) {
        return name.equals("RANK") ? parameter("rank") : Optional.empty();
    }

    @Override
    public Set<String> recognized() {
        return Set.copyOf(List.of("dist"));
    }

    @Override
    public boolean mayCommunicate(String name) {
        return false;
    }
}
