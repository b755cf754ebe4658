package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A rank on which a collective is pending that completed on peers. The operation awaits all members, so every member did its part,
 * this rank too: what is behind is its device, or what watches the device, and no peer holds it up. No clock is needed for that.
 *
 * <p>Calls are the same where all ranks of the communicator made equal calls, as far as their sources hold them; elsewhere there is
 * no lag, because a call too many on one rank looks like one. Sources that were written at different moments can show a lag of a
 * healthy rank. A rank whose peers completed a call that it had not issued was read before them, and has none; one that was read
 * only a moment earlier can be missed by this, so a lag proves something only where nothing moves any more. Immutable.
 *
 * @param rank the global rank
 * @param communicator where
 * @param call the oldest such call
 * @param completedOn the ranks on which it completed, ascending; not empty
 * @param sameCall whether a source holds what one of those called under this number, and it is the same call. Where only a counter
 *     shows that they passed the number, they may have made another call
 */
public record CompletionLag(
        int rank, Communicator communicator, Call call, Set<Integer> completedOn, boolean sameCall) {

    /**
     * Returns a job's lags, by communicator and then by rank.
     *
     * @param classes returns the calls of a communicator's ranks side by side
     */
    public static List<CompletionLag> of(Job job, Function<Communicator, RankClasses> classes) {
        Map<Communicator, Long> proven = new IdentityHashMap<>();
        Set<Integer> excluded = new HashSet<>(job.unobserved());
        for (Communicator communicator : job.communicators()) {
            long calls = communicator.provenCalls();
            proven.put(communicator, calls);
            for (Membership member : communicator.memberships().values()) {
                Rank rank = job.rank(member.rank());
                if (member.collectives().lastSequence() < calls
                        || rank == null
                        || rank.ending().hasEnded()) {
                    excluded.add(member.rank());
                }
            }
        }
        List<CompletionLag> lags = new ArrayList<>();
        SignatureMatcher matcher = new SignatureMatcher(job.signatures());
        for (Communicator communicator : job.communicators()) {
            List<CompletionLag> its = of(communicator, proven.get(communicator), excluded, matcher);
            if (!its.isEmpty() && classes.apply(communicator).areOneProgram()) {
                lags.addAll(its);
            }
        }
        return lags;
    }

    private static List<CompletionLag> of(
            Communicator communicator, long proven, Set<Integer> excluded, SignatureMatcher matcher) {
        List<CompletionLag> lags = new ArrayList<>();
        Map<Long, Set<Integer>> completedOn = new HashMap<>();
        for (Membership member : communicator.memberships().values()) {
            Call call = excluded.contains(member.rank()) ? null : oldest(member.collectives(), proven);
            Set<Integer> peers =
                    call == null ? Set.of() : completedOn.computeIfAbsent(call.sequence(), communicator::completedOn);
            if (!peers.isEmpty()) {
                CallSequence its = member.collectives();
                boolean same = peers.stream()
                        .map(peer -> communicator.memberships().get(peer).collectives())
                        .anyMatch(theirs -> same(call.sequence(), its, theirs, matcher));
                lags.add(new CompletionLag(member.rank(), communicator, call, peers, same));
            }
        }
        return lags;
    }

    private static boolean same(long sequence, CallSequence its, CallSequence theirs, SignatureMatcher matcher) {
        return theirs.holds(sequence)
                && !theirs.isLost(sequence)
                && matcher.same(
                        matcher.code(its.signatureNumber((int) (sequence - its.firstSequence()))),
                        matcher.code(theirs.signatureNumber((int) (sequence - theirs.firstSequence()))));
    }

    /**
     * Returns the oldest pending call up to a proven one that awaits all members; null for none. A pending call before a completed
     * one is a call that nobody looked at, and not one that is behind.
     */
    private static Call oldest(CallSequence calls, long proven) {
        int first = calls.size();
        while (first > 0 && calls.state(first - 1) != CallState.COMPLETED) {
            first--;
        }
        for (int i = first; i < calls.size() && calls.firstSequence() + i <= proven; i++) {
            Signature asked = calls.signature(i);
            if (calls.state(i).pending() && asked.traits().awaitsAll() && asked.count() != 0) {
                return calls.call(i);
            }
        }
        return null;
    }
}
