package dev.rollcall.analyzer.code.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random methods give the same results in the form and in the JVM. */
class LoweringAgainstTheJvmTest {
    private static final String NAME = "demo.Generated";
    private static final int METHODS = 40;
    private static final int RUNS = 25;

    @TempDir
    Path folder;

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] content = classes.get(name);
            if (content == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, content, 0, content.length);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomMethodsReturnTheSame(long seed) throws Exception {
        int rounds = Integer.getInteger("rollcall.lowering.rounds", 1);
        for (int round = 0; round < rounds; round++) {
            compare(seed + 1000L * round);
        }
    }

    private void compare(long seed) throws Exception {
        Random random = new Random(seed);
        String source = new RandomJava(random).write(METHODS);
        Map<String, byte[]> classes = Compiler.compile(Map.of(NAME, source));
        CompiledUnits.write(folder, classes);
        Class<?> type = new Loader(classes).loadClass(NAME);
        Object[] roles = type.getClassLoader().loadClass(NAME + "$Role").getEnumConstants();
        try (ClassUnits units = new ClassUnits(List.of(folder), List.of(), name -> true)) {
            CodeProgram program = new CodeProgram(List.of(units));
            CodeUnit unit = program.unit(NAME).orElseThrow();
            for (int i = 0; i < METHODS; i++) {
                String name = "f" + i;
                Method method = Arrays.stream(type.getMethods())
                        .filter(each -> each.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
                FunctionId id = unit.functions().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                CodeFunction function = unit.function(id).orElseThrow();
                FormInvariants.check(function);
                for (int run = 0; run < RUNS; run++) {
                    Object role = roles[random.nextInt(3)];
                    Object[] arguments = {
                        random.nextInt(20) - 10,
                        random.nextInt(),
                        random.nextLong() >> random.nextInt(60),
                        random.nextInt(8) == 0 ? Double.NaN : random.nextGaussian() * 10,
                        random.nextBoolean(),
                        List.of("x", "yy", "Aa", "BB").get(random.nextInt(4)),
                        role
                    };
                    Object expected = run(method, arguments);
                    Object actual = run(program, id, arguments);
                    if (!expected.equals(actual)) {
                        assertEquals(
                                expected,
                                actual,
                                "seed " + seed + ", " + name + Arrays.toString(arguments) + "\n"
                                        + FormText.print(function) + source);
                    }
                }
            }
        }
    }

    private static Object run(Method method, Object[] arguments) throws IllegalAccessException {
        try {
            Object result = method.invoke(null, arguments);
            return inForm(result);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getName();
        }
    }

    private static Object run(CodeProgram program, FunctionId id, Object[] arguments) {
        List<Object> all = new ArrayList<>();
        for (Object each : arguments) {
            all.add(
                    each instanceof Enum<?> constant
                            ? new Literal.Name(NAME + "$Role." + constant.name())
                            : inForm(each));
        }
        try {
            return new FormInterpreter(program).call(id, all);
        } catch (FormInterpreter.Thrown thrown) {
            return thrown.type();
        }
    }

    private static Object inForm(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof Float || value instanceof Double) {
            return ((Number) value).doubleValue();
        }
        return value instanceof Number number ? (Object) number.longValue() : value;
    }
}
