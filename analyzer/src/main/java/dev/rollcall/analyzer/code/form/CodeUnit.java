package dev.rollcall.analyzer.code.form;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A Java class or a Python file. Not thread-safe: functions are read when first asked for.
 *
 * @param name its name, see the package
 * @param file the source file as a report shows it
 * @param language its language
 * @param types the classes that it defines, inner ones included in Python
 * @param bodies its functions, in the order of the source; each supplier is asked at most once
 * @param imports what the unit itself imports or refers to: names of units of the program, and of libraries' modules or classes
 * @param lines the source, for comments that suppress a finding; empty in Java
 */
public record CodeUnit(
        String name,
        String file,
        Language language,
        List<CodeType> types,
        Map<FunctionId, Supplier<CodeFunction>> bodies,
        List<String> imports,
        List<String> lines) {

    /** Makes the collections immutable. */
    public CodeUnit {
        types = List.copyOf(types);
        Map<FunctionId, Supplier<CodeFunction>> once = new LinkedHashMap<>();
        bodies.forEach((id, body) -> once.put(id, new Once(body)));
        bodies = Collections.unmodifiableMap(once);
        imports = List.copyOf(imports);
        lines = List.copyOf(lines);
    }

    /** A supplier that remembers. */
    private static final class Once implements Supplier<CodeFunction> {
        private Supplier<CodeFunction> source;
        private CodeFunction read;

        Once(Supplier<CodeFunction> source) {
            this.source = source;
        }

        @Override
        public CodeFunction get() {
            if (read == null) {
                read = source.get();
                source = null;
            }
            return read;
        }
    }

    /** Returns the names of its functions in the order of the source. */
    public Set<FunctionId> functions() {
        return bodies.keySet();
    }

    /** Returns a function of the unit; empty if it has none of that name. */
    public Optional<CodeFunction> function(FunctionId id) {
        return Optional.ofNullable(bodies.get(id)).map(Supplier::get);
    }
}
