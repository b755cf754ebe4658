package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What the recorder's catalogue says about a method, as facts of the analysis. */
final class CallFacts {
    private CallFacts() {}

    /**
     * Returns the fact; empty for what only the recorder needs, and for messages between two ranks.
     *
     * @param hasObject whether the method is called on an object
     */
    static Optional<LibraryFact> of(CatalogueEntry entry, boolean hasObject) {
        Map<ArgumentRole, ArgumentPosition> arguments = new EnumMap<>(ArgumentRole.class);
        for (int i = 0; i < entry.roles().size(); i++) {
            if (entry.roles().get(i) != ArgumentRole.IGNORED) {
                arguments.putIfAbsent(entry.roles().get(i), new ArgumentPosition(i, ""));
            }
        }
        Map<ArgumentRole, ArgumentPosition> onObject = new EnumMap<>(arguments);
        if (hasObject) {
            onObject.putIfAbsent(ArgumentRole.COMMUNICATOR, new ArgumentPosition(ArgumentPosition.OBJECT, ""));
        }
        return switch (entry.kind()) {
            case CALL ->
                OperationTraits.of(entry.operation()).pointToPoint()
                        ? Optional.empty()
                        : Optional.of(new LibraryFact.Collective(
                                entry.operation(),
                                onObject,
                                LibraryFileParser.agreeing(entry.operation(), arguments, false),
                                true));
            case COMMUNICATOR -> Optional.of(new LibraryFact.NewGroup(arguments, false));
            case SPLIT ->
                Optional.of(new LibraryFact.NewGroup(
                        onObject, arguments.containsKey(ArgumentRole.COLOUR), Optional.empty(), true));
            case STORE -> Optional.of(new LibraryFact.NewStore(arguments));
            case RANK -> Optional.of(new LibraryFact.RankOf(Axis.WORLD, onObject));
            case SIZE -> Optional.of(new LibraryFact.SizeOf(Axis.WORLD, onObject));
            case GROUP_START,
                    GROUP_END,
                    LEAVE,
                    ABORT,
                    ASYNC_ERROR,
                    WAIT,
                    TEST,
                    FUTURE,
                    COPY,
                    LAUNCH,
                    SYNCHRONIZE,
                    CONTEXT_END,
                    CONTEXT_RELEASE,
                    ALLOCATE,
                    FREE,
                    STEP -> Optional.empty();
        };
    }
}
