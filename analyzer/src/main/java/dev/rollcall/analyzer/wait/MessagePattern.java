package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.wait.MessageProgram.Half;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The order of sends and receives on one communicator that is usual for a rank, and where the rank departs from it. Two things
 * show the usual order: what all peers in the same role call next, and what followed the same calls in the rank's own past. Not
 * thread-safe.
 */
final class MessagePattern {
    /** Bounds the comparison with thousands of ranks. */
    private static final int MOST_PEERS = 512;

    /** Bounds the comparison with the same place of other communicators: a few already make a majority. */
    private static final int MOST_REPLICAS = 8;

    private final Job job;
    private final Communicator communicator;
    private final InternTable<MessageProgram.Token> tokens = new InternTable<>();
    private final Map<Integer, List<Departure>> departures = new HashMap<>();
    private Map<Integer, MessageProgram> programs;

    MessagePattern(Job job, Communicator communicator) {
        this.job = job;
        this.communicator = communicator;
    }

    /**
     * A place where a rank made another call than the usual one.
     *
     * @param byPeers whether its peers show what is usual, and not its own past
     * @param leftOut the usual halves that the rank did not make; empty where it made all
     * @param added the half that the rank made and that is not usual; null for none
     * @param known whether {@code added} is common: the rank made it before, or several peers make it, too
     */
    record Departure(boolean byPeers, List<Half> leftOut, Half added, boolean known) {}

    /** Returns where a rank departs from the usual order; empty where it does not, or nothing shows what is usual. */
    List<Departure> departures(int rank) {
        return departures.computeIfAbsent(rank, this::find);
    }

    private List<Departure> find(int rank) {
        MessageProgram own = programs().get(rank);
        List<Departure> found = new ArrayList<>();
        if (own != null) {
            MessageProgram all = MessageProgram.of(job, communicator, rank, tokens);
            found.add(fromPeers(rank));
            found.add(fromReplicas(rank, all));
            found.addAll(fromPast(rank, all));
            found.removeIf(Objects::isNull);
        }
        return found;
    }

    /** Returns the programs of the members from a common start on. */
    private Map<Integer, MessageProgram> programs() {
        if (programs == null) {
            programs = new TreeMap<>();
            communicator.memberships().keySet().stream().limit(MOST_PEERS).forEach(rank -> {
                MessageProgram program = MessageProgram.of(job, communicator, rank, tokens);
                if (program != null) {
                    programs.put(rank, program);
                }
            });
            fromCommonStart(programs);
        }
        return programs;
    }

    // Peers

    /** Follows the peers that call the same as a rank, up to where none does and all of them agree on another call. */
    private Departure fromPeers(int rank) {
        MessageProgram own = programs().get(rank);
        List<MessageProgram> alike = new ArrayList<>();
        programs().forEach((other, program) -> {
            if (other != rank) {
                alike.add(program);
            }
        });
        Parting parting = Parting.of(own, alike, communicator.members().size() - 1 - alike.size());
        return parting == null ? null : fromPeers(own, parting.position(), parting.peers(), parting.everyone());
    }

    /**
     * Follows the ranks that have the same place in other communicators of the same size, as the pipelines of a job have. Their
     * number of messages may differ, so a rank departs only by one half, and if it goes on as they all do.
     */
    private Departure fromReplicas(int rank, MessageProgram own) {
        Map<Integer, MessageProgram> programs = replicas(rank);
        programs.put(rank, own);
        fromCommonStart(programs);
        MessageProgram its = programs.remove(rank);
        List<MessageProgram> replicas = List.copyOf(programs.values());
        Parting parting = Parting.of(its, replicas, 0);
        if (parting == null || !parting.everyone()) {
            return null;
        }
        MessageProgram peer = longest(parting.peers());
        Edit edit = Edit.of(its, parting.position(), peer, parting.position(), peer.length(), 1);
        return edit.resumed() > 0 ? edit.departure(true, replicas) : null;
    }

    private Map<Integer, MessageProgram> replicas(int rank) {
        int place = communicator.members().indexOf(rank);
        Map<Integer, MessageProgram> replicas = new TreeMap<>();
        job.communicators().stream()
                .filter(other -> other != communicator
                        && other.members().size() == communicator.members().size())
                .filter(other -> replica(other, place, rank))
                .limit(MOST_REPLICAS)
                .forEach(other -> {
                    int its = other.members().get(place);
                    MessageProgram program = MessageProgram.of(job, other, its, tokens);
                    if (program != null) {
                        replicas.put(its, program);
                    }
                });
        return replicas;
    }

    /**
     * Where some rings have wrapped, lets programs start at the first collective that all hold of a communicator to which all
     * belong; without one they have no calls.
     */
    private void fromCommonStart(Map<Integer, MessageProgram> programs) {
        if (programs.values().stream().allMatch(MessageProgram::whole)) {
            return;
        }
        Communicator common = job.communicators().stream()
                .filter(each -> programs.keySet().stream().allMatch(rank -> makesCollectives(each, rank)))
                .findFirst()
                .orElse(null);
        long start = programs.values().stream()
                .mapToLong(program -> common == null ? 0 : program.firstCollective(common))
                .max()
                .orElse(0);
        programs.replaceAll((rank, program) -> program.after(common, start));
    }

    private static boolean makesCollectives(Communicator communicator, int rank) {
        Membership member = communicator.memberships().get(rank);
        return member != null && member.collectives().size() > 0;
    }

    private static boolean replica(Communicator other, int place, int rank) {
        int its = other.members().get(place);
        Membership member = other.memberships().get(its);
        return its != rank && member != null && member.pointToPoint().size() > 0;
    }

    /**
     * The first position at which a rank's call is none of its peers', while these agree on another.
     *
     * @param peers those that called the same up to there and went further
     * @param everyone whether all peers are among them, but for a few that stopped before
     */
    private record Parting(int position, List<MessageProgram> peers, boolean everyone) {

        /** Returns where a rank parts from its peers; null where it does not, or they do not agree. */
        static Parting of(MessageProgram own, List<MessageProgram> peers, int unread) {
            List<MessageProgram> alike = new ArrayList<>(peers);
            int silent = unread;
            boolean sameRole = true;
            for (int i = 0; i < own.length(); i++) {
                int position = i;
                int before = alike.size();
                alike.removeIf(peer -> peer.length() <= position);
                silent += before - alike.size();
                if (alike.stream().noneMatch(peer -> peer.number(position) == own.number(position))) {
                    long calls = alike.stream()
                            .mapToInt(peer -> peer.number(position))
                            .distinct()
                            .count();
                    boolean everyone = sameRole && alike.size() > 1 + silent;
                    return alike.size() >= Thresholds.FEWEST_PEERS && calls == 1
                            ? new Parting(position, alike, everyone)
                            : null;
                }
                sameRole &= !alike.removeIf(peer -> peer.number(position) != own.number(position));
            }
            return null;
        }
    }

    private static MessageProgram longest(List<MessageProgram> programs) {
        MessageProgram longest = programs.get(0);
        for (MessageProgram program : programs) {
            longest = program.length() > longest.length() ? program : longest;
        }
        return longest;
    }

    /**
     * A rank at the end of a pipeline has a role of its own, and stages of a pipeline fill up for different times. So where not
     * all members agree, those that do must share a whole step with the rank, and it departs only if it goes on as they do.
     */
    private Departure fromPeers(MessageProgram own, int position, List<MessageProgram> alike, boolean everyone) {
        MessageProgram peer = longest(alike);
        Edit edit = Edit.of(own, position, peer, position, peer.length(), everyone ? Thresholds.MOST_SKIPPED : 1);
        boolean step = own.hasCollective(0, position);
        boolean many = position > 0 && alike.size() >= Thresholds.FEWEST_PEERS_FOR_TIE;
        return step && edit.resumed() > 0 || everyone && (step || many)
                ? edit.departure(true, programs().values())
                : null;
    }

    // The rank's own past

    private List<Departure> fromPast(int rank, MessageProgram own) {
        List<Departure> found = new ArrayList<>();
        int length = own.length();
        int[] agreed = new int[length];
        for (int i = 1; i < length; i++) {
            int longest = 0;
            int distance = 0;
            for (int d = 1; d < i; d++) {
                agreed[d] = own.number(i - 1) == own.number(i - 1 - d) ? agreed[d] + 1 : 0;
                if (agreed[d] > longest) {
                    longest = agreed[d];
                    distance = d;
                }
            }
            if (i >= length - Thresholds.DIVERGENCE_CALLS && longest >= Thresholds.SHORTEST_HISTORY) {
                int usual = own.number(i - distance);
                if (usual != own.number(i) && settled(own, i, agreed, distance, usual)) {
                    found.add(fromPast(rank, own, i, distance, longest));
                }
            }
        }
        return found;
    }

    /** Whether the usual call followed the same calls a few times, and nothing else where they agree longest. */
    private static boolean settled(MessageProgram own, int position, int[] agreed, int distance, int usual) {
        int times = 0;
        for (int d = 1; d < position; d++) {
            boolean same = own.number(position - d) == usual;
            if (agreed[d] == agreed[distance] && !same) {
                return false;
            }
            times += same && agreed[d] >= Math.min(distance, Thresholds.SHORTEST_HISTORY) ? 1 : 0;
        }
        return times >= Thresholds.FEWEST_PREDICTED;
    }

    /**
     * A loop that ends, such as that over the microbatches, departs from its own past as well. So the past must hold a
     * collective, with which a whole step was seen to end, or the rank departs in the middle of a turn, or its stack shows that it
     * is still in the loop, or it goes on for a whole turn of the loop. What other ranks do in the same place is no departure.
     */
    private Departure fromPast(int rank, MessageProgram own, int position, int distance, int longest) {
        boolean step = own.hasCollective(position - longest, position);
        Edit edit = Edit.of(own, position, own, position - distance, position, step ? Thresholds.MOST_SKIPPED : 1);
        if (!step) {
            // A ring that wrapped inside the loop does not hold where a turn begins.
            boolean startKnown = own.whole() || longest + distance < position;
            boolean inTurn = longest >= Thresholds.FEWEST_PREDICTED * distance
                    && edit.resumed() > 0
                    && (startKnown && longest % distance != 0 || edit.staysInLoop());
            int wholeTurn = Math.max(Thresholds.FEWEST_RECOGNIZED_CALLS, distance);
            if (!inTurn && own.repeats(position, distance, edit.skipped(), edit.added()) < wholeTurn) {
                return null;
            }
        }
        int context = Math.min(longest, Thresholds.LONGEST_CONTEXT);
        boolean common = programs().entrySet().stream()
                .anyMatch(other ->
                        other.getKey() != rank && other.getValue().contains(own, position - context, position + 1));
        return common ? null : edit.departure(false, List.of());
    }

    /**
     * How calls differ from the usual ones.
     *
     * @param skipped how many usual calls the rank did not make
     * @param added whether it made an unusual one
     * @param resumed how many calls after these are the usual ones, up to the last that is known; -1 where others follow
     */
    private record Edit(
            MessageProgram own,
            int position,
            MessageProgram usual,
            int usualPosition,
            int skipped,
            boolean added,
            int resumed) {

        static Edit of(MessageProgram own, int position, MessageProgram usual, int usualPosition, int end, int most) {
            for (int skipped = 1; skipped <= most && usualPosition + skipped < end; skipped++) {
                int resumed = own.agrees(position, usual, usualPosition + skipped, end - usualPosition - skipped);
                int turn = position + end - usualPosition - skipped;
                boolean later = resumed < Thresholds.FEWEST_RECOGNIZED_CALLS
                        && own.makes(position, turn, usual.number(usualPosition));
                if (resumed > 0 && !later) {
                    return new Edit(own, position, usual, usualPosition, skipped, false, resumed);
                }
            }
            int after = own.agrees(position + 1, usual, usualPosition, end - usualPosition);
            int instead = own.agrees(position + 1, usual, usualPosition + 1, end - usualPosition - 1);
            return after > instead
                    ? new Edit(own, position, usual, usualPosition, 0, true, after)
                    : new Edit(own, position, usual, usualPosition, 1, true, instead);
        }

        /** Whether the call after those left out has the stack of the usual one, and stacks tell the calls of the loop apart. */
        boolean staysInLoop() {
            return own == usual
                    && !added
                    && own.haveOneStack(position, usualPosition + skipped)
                    && !own.haveOneStack(usualPosition, usualPosition + skipped);
        }

        /** Returns the departure; null where the calls after it are not the usual ones. */
        Departure departure(boolean byPeers, Collection<MessageProgram> peers) {
            if (resumed < 0) {
                return null;
            }
            List<Half> leftOut = new ArrayList<>();
            // A rank that is held up in an unusual call may still make the usual one after it.
            for (int i = 0; i < skipped && resumed > 0; i++) {
                leftOut.add(own.half(usual, usualPosition + i));
            }
            leftOut.removeIf(Objects::isNull);
            Half made = added ? own.half(own, position) : null;
            if (added && made == null) {
                // A collective instead of the next message: the loop over messages has ended.
                return null;
            }
            long others = peers.stream()
                    .filter(peer -> peer != own && peer.makes(0, peer.length(), own.number(position)))
                    .count();
            boolean known = own.madeBefore(position) || others >= Thresholds.FEWEST_PEERS;
            return new Departure(byPeers, List.copyOf(leftOut), made, known);
        }
    }
}
