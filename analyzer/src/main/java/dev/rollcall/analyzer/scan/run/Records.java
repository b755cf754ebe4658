package dev.rollcall.analyzer.scan.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** What records have by themselves, as {@code java.lang.runtime.ObjectMethods} describes it, where all components are known. */
final class Records {
    static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods.";

    private Records() {}

    static Optional<Value> answer(InvokeDynamicInsnNode node, List<Value> arguments, Open open) {
        List<Const> own = components(node, arguments.get(0));
        if (own == null) {
            return Optional.empty();
        }
        boolean ranked = Keys.ranked(own);
        switch (node.name) {
            case "equals" -> {
                Value other = arguments.get(1);
                if (!(other instanceof Obj object) || !object.type.equals(((Obj) arguments.get(0)).type)) {
                    boolean known = other instanceof Obj || other instanceof Const;
                    return known ? Optional.of(new Const(0, ranked, open)) : Optional.empty();
                }
                List<Const> others = components(node, other);
                return others == null
                        ? Optional.empty()
                        : Optional.of(new Const(
                                contents(own).equals(contents(others)) ? 1 : 0, ranked || Keys.ranked(others), open));
            }
            case "hashCode" -> {
                return Optional.of(new Const(contents(own).hashCode(), ranked, open));
            }
            default -> {
                return Optional.of(new Const(String.valueOf(contents(own)), ranked, open));
            }
        }
    }

    private static List<Object> contents(List<Const> components) {
        List<Object> contents = new ArrayList<>();
        components.forEach(each -> contents.add(each.content()));
        return contents;
    }

    /** Returns the components; null where one is not known. */
    private static List<Const> components(InvokeDynamicInsnNode node, Value record) {
        List<Const> found = new ArrayList<>();
        for (int i = 2; i < node.bsmArgs.length; i++) {
            boolean known = record instanceof Obj object
                    && node.bsmArgs[i] instanceof Handle getter
                    && object.fields.get(getter.getName()) instanceof Const;
            if (!known) {
                return null;
            }
            found.add((Const) ((Obj) record).fields.get(((Handle) node.bsmArgs[i]).getName()));
        }
        return found;
    }
}
