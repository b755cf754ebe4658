package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.scan.run.Calls.Call;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Type;

/** Hands lambdas of the program to the JDK's collections and streams, which call them back. */
final class Functions {
    private final Machine machine;
    private final Marshal marshal;
    private Call running;
    private int calls;

    Functions(Machine machine, Marshal marshal) {
        this.machine = machine;
        this.marshal = marshal;
    }

    /** Makes a real call that may call back; it is that call's branches and rounds that what is called back has. */
    Object during(Call call, Method method, Object target, Object[] arguments) throws ReflectiveOperationException {
        Call before = running;
        int callsBefore = calls;
        running = call;
        calls = 0;
        try {
            return method.invoke(target, arguments);
        } finally {
            running = before;
            calls = callsBefore;
        }
    }

    boolean wants(Class<?> type, Value value) {
        return type.isInterface() && (value instanceof Lambda || value instanceof Obj) && single(type) != null;
    }

    private static Method single(Class<?> type) {
        List<Method> open = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .filter(method -> !method.getName().equals("equals"))
                .toList();
        return open.size() == 1 ? open.get(0) : null;
    }

    Object of(Class<?> type, Value function, Call from) {
        Method single = single(type);
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (!method.equals(single)) {
                throw new Jdk.Unknown();
            }
            return answer(
                    function, method, arguments == null ? new Object[0] : arguments, running == null ? from : running);
        };
        return Proxy.newProxyInstance(Functions.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private Object answer(Value function, Method method, Object[] arguments, Call from) {
        List<Value> values = new ArrayList<>();
        Type[] types = Type.getArgumentTypes(method);
        for (int i = 0; i < arguments.length; i++) {
            values.add(marshal.value(arguments[i], from, types[i].getDescriptor()));
        }
        int number = calls++;
        long instance = Keys.mix(from.instance(), number);
        String rounds = number == 0 ? from.rounds() : from.rounds() + "." + number;
        Value result;
        if (function instanceof Lambda lambda) {
            result = machine.calls.invoke(lambda, values, instance, rounds);
        } else {
            Obj object = (Obj) function;
            Routine routine = machine.program
                    .resolve(object.type, method.getName(), Type.getMethodDescriptor(method))
                    .orElseThrow(Jdk.Unknown::new);
            values.add(0, object);
            result = machine.invoke(routine, values, instance, rounds);
        }
        Class<?> wanted = method.getReturnType();
        if (wanted == void.class) {
            return null;
        }
        Value known = result == null ? Const.NULL : result;
        if (wanted == boolean.class && known instanceof Sym) {
            return machine.branches.isTrue(known, instance);
        }
        return marshal.object(known, wanted, from);
    }
}
