package dev.rollcall.analyzer.scan.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;

/** Objects, arrays and fields, known and unknown. */
final class Heap {
    private final Machine machine;
    private final Map<String, Value> unknowns = new HashMap<>();

    Heap(Machine machine) {
        this.machine = machine;
    }

    /** Returns a value of which only the origin is known; null for void. The same key gives the same value. */
    Value unknown(String key, Type type, boolean ranked) {
        return switch (type.getSort()) {
            case Type.VOID -> null;
            case Type.OBJECT, Type.ARRAY ->
                unknowns.computeIfAbsent(key, k -> new Ext(type.getInternalName(), k, true, ranked, machine.open));
            case Type.LONG -> {
                Long known = machine.inputs.value(key, machine);
                yield known == null ? Sym.input(key, 'J', ranked, machine.open) : new Const(known, true, machine.open);
            }
            case Type.FLOAT, Type.DOUBLE -> Sym.input(key, type.getDescriptor().charAt(0), ranked, machine.open);
            default -> {
                Long known = machine.inputs.value(key, machine);
                yield known == null
                        ? Sym.input(key, 'I', ranked, machine.open)
                        : new Const(known.intValue(), true, machine.open);
            }
        };
    }

    Value create(Frame frame, String type) {
        String key =
                "new " + type + "#" + Long.toHexString(Keys.mix(Keys.mix(frame.instance, frame.at), frame.visit()));
        if (machine.program.has(type)) {
            machine.statics(type);
            return new Obj(type, key, false, false, machine.open);
        }
        return new Ext(type, key, false, false, machine.open);
    }

    Value array(Frame frame, String element, Value length) {
        String key = "array#" + Long.toHexString(Keys.mix(Keys.mix(frame.instance, frame.at), frame.visit()));
        return new Arr(element, length, key, null, length.ranked(), machine.open);
    }

    /** Returns what an unknown object stands for: an object of a class that the scan was given, where it can be one. */
    Value stand(Value value, String type) {
        if (!(value instanceof Ext ext)) {
            return value;
        }
        if (ext.stands == null) {
            String wanted = machine.program.has(ext.type) ? ext.type : type;
            List<String> classes = machine.program.has(wanted) && !machine.program.isA(wanted, "java/lang/Enum")
                    ? machine.program.concrete(wanted)
                    : List.of();
            if (classes.isEmpty()) {
                return value;
            }
            String chosen = classes.get(classes.size() - 1);
            for (int i = 0; i + 1 < classes.size(); i++) {
                if (machine.branches.decide("class of " + ext.identity(), i, "class of " + wanted, true)) {
                    chosen = classes.get(i);
                    break;
                }
            }
            ext.stands = new Obj(chosen, ext.identity(), true, ext.ranked(), ext.origin());
        }
        return ext.stands;
    }

    void field(Frame frame, FieldInsnNode node) {
        boolean reads = node.getOpcode() == Opcodes.GETSTATIC || node.getOpcode() == Opcodes.GETFIELD;
        Value value = reads ? null : frame.pop();
        if (node.getOpcode() == Opcodes.GETSTATIC || node.getOpcode() == Opcodes.PUTSTATIC) {
            String owner = declaring(node.owner, node.name);
            if (!machine.program.has(owner)) {
                if (reads) {
                    frame.push(libraryConstant(node));
                }
                return;
            }
            Map<String, Value> fields = machine.statics(owner);
            if (reads) {
                Value set = fields.get(node.name);
                frame.push(set != null ? set : machine.neverSet(owner + "." + node.name, node.desc));
            } else {
                fields.put(node.name, value);
            }
            return;
        }
        Value object = stand(frame.pop(), node.owner);
        nullCheck(object);
        if (object instanceof Obj known) {
            if (reads) {
                frame.push(known.fields.computeIfAbsent(node.name, name -> unset(known, node)));
            } else {
                known.fields.put(node.name, value);
            }
        } else if (object instanceof Ext ext) {
            if (reads) {
                Value set = ext.properties.get(node.name);
                frame.push(
                        set != null
                                ? set
                                : unknown(ext.key() + "." + node.name, Type.getType(node.desc), ext.ranked()));
            } else {
                ext.properties.put(node.name, value);
            }
        } else {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
    }

    private Value unset(Obj object, FieldInsnNode node) {
        return object.outside
                ? unknown(object.key() + "." + node.name, Type.getType(node.desc), object.ranked())
                : Zero.of(node.desc);
    }

    private String declaring(String owner, String name) {
        for (String type : machine.program.above(owner)) {
            boolean declares = machine.program.find(type).stream()
                    .flatMap(node -> node.fields.stream())
                    .anyMatch(field -> field.name.equals(name));
            if (declares) {
                return type;
            }
        }
        return owner;
    }

    private Value libraryConstant(FieldInsnNode node) {
        String key = node.owner.substring(node.owner.lastIndexOf('/') + 1) + "." + node.name;
        Type type = Type.getType(node.desc);
        if (type.getSort() == Type.OBJECT && type.getInternalName().equals(node.owner)) {
            return new Ext(node.owner, key, false, false, machine.open);
        }
        return unknown(key, type, false);
    }

    /** Throws as the JVM does where a known null is used. */
    void nullCheck(Value object) {
        if (object instanceof Const constant && constant.content() == null) {
            throw new Thrown(
                    new Ext("java/lang/NullPointerException", "null used", false, false, machine.open), machine.open);
        }
    }

    boolean isA(Value exception, String type) {
        if (type == null || type.equals("java/lang/Throwable")) {
            return true;
        }
        String own = exception instanceof Obj object ? object.type : exception instanceof Ext ext ? ext.type : "";
        return machine.program.isA(own, type) || machine.program.isA(own.replace('.', '/'), type);
    }

    Value instanceOf(Frame frame, Value value, String type) {
        Value object = stand(value, type);
        if (object instanceof Const constant && constant.content() == null) {
            return Const.of(0);
        }
        if (object instanceof Obj known) {
            return new Const(machine.program.isA(known.type, type) ? 1 : 0, known.ranked(), machine.open);
        }
        if (object instanceof Const constant) {
            return new Const(Enums.isA(constant, type) ? 1 : 0, false, machine.open);
        }
        if (object instanceof Ext ext) {
            return machine.program.isA(ext.type, type)
                    ? Const.of(1)
                    : Sym.input("instanceof " + type + " " + ext.identity(), 'I', ext.ranked(), machine.open);
        }
        return Sym.input("instanceof " + type + " at " + frame.routine + "@" + frame.at, 'I', false, machine.open);
    }

    Value cast(Value value, String type) {
        if (value instanceof Ext ext && ext.nullable && machine.program.has(type)) {
            stand(ext, type);
        }
        return value;
    }

    Value load(Frame frame, Value array, Value index, int opcode) {
        nullCheck(array);
        if (array instanceof Arr known && known.rest == null && index instanceof Const at) {
            return known.elements.getOrDefault((int) at.number(), known.zero());
        }
        String type = "IJFDLIII".substring(opcode - Opcodes.IALOAD, opcode - Opcodes.IALOAD + 1);
        boolean ranked = array.ranked() || index.ranked();
        String key = array.key() + "[" + index.key() + "]";
        if (array instanceof Arr known && index instanceof Const at) {
            return known.elements.computeIfAbsent((int) at.number(), i -> element(type, known.element, key, ranked));
        }
        return element(type, array instanceof Arr known ? known.element : "", key, ranked);
    }

    private Value element(String type, String element, String key, boolean ranked) {
        if (!type.equals("L")) {
            return unknown(key, Type.getType(type), ranked);
        }
        boolean object = element.startsWith("L") || element.startsWith("[");
        return unknown(key, Type.getType(object ? element : "Ljava/lang/Object;"), ranked);
    }

    void store(Value array, Value index, Value value) {
        nullCheck(array);
        if (array instanceof Arr known) {
            if (index instanceof Const at) {
                known.elements.put((int) at.number(), value);
            } else {
                known.elements.clear();
                known.rest = known.key() + "[" + index.key() + "]=" + value.key();
            }
        }
    }

    Value length(Value array) {
        nullCheck(array);
        return array instanceof Arr known
                ? known.length
                : unknown(array.key() + ".length", Type.INT_TYPE, array.ranked());
    }
}
