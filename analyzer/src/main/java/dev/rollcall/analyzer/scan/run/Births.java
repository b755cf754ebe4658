package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Calls.Call;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/** Communicators: how they are made, and which one an object is. Ranks meet in one whose stores have equal names. */
final class Births {
    private static final String WORLD = "world";

    private final Machine machine;
    private final Map<String, Integer> made = new HashMap<>();

    Births(Machine machine) {
        this.machine = machine;
    }

    /** Returns the communicator that an object is; one that the program was not seen to make has unknown members. */
    Group groupOf(Value object) {
        Value at = object;
        if (at instanceof Ext ext) {
            if (ext.group == null) {
                ext.group = new Group(ext.identity(), false, null, null);
            }
            return ext.group;
        }
        return new Group(at == null ? WORLD : at.key(), false, null, null);
    }

    /** Makes a communicator and returns it; empty where the parameters are of another method. */
    Optional<Value> of(CatalogueEntry entry, Call call) {
        return entry.kind() == EntryKind.SPLIT ? split(entry, call) : born(entry, call);
    }

    private Optional<Value> born(CatalogueEntry entry, Call call) {
        if (call.arguments().size() < 2) {
            return Optional.empty();
        }
        StringBuilder where = new StringBuilder();
        for (int i = 0; i < call.arguments().size() && i < entry.roles().size(); i++) {
            ArgumentRole role = entry.roles().get(i);
            if (role == ArgumentRole.STORE || role == ArgumentRole.NAME) {
                where.append(store(call.arguments().get(i))).append(';');
            }
        }
        Optional<Value> rank = Collectives.role(entry, call, ArgumentRole.RANK);
        Optional<Value> size = Collectives.role(entry, call, ArgumentRole.SIZE);
        if (machine.inputs.learn(rank.orElse(null), size.orElse(null))) {
            throw new Ended(Ended.Why.AGAIN);
        }
        String key = ordinal(where.length() == 0 ? WORLD : where.toString());
        Optional<Value> made = Collectives.role(entry, call, ArgumentRole.MADE);
        Ext object = made.orElse(null) instanceof Ext written ? written : object(call, key);
        object.group = new Group(key, true, rank.orElse(null), size.orElse(null));
        machine.behaviour.births.put(key, event(object.group, named(call.arguments())));
        return Optional.of(made.isPresent() ? Collectives.SUCCESS : object);
    }

    private Event event(Group group, Open named) {
        return new Event(0, group, "communicator", Map.of(), List.of(), machine.stack(), machine.open, named);
    }

    /** Returns where the rank-dependent part of a name was made. */
    private static Open named(List<Value> parts) {
        for (Value each : parts) {
            Open origin = each.origin();
            if (origin == null && each instanceof Ext ext) {
                origin = named(ext.parts);
            }
            if (origin != null) {
                return origin;
            }
        }
        return null;
    }

    private Optional<Value> split(CatalogueEntry entry, Call call) {
        Group parent =
                groupOf(Collectives.role(entry, call, ArgumentRole.COMMUNICATOR).orElse(call.receiver()));
        Optional<Value> ranks = Collectives.role(entry, call, ArgumentRole.RANKS);
        String key = ordinal(parent.key() + " split " + ranks.map(Value::key).orElse(""));
        Optional<Value> made = Collectives.role(entry, call, ArgumentRole.MADE);
        Ext object = made.orElse(null) instanceof Ext written ? written : object(call, key);
        List<Long> members = new ArrayList<>();
        ranks.ifPresent(value -> numbers(value, members));
        long own = parent.rank() instanceof Const known ? known.number() : machine.rank();
        int place = members.indexOf(own);
        if (members.isEmpty()) {
            object.group = new Group(key, false, null, null);
        } else {
            object.group = new Group(
                    key, true, new Const(place, true, machine.open), new Const(members.size(), false, machine.open));
            if (place >= 0) {
                machine.behaviour.births.put(key, event(object.group, null));
            }
        }
        return Optional.of(made.isPresent() ? Collectives.SUCCESS : object);
    }

    private String ordinal(String where) {
        int number = made.merge(where, 1, Integer::sum);
        return number == 1 ? where : where + " no. " + number;
    }

    private Ext object(Call call, String key) {
        boolean constructor = call.name().equals("<init>");
        if (constructor && call.receiver() instanceof Ext receiver) {
            return receiver;
        }
        boolean returns = call.result().getSort() == Type.OBJECT;
        String type = constructor || !returns ? call.owner() : call.result().getInternalName();
        return new Ext(type, "communicator " + key, false, false, machine.open);
    }

    /** Returns what names a store, which is not all that it was made of: only one rank serves it. */
    private String store(Value value) {
        if (!(value instanceof Ext ext)) {
            return value.key();
        }
        if (ext.constructor == null) {
            return ext.key();
        }
        return machine.library
                .find(ext.type, "<init>", ext.constructor, machine.program)
                .filter(entry -> entry.kind() == EntryKind.STORE)
                .map(entry -> {
                    StringBuilder name = new StringBuilder(entry.operation());
                    for (int i = 0; i < ext.parts.size() && i < entry.roles().size(); i++) {
                        ArgumentRole role = entry.roles().get(i);
                        if (role == ArgumentRole.NAME || role == ArgumentRole.STORE) {
                            name.append(' ').append(store(ext.parts.get(i)));
                        }
                    }
                    return name.toString();
                })
                .orElse(ext.key());
    }

    private static void numbers(Value value, List<Long> found) {
        if (value instanceof Arr array && array.length instanceof Const length && array.rest == null) {
            for (int i = 0; i < length.number(); i++) {
                numbers(array.elements.getOrDefault(i, array.zero()), found);
            }
        } else if (value instanceof Ext ext) {
            ext.parts.forEach(part -> numbers(part, found));
        } else if (value instanceof Const known && known.isNumber()) {
            found.add(known.number());
        }
    }
}
