package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what was sent with what was to be received. More than the receiver made room for is always wrong. Less is what some
 * libraries take (Gloo, MPI) and others wait for (NCCL), so it counts only where the receive did not complete.
 */
final class MessageSizes {
    private static final Pattern BITS = Pattern.compile("\\D+(\\d+).*");
    private static final long NONE = -1;
    private static final long SEVERAL = -2;

    private final InternTable<Signature> signatures;
    private final Map<Integer, Long> sizes = new HashMap<>();

    MessageSizes(InternTable<Signature> signatures) {
        this.signatures = signatures;
    }

    /** Returns the first message of each way that is not received as it was sent. */
    List<UnequalMessage> unequal(Communicator communicator, Messages messages) {
        List<Messages.Lane> lanes = messages.lanes();
        List<UnequalMessage> unequal = new ArrayList<>();
        long common = NONE;
        int pairs = 0;
        int[] equal = new int[lanes.size()];
        for (int l = 0; l < equal.length; l++) {
            Messages.Lane lane = lanes.get(l);
            int first = firstUnequal(lane);
            equal[l] = first;
            for (int i = 0; i < first; i++) {
                common = merged(common, bytes(lane.sends(), lane.sent().get(i)));
            }
            pairs += first;
        }
        for (int l = 0; l < equal.length; l++) {
            Messages.Lane lane = lanes.get(l);
            int first = equal[l];
            if (first < lane.pairs()) {
                long own = NONE;
                for (int i = Math.max(0, first - Thresholds.FEWEST_USUAL_MESSAGES); i < first; i++) {
                    own = merged(own, bytes(lane.sends(), lane.sent().get(i)));
                }
                long usual = first >= Thresholds.FEWEST_USUAL_MESSAGES && own >= 0
                        ? own
                        : pairs >= Thresholds.FEWEST_USUAL_MESSAGES_OF_OTHERS ? common : NONE;
                unequal.add(message(communicator, lane, first, usual));
            }
        }
        return unequal;
    }

    private UnequalMessage message(Communicator communicator, Messages.Lane lane, int pair, long usual) {
        int sent = lane.sent().get(pair);
        int received = lane.received().get(pair);
        boolean sender = bytes(lane.sends(), sent) == usual;
        boolean receiver = bytes(lane.receives(), received) == usual;
        return new UnequalMessage(
                communicator,
                lane.from(),
                lane.to(),
                lane.sends().call(sent),
                lane.receives().call(received),
                sender == receiver ? -1 : sender ? lane.to() : lane.from());
    }

    private int firstUnequal(Messages.Lane lane) {
        for (int i = 0; i < lane.pairs(); i++) {
            int received = lane.received().get(i);
            long out = bytes(lane.sends(), lane.sent().get(i));
            long in = bytes(lane.receives(), received);
            CallState state = lane.receives().state(received);
            boolean arrived = state == CallState.COMPLETED
                    || state == CallState.UNKNOWN && !lane.receives().statesUnknown();
            if (out >= 0 && in >= 0 && (out > in || out < in && !arrived)) {
                return i;
            }
        }
        return lane.pairs();
    }

    private static long merged(long common, long size) {
        return common == NONE || common == size ? size : SEVERAL;
    }

    /** Returns the size of a send's data, or of the room that a receive has; -1 where that is not known. */
    private long bytes(CallSequence calls, int index) {
        return sizes.computeIfAbsent(calls.signatureNumber(index), id -> bytes(signatures.value(id)));
    }

    private static long bytes(Signature signature) {
        long count = signature.count() >= 0 ? signature.count() : signature.outputCount();
        long width = signature.elementType() == null ? 0 : width(signature.elementType());
        return count < 0 || width == 0 ? -1 : count * width;
    }

    private static long width(String elementType) {
        if (elementType.equals("bool") || elementType.equals("byte")) {
            return 1;
        }
        Matcher bits = BITS.matcher(elementType);
        return bits.matches() ? Integer.parseInt(bits.group(1)) / Byte.SIZE : 0;
    }
}
