package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The unknown communicators of a function that nothing visible calls, and who is assumed to be in them. One that is handed over has all
 * ranks. One that a function returns was chosen by it, so that its members are not known, unless the calls and the conditions know no
 * other: then its members are all that take part. The members of one that differs between ranks are not known. Not thread-safe.
 */
final class AssumedGroups {
    private final ValuePool values;
    private final Set<Value> unknown = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean hasOthers;
    private final Set<Word> words = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    AssumedGroups(ValuePool values) {
        this.values = values;
    }

    /** Adds the communicators of a word's calls, and those of which its values are ranks or sizes. */
    void add(Word word) {
        if (!words.add(word)) {
            return;
        }
        if (word instanceof Word.Act act) {
            addCommunicator(act.call().communicator());
            // A root that is no number is that of a communicator between two groups: MPI.ROOT.
            hasOthers |= isConstantOfLibrary(act.call().fields().get(CollectiveCall.Field.ROOT));
        }
        WordPool.values(word).forEach(this::add);
        WordPool.parts(word).forEach(this::add);
    }

    /** Adds the communicators of which a value is a rank or size, or has such parts. */
    void add(Value value) {
        if (!seen.add(value)) {
            return;
        }
        Axis axis = Axis.of(value);
        if (axis instanceof Axis.Group group) {
            addCommunicator(group.communicator());
        } else if (axis != null) {
            hasOthers = true;
        }
        ValueParts.of(value).forEach(this::add);
    }

    private static boolean isConstantOfLibrary(Value root) {
        return root != null
                && (root.globalName().isPresent()
                        || ValueParts.of(root).stream().anyMatch(AssumedGroups::isConstantOfLibrary));
    }

    private void addCommunicator(Value communicator) {
        if (communicator instanceof Value.Select select) {
            // Null is not a communicator.
            Stream.of(select.yes(), select.no())
                    .filter(each -> !each.equals(Value.Constant.NULL))
                    .forEach(this::addCommunicator);
        } else if (communicator instanceof Value.Communicator) {
            hasOthers = true;
        } else {
            unknown.add(values.of(communicator));
        }
    }

    /** Returns the communicators that stand for the unknown ones. */
    Map<Same, Value> found() {
        boolean isOnly = unknown.size() == 1 && !hasOthers;
        Map<Same, Value> found = new HashMap<>();
        for (Value value : unknown) {
            boolean differs = !values.dependence(value).isNone();
            boolean isChosen = value instanceof Value.Result || value instanceof Value.Instance;
            Members members = !differs && (isOnly || !isChosen) ? new Members.All() : new Members.Unknown();
            found.put(new Same(value), Value.Communicator.assumed(members, value));
        }
        return found;
    }
}
