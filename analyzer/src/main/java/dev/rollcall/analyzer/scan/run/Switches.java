package dev.rollcall.analyzer.scan.run;

import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Finds the case of a switch over types, records or enums, as {@code java.lang.runtime.SwitchBootstraps} describes it. */
final class Switches {
    static final String BOOTSTRAP = "java/lang/runtime/SwitchBootstraps.";

    private final Machine machine;

    Switches(Machine machine) {
        this.machine = machine;
    }

    /**
     * Returns the number of the first case that fits.
     *
     * @param arguments what is asked, and the case to begin with
     * @param instance what this switch is, equal on all ranks that came here the same way
     */
    Value choose(Frame frame, InvokeDynamicInsnNode node, List<Value> arguments, long instance) {
        Value asked = arguments.get(0);
        if (!(arguments.get(1) instanceof Const first)) {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
        Open origin = asked.origin() != null ? asked.origin() : machine.open;
        if (asked instanceof Const known && known.content() == null) {
            return new Const(-1, asked.ranked(), origin);
        }
        int chosen = (int) first.number();
        while (chosen < node.bsmArgs.length && !fits(frame, asked, node.bsmArgs[chosen], Keys.mix(instance, chosen))) {
            chosen++;
        }
        return new Const(chosen, asked.ranked(), origin);
    }

    private boolean fits(Frame frame, Value asked, Object label, long instance) {
        if (label instanceof Type type) {
            Value is = machine.heap.instanceOf(frame, asked, type.getInternalName());
            return machine.branches.isTrue(is, instance);
        }
        Object wanted = label instanceof ConstantDynamic constant
                ? constant.getBootstrapMethodArgument(constant.getBootstrapMethodArgumentCount() - 1)
                : label;
        if (asked instanceof Obj object && object.fields.get(Objects.NAME) instanceof Const name) {
            return wanted.equals(name.content());
        }
        if (asked instanceof Const known) {
            boolean letter = known.content() instanceof Character;
            return wanted.equals(letter ? (Object) (int) known.number() : known.content());
        }
        Value equal = Sym.input(asked.key() + " is " + wanted, 'I', asked.ranked(), machine.open);
        return machine.branches.isTrue(equal, instance);
    }
}
