package dev.rollcall.analyzer.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The wrappers through which a job makes nearly all of its calls, such as {@code Comm.allReduce}. A line in such a wrapper is the
 * same for all calls, so the call site of a stack is the frame that calls the wrapper.
 *
 * <p>Found in the stacks of all ranks' calls, or of their threads where no call has one: a class, or a Python file, is a wrapper if
 * its callers tell the calls apart and its own lines do not. It has twice as many callers as lines through which the calls pass; or,
 * if three methods call it, half as many again as methods that are called. And few of its callers lead to several lines that call
 * the library. Then the same is asked of nested classes, and of single methods, for a helper can stand in the class that uses it.
 * Wrappers count only if they make most of the job's calls. Where each method of a class has one caller, only the code tells: the
 * methods of a wrapper send what their callers give them.
 *
 * <p>Immutable.
 */
public final class SharedWrappers {
    /** No wrappers. */
    public static final SharedWrappers NONE = new SharedWrappers(Set.of());

    private static final Pattern LAMBDA = Pattern.compile("(?:lambda|\\$anonfun)\\$(.+?)\\$\\d+");

    /** How many wrappers may lie around each other: a class for all calls, one that repeats them, one that measures them. */
    private static final int MOST_LAYERS = 4;

    /** How many methods must call a wrapper that has fewer than two callers for each line. */
    private static final int MANY_METHODS = 3;

    /** How many nested classes a class may have around it to be a wrapper of its own. */
    private static final int MOST_NESTED = 4;

    /** Classes, files and methods, each as {@link #type} or {@link #method} names it. */
    private final Set<String> hidden;

    private SharedWrappers(Set<String> hidden) {
        this.hidden = hidden;
    }

    /** Returns the wrappers in the stacks of a job's calls. */
    static SharedWrappers in(Collection<CallStack> stacks) {
        return in(stacks, CodeStructure.UNKNOWN);
    }

    /** Returns the wrappers in the stacks of a job's calls, by the stacks or by the code. */
    static SharedWrappers in(Collection<CallStack> stacks, CodeStructure code) {
        List<List<StackFrame>> paths = stacks.stream()
                .map(CallStack::ofApplication)
                .map(CallStack::frames)
                .filter(path -> !path.isEmpty())
                .distinct()
                .toList();
        SharedWrappers found = NONE;
        for (int layer = 0; layer < MOST_LAYERS; layer++) {
            SharedWrappers more = found.withLayer(paths, code);
            if (more == found) {
                break;
            }
            found = more;
        }
        return found;
    }

    /**
     * Returns a job whose stacks have the callers of shared wrappers as call sites.
     *
     * @param code tells wrappers where the stacks alone do not
     */
    public static Job skippedIn(Job job, CodeStructure code) {
        InternTable<CallStack> stacks = job.stacks();
        SharedWrappers wrappers = in(evidence(job), code);
        InternTable<CallStack> shown = stacks.map(wrappers::skippedIn);
        Map<StackFrame, Integer> first = new HashMap<>();
        int[] sites = IntStream.range(0, shown.size())
                .map(number -> {
                    StackFrame site = shown.value(number).siteFrame();
                    return site == null ? 0 : first.computeIfAbsent(site, frame -> number);
                })
                .toArray();
        return new Job(
                job.id(),
                job.ranks().stream().map(wrappers::skippedIn).toList(),
                job.communicators().stream()
                        .map(communicator -> communicator.map(member -> wrappers.skippedIn(member, sites)))
                        .toList(),
                job.signatures(),
                shown,
                job.coverage(),
                job.launcher());
    }

    private Membership skippedIn(Membership member, int[] sites) {
        Call kept = member.overwrittenPending();
        return new Membership(
                member.rank(),
                member.join().with(skippedIn(member.join().site())),
                member.collectives().withSites(sites, this::skippedIn),
                member.pointToPoint().withSites(sites, this::skippedIn),
                kept == null ? null : skippedIn(kept),
                member.progress(),
                member.results());
    }

    private Rank skippedIn(Rank rank) {
        return new Rank(
                rank.number(),
                rank.host(),
                rank.pid(),
                rank.sources(),
                rank.started(),
                rank.ending().with(skippedIn(rank.ending().stack())),
                rank.lastAlive(),
                rank.heartbeat(),
                rank.threads().stream()
                        .map(thread -> thread.with(skippedIn(thread.stack())))
                        .toList(),
                rank.copies(),
                rank.devices(),
                rank.retained());
    }

    private Call skippedIn(Call call) {
        CallStack stack = skippedIn(call.stack());
        return stack == call.stack() ? call : call.with(stack);
    }

    /** Returns the stacks of the calls; where no source shows any, those of the threads that show what the processes do. */
    private static List<CallStack> evidence(Job job) {
        InternTable<CallStack> stacks = job.stacks();
        List<CallStack> ofCalls = IntStream.range(0, stacks.size())
                .mapToObj(stacks::value)
                .filter(stack -> stack.innermost() >= 0)
                .toList();
        return !ofCalls.isEmpty()
                ? ofCalls
                : job.ranks().stream()
                        .map(rank -> ThreadSnapshot.mostRelevant(rank.threads()))
                        .filter(Objects::nonNull)
                        .map(ThreadSnapshot::stack)
                        .toList();
    }

    /** Returns a stack whose call site is not in a wrapper, unless all of its frames are. */
    CallStack skippedIn(CallStack stack) {
        if (hidden.isEmpty() || stack.innermost() < 0 || !hides(stack.frames().get(stack.innermost()))) {
            return stack;
        }
        for (int i = stack.innermost() + 1; i < stack.frames().size(); i++) {
            StackFrame frame = stack.frames().get(i);
            if (!hides(frame) && !CallStack.isLibrary(frame)) {
                return stack.withSite(i);
            }
        }
        return stack;
    }

    private boolean hides(StackFrame frame) {
        for (int nesting = 0; nesting <= nesting(frame); nesting++) {
            if (hidden.contains(type(frame, nesting))) {
                return true;
            }
        }
        return hidden.contains(method(frame));
    }

    /** Returns how many classes are around a frame's. */
    private static int nesting(StackFrame frame) {
        return (int) frame.type()
                .chars()
                .filter(each -> each == '$')
                .limit(MOST_NESTED)
                .count();
    }

    /** Returns the class, without the nested ones below a depth; the file where frames have no classes. */
    private static String type(StackFrame frame, int nesting) {
        int end = frame.type().indexOf('$', 1);
        for (int depth = 0; depth < nesting && end >= 0; depth++) {
            end = frame.type().indexOf('$', end + 1);
        }
        return frame.type().isEmpty()
                ? frame.file()
                : end < 0 ? frame.type() : frame.type().substring(0, end);
    }

    /** Returns the method with its class; for a lambda the method that it stands in. */
    private static String method(StackFrame frame) {
        String name = frame.method();
        Matcher lambda = name.indexOf('$') < 0 ? null : LAMBDA.matcher(name);
        return type(frame, MOST_NESTED) + '#' + (lambda != null && lambda.matches() ? lambda.group(1) : name);
    }

    /** Returns these wrappers and the next ones around them; this where there are none. */
    private SharedWrappers withLayer(List<List<StackFrame>> paths, CodeStructure code) {
        Search search = new Search(code);
        search.inTypes(paths, 0);
        return search.wrapped > 0 && search.wrapped >= Thresholds.WRAPPED_CALLS * search.all
                ? new SharedWrappers(search.found)
                : this;
    }

    /** Looks for the next wrappers, first among whole classes. */
    private final class Search {
        private final Set<String> found = new HashSet<>(hidden);
        private int all;
        private int wrapped;
        private final CodeStructure code;

        Search(CodeStructure code) {
            this.code = code;
        }

        void inTypes(List<List<StackFrame>> paths, int nesting) {
            Function<StackFrame, String> name = frame -> type(frame, nesting);
            for (List<List<StackFrame>> group : groups(paths, name)) {
                Layer layer = layer(group, name, hidden.isEmpty() ? 1 : 2);
                if (!take(layer, layer.wraps() || passesOn(layer))) {
                    if (group.stream().anyMatch(path -> nesting(path.get(site(path))) > nesting)) {
                        inTypes(group, nesting + 1);
                    } else {
                        inMethods(group);
                    }
                }
            }
        }

        private void inMethods(List<List<StackFrame>> paths) {
            for (List<List<StackFrame>> group : groups(paths, SharedWrappers::method)) {
                Layer method = layer(group, SharedWrappers::method, 2);
                if (!take(method, method.wraps())) {
                    all += method.pairs.size();
                }
            }
        }

        private boolean take(Layer layer, boolean wraps) {
            if (wraps) {
                found.addAll(layer.names);
                all += layer.pairs.size();
                wrapped += layer.pairs.size();
            }
            return wraps;
        }

        /** Returns whether the code of a layer sends what it is given, whatever its callers. */
        private boolean passesOn(Layer layer) {
            if (layer.callers.contains(null)) {
                return false;
            }
            boolean passed = false;
            for (List<StackFrame> inside : layer.insides) {
                Optional<Boolean> each = code.passesOn(inside);
                if (each.isPresent() && !each.get()) {
                    return false;
                }
                passed |= each.isPresent();
            }
            return passed;
        }
    }

    /** Returns the paths by what their call sites belong to, without those that are all in wrappers. */
    private Collection<List<List<StackFrame>>> groups(List<List<StackFrame>> paths, Function<StackFrame, String> name) {
        return paths.stream()
                .filter(path -> site(path) < path.size())
                .collect(Collectors.groupingBy(path -> name.apply(path.get(site(path)))))
                .values();
    }

    private int site(List<StackFrame> path) {
        int site = 0;
        while (site < path.size() && hides(path.get(site))) {
            site++;
        }
        return site;
    }

    /**
     * Returns what the call sites of some paths belong to; where that has fewer callers than a wrapper and all of them are in one
     * wrapper in turn, that one, too.
     *
     * @param methods how many methods must call a wrapper
     */
    private Layer layer(List<List<StackFrame>> paths, Function<StackFrame, String> name, int methods) {
        Set<String> names = Set.of(name.apply(paths.get(0).get(site(paths.get(0)))));
        Layer innermost = layer(paths, name, names, methods);
        Layer layer = innermost;
        while (!layer.wraps() && layer.names.size() < MOST_LAYERS && !layer.callers.contains(null)) {
            Set<String> around = layer.callers.stream().map(name).collect(Collectors.toSet());
            if (around.size() > 1) {
                break;
            }
            around.addAll(layer.names);
            layer = layer(paths, name, around, 2);
        }
        return layer.wraps() ? layer : innermost;
    }

    private Layer layer(
            List<List<StackFrame>> paths, Function<StackFrame, String> name, Set<String> names, int methods) {
        Set<StackFrame> sites = new HashSet<>();
        Set<String> entries = new HashSet<>();
        Set<StackFrame> callers = new HashSet<>();
        Set<List<StackFrame>> pairs = new HashSet<>();
        Set<List<StackFrame>> insides = new HashSet<>();
        Map<String, Set<StackFrame>> passages = null;
        for (List<StackFrame> path : paths) {
            int site = site(path);
            int caller = site;
            while (caller < path.size() && (names.contains(name.apply(path.get(caller))) || hides(path.get(caller)))) {
                caller++;
            }
            sites.add(path.get(site));
            entries.add(method(path.get(caller - 1)));
            callers.add(caller < path.size() ? path.get(caller) : null);
            pairs.add(caller < path.size() ? List.of(path.get(site), path.get(caller)) : List.of(path.get(site)));
            insides.add(path.subList(0, caller));
            Map<String, Set<StackFrame>> inside = path.subList(site, caller).stream()
                    .collect(Collectors.groupingBy(SharedWrappers::method, Collectors.toSet()));
            if (passages == null) {
                passages = inside;
            } else {
                passages.keySet().retainAll(inside.keySet());
                passages.forEach((method, frames) -> frames.addAll(inside.get(method)));
            }
        }
        int width = passages.values().stream().mapToInt(Set::size).min().orElse(sites.size());
        return new Layer(names, sites, Math.min(width, sites.size()), entries, callers, pairs, insides, methods);
    }

    /**
     * Classes, files or methods around the calls of some paths.
     *
     * @param names what they are
     * @param sites the call sites inside
     * @param width how many lines all calls pass: one, where a method runs the calls of all others as lambdas
     * @param entries the methods that are called from outside
     * @param callers the frames that call them; null among them where nothing does
     * @param pairs each call site with its callers
     * @param insides the frames inside and those of earlier layers in them, for each path
     * @param methods how many methods must call a wrapper
     */
    private record Layer(
            Set<String> names,
            Set<StackFrame> sites,
            int width,
            Set<String> entries,
            Set<StackFrame> callers,
            Set<List<StackFrame>> pairs,
            Set<List<StackFrame>> insides,
            int methods) {

        /** Returns whether the callers tell calls apart, and the call sites do not. */
        boolean wraps() {
            boolean apart = pairs.size() < 2 * callers.size() || callers.size() >= 2 * sites.size();
            if (!apart || callers.size() <= width || callers.contains(null)) {
                return false;
            }
            long calling =
                    callers.stream().map(SharedWrappers::method).distinct().count();
            return callers.size() >= 2 * width && calling >= methods
                    || 2 * callers.size() >= 3 * entries.size() && calling >= MANY_METHODS;
        }
    }
}
