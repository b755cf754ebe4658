package dev.rollcall.analyzer.scan.run;

import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** The strings that {@code +} makes, as {@link java.lang.invoke.StringConcatFactory} describes their recipes. */
final class Texts {
    private static final char ARGUMENT = '\1';
    private static final char CONSTANT = '\2';

    private Texts() {}

    static Value concatenate(InvokeDynamicInsnNode node, List<Value> arguments, Open open) {
        Type[] types = Type.getArgumentTypes(node.desc);
        String recipe = node.name.equals("makeConcatWithConstants") && node.bsmArgs[0] instanceof String text
                ? text
                : String.valueOf(ARGUMENT).repeat(arguments.size());
        boolean ranked = Keys.ranked(arguments);
        StringBuilder known = new StringBuilder();
        int argument = 0;
        int constant = 1;
        for (char letter : recipe.toCharArray()) {
            if (letter == ARGUMENT) {
                if (!(arguments.get(argument) instanceof Const value)) {
                    return new Ext("java/lang/String", Keys.of("text " + recipe, arguments), false, ranked, open);
                }
                known.append(printed(value, types[argument++]));
            } else if (letter == CONSTANT) {
                known.append(node.bsmArgs[constant++]);
            } else {
                known.append(letter);
            }
        }
        Open origin = arguments.stream()
                .map(Value::origin)
                .filter(each -> each != null)
                .findFirst()
                .orElse(open);
        return new Const(known.toString(), ranked, origin);
    }

    private static Object printed(Const value, Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> value.number() != 0;
            case Type.CHAR -> (char) value.number();
            default -> value.content();
        };
    }
}
