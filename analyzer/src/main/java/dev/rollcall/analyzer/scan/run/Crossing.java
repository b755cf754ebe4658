package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds two ranks that use two communicators of both in different orders. */
final class Crossing {
    private final List<Behaviour> ranks;
    private final Members members;
    private final Blame blame;

    Crossing(List<Behaviour> ranks, Members members, Blame blame) {
        this.ranks = ranks;
        this.members = members;
        this.blame = blame;
    }

    Optional<Difference> find(Set<String> groups) {
        for (int a = 0; a < ranks.size(); a++) {
            for (int b = a + 1; b < ranks.size(); b++) {
                Optional<Difference> found = find(shared(groups, a, b), a, b);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private List<String> shared(Set<String> groups, int a, int b) {
        return groups.stream()
                .filter(group -> members.of(group).containsAll(List.of(a, b)))
                .toList();
    }

    private Optional<Difference> find(List<String> shared, int a, int b) {
        List<Event> ofA = calls(a, shared);
        List<Event> ofB = calls(b, shared);
        for (int i = 0; i < Math.min(ofA.size(), ofB.size()); i++) {
            Event one = ofA.get(i);
            Event other = ofB.get(i);
            if (!one.group().key().equals(other.group().key())) {
                Open mine = blame.parting(one.open());
                Open branch = mine == null ? blame.parting(other.open()) : mine;
                return Optional.ofNullable(branch)
                        .map(parting -> new Difference(
                                Cause.COMMUNICATOR_DEADLOCK,
                                parting,
                                blame.fewer(parting),
                                one,
                                other,
                                !blame.doubtful(parting)));
            }
        }
        return Optional.empty();
    }

    private List<Event> calls(int rank, List<String> groups) {
        return ranks.get(rank).events.stream()
                .filter(event -> groups.contains(event.group().key()))
                .toList();
    }
}
