package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a launcher tells a rank: environment variables and system properties. */
final class Environment {
    private static final String ALL = "environment";
    private static final Set<String> OWNERS =
            Set.of("java/lang/System", "java/util/Map", "java/lang/Integer", "java/lang/Long", "java/lang/Boolean");

    private final Machine machine;

    Environment(Machine machine) {
        this.machine = machine;
    }

    static boolean exits(Call call) {
        boolean system = call.owner().equals("java/lang/System") && call.name().equals("exit");
        boolean runtime = call.owner().equals("java/lang/Runtime")
                && (call.name().equals("exit") || call.name().equals("halt"));
        return system || runtime;
    }

    /** Returns what is read; empty where nothing is that is known. */
    Optional<Value> answer(Call call) {
        if (!OWNERS.contains(call.owner())) {
            return Optional.empty();
        }
        return switch (call.owner() + "." + call.name()) {
            case "java/lang/System.getenv" ->
                Optional.of(
                        call.arguments().isEmpty()
                                ? new Ext("java/util/Map", ALL, false, false, null)
                                : variable(call, 0));
            case "java/util/Map.get", "java/util/Map.getOrDefault" ->
                call.receiver() instanceof Ext map && map.identity().equals(ALL)
                        ? Optional.of(variable(call, 1))
                        : Optional.empty();
            case "java/lang/System.getProperty" -> Optional.of(property(call, false));
            case "java/lang/Integer.getInteger", "java/lang/Long.getLong" -> Optional.of(property(call, true));
            case "java/lang/Boolean.getBoolean" ->
                Optional.of(Sym.input(Keys.of("property", call.arguments()), 'I', false, machine.open));
            default -> Optional.empty();
        };
    }

    private Value variable(Call call, int kept) {
        String name = name(call);
        if (Launchers.isRank(name)) {
            return new Const(String.valueOf(machine.rank()), true, machine.open);
        }
        if (Launchers.isSize(name)) {
            return new Const(String.valueOf(machine.world()), false, machine.open);
        }
        boolean hasDefault = call.arguments().size() > kept && kept > 0;
        return new Ext("java/lang/String", "$" + name, !hasDefault, false, machine.open);
    }

    private Value property(Call call, boolean number) {
        String name = name(call);
        String last = name.substring(name.lastIndexOf('.') + 1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[-_]", "");
        Integer told = switch (last) {
            case "rank", "localrank" -> machine.rank();
            case "worldsize" -> machine.world();
            default -> null;
        };
        boolean ranked = last.endsWith("rank");
        if (told != null) {
            Object content = number ? call.owner().endsWith("Long") ? (Object) (long) told : told : told.toString();
            return new Const(content, ranked, machine.open);
        }
        String key = Keys.of("property", call.arguments());
        boolean hasDefault = call.arguments().size() > 1;
        return new Ext(call.result().getInternalName(), key, !hasDefault, false, machine.open);
    }

    private static String name(Call call) {
        return call.arguments().get(0) instanceof Const known ? String.valueOf(known.content()) : "";
    }
}
