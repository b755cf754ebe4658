package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.catalogue.EntryKind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

class HookCallTest {
    @Test
    void namesOnlyPublicStaticMethodsOfTheHooks() {
        List<String> hooks = Arrays.stream(Hooks.class.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .map(HookCallTest::signature)
                .toList();
        List<String> missing = Arrays.stream(EntryKind.values())
                .filter(EntryKind::instrumented)
                .flatMap(kind -> Stream.of(HookCall.entering(kind), HookCall.leaving(kind), HookCall.FAIL))
                .filter(HookCall::present)
                .map(call -> call.name() + call.descriptor())
                .filter(call -> !hooks.contains(call))
                .toList();
        assertEquals(List.of(), missing);
        assertTrue(Modifier.isPublic(Hooks.class.getModifiers()));
    }

    private static String signature(Method method) {
        return method.getName() + Type.getMethodDescriptor(method);
    }
}
