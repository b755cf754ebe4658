package dev.rollcall.analyzer.scan.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes that a scan was given. Names are internal ones, with slashes. Not safe for use by several threads. */
public final class Program {
    private final Map<String, ClassNode> classes = new LinkedHashMap<>();
    private final Map<String, Map<String, Routine>> routines = new LinkedHashMap<>();
    private final Map<String, List<String>> below = new HashMap<>();
    private final Map<String, List<String>> above = new HashMap<>();
    private final Map<String, List<String>> concrete = new HashMap<>();
    private final Map<String, Map<String, Optional<Routine>>> resolved = new HashMap<>();

    /** Makes a program; of two classes of one name the first counts, as on a class path. */
    public Program(Collection<ClassNode> nodes) {
        for (ClassNode node : nodes) {
            if (classes.putIfAbsent(node.name, node) == null) {
                Map<String, Routine> own = new LinkedHashMap<>();
                for (MethodNode method : node.methods) {
                    own.put(method.name + method.desc, new Routine(node, method));
                }
                routines.put(node.name, own);
                parents(node)
                        .forEach(parent -> below.computeIfAbsent(parent, p -> new ArrayList<>())
                                .add(node.name));
            }
        }
    }

    private static List<String> parents(ClassNode node) {
        List<String> parents = new ArrayList<>(node.interfaces);
        if (node.superName != null) {
            parents.add(node.superName);
        }
        return parents;
    }

    /** Returns a class; empty where the scan was not given it. */
    public Optional<ClassNode> find(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    /** Returns whether the scan was given a class. */
    public boolean has(String name) {
        return classes.containsKey(name);
    }

    /** Returns every method of every class, in the order of the files. */
    public List<Routine> routines() {
        return routines.values().stream().flatMap(own -> own.values().stream()).toList();
    }

    /** Returns the method that a call on an object of this very class runs; empty where a library's runs. */
    public Optional<Routine> resolve(String owner, String name, String descriptor) {
        return resolved.computeIfAbsent(owner, type -> new HashMap<>())
                .computeIfAbsent(name + descriptor, method -> search(owner, method));
    }

    private Optional<Routine> search(String owner, String method) {
        for (String type : above(owner)) {
            Routine found = routines.getOrDefault(type, Map.of()).get(method);
            if (found != null && !found.isAbstract()) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns the class itself and what it extends and implements, as far as it is known: superclasses before interfaces. */
    public List<String> above(String name) {
        List<String> known = above.get(name);
        if (known == null) {
            known = collectAbove(name);
            above.put(name, known);
        }
        return known;
    }

    private List<String> collectAbove(String name) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> interfaces = new ArrayDeque<>();
        for (String type = name; type != null && found.add(type); ) {
            ClassNode node = classes.get(type);
            if (node == null) {
                break;
            }
            interfaces.addAll(node.interfaces);
            type = node.superName;
        }
        while (!interfaces.isEmpty()) {
            String type = interfaces.remove();
            if (found.add(type) && classes.containsKey(type)) {
                interfaces.addAll(classes.get(type).interfaces);
            }
        }
        return List.copyOf(found);
    }

    /** Returns the classes that objects of this type can be of, among those that the scan was given. */
    public List<String> concrete(String name) {
        return concrete.computeIfAbsent(name, this::collectConcrete);
    }

    private List<String> collectConcrete(String name) {
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        List<String> found = new ArrayList<>();
        while (!open.isEmpty()) {
            String type = open.remove();
            if (seen.add(type)) {
                ClassNode node = classes.get(type);
                if (node != null && (node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
                    found.add(type);
                }
                open.addAll(below.getOrDefault(type, List.of()));
            }
        }
        return found;
    }

    /** Returns whether an object of class {@code name} is a {@code type}, as far as the classes and the JDK tell. */
    public boolean isA(String name, String type) {
        if (name.equals(type) || type.equals("java/lang/Object")) {
            return true;
        }
        for (String each : above(name)) {
            if (each.equals(type) || !classes.containsKey(each) && JdkTypes.isA(each, type)) {
                return true;
            }
        }
        return false;
    }
}
