package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;
import java.util.Locale;

/** The methods of lists, dictionaries and strings. */
final class Containers {
    private final PythonRun run;

    Containers(PythonRun run) {
        this.run = run;
    }

    /** Returns a method's result; null where it is not one of these. */
    Value method(Method method, Arguments given) {
        if (method.receiver instanceof Items items) {
            return list(items, method.name, given);
        }
        if (method.receiver instanceof Mapping mapping) {
            return mapping(mapping, method.name, given);
        }
        return method.receiver instanceof Const known && known.content() instanceof String text
                ? text(known, text, method.name, given)
                : null;
    }

    Mapping mapping(Arguments given) {
        Mapping made = new Mapping(run.open);
        if (!given.all().isEmpty() && given.all().get(0) instanceof Items pairs) {
            pairs.all.forEach(each -> {
                if (each instanceof Items pair && pair.all.size() == 2) {
                    made.put(pair.all.get(0), pair.all.get(1));
                }
            });
        }
        given.named().forEach((name, value) -> made.put(Const.of(name), value));
        return made;
    }

    private Value list(Items items, String name, Arguments given) {
        switch (name) {
            case "append", "add" -> items.all.add(given.first());
            case "extend" -> {
                if (given.first() instanceof Items more) {
                    items.all.addAll(List.copyOf(more.all));
                }
            }
            case "insert" -> items.all.add(0, given.all().get(given.all().size() - 1));
            case "clear" -> items.all.clear();
            case "pop" -> {
                return items.all.isEmpty()
                        ? run.unknown(items.key(), items.ranked())
                        : items.all.remove(items.all.size() - 1);
            }
            case "copy" -> {
                return new Items(items.all, run.open);
            }
            case "remove" -> {
                run.part(given.first());
                items.all.removeIf(each -> each.key().equals(given.first().key()));
            }
            case "index" -> {
                for (int i = 0; i < items.all.size(); i++) {
                    if (items.all.get(i).key().equals(given.first().key())) {
                        return new Const((long) i, Keys.ranked(items, given.first()), run.open);
                    }
                }
                return null;
            }
            default -> {
                return null;
            }
        }
        return Const.NULL;
    }

    private Value mapping(Mapping mapping, String name, Arguments given) {
        return switch (name) {
            case "items" ->
                new Items(
                        mapping.keys.entrySet().stream()
                                .map(each -> new Items(
                                        List.of(each.getValue(), mapping.values.get(each.getKey())), run.open))
                                .toList(),
                        run.open);
            case "keys" -> new Items(List.copyOf(mapping.keys.values()), run.open);
            case "values" -> new Items(List.copyOf(mapping.values.values()), run.open);
            case "get", "pop", "setdefault" -> {
                run.part(given.first());
                Value found = mapping.values.get(given.first().key());
                yield found != null
                        ? found
                        : given.all().size() > 1 ? given.all().get(1) : Const.NULL;
            }
            case "update" -> {
                if (given.first() instanceof Mapping more) {
                    more.keys.forEach((key, value) -> mapping.put(value, more.values.get(key)));
                }
                yield Const.NULL;
            }
            default -> null;
        };
    }

    private Value text(Const known, String text, String name, Arguments given) {
        Object content = switch (name) {
            case "strip" -> text.strip();
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "isdigit" -> !text.isEmpty() && text.chars().allMatch(Character::isDigit);
            case "startswith" -> given.first() instanceof Const head ? text.startsWith("" + head.content()) : null;
            case "endswith" -> given.first() instanceof Const tail ? text.endsWith("" + tail.content()) : null;
            default -> null;
        };
        return content == null ? null : new Const(content, known.ranked(), run.open);
    }
}
