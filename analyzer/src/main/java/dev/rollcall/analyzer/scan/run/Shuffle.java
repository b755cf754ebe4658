package dev.rollcall.analyzer.scan.run;

import org.objectweb.asm.Opcodes;

/** The instructions that move values on the stack. A value of two slots is one value here. */
final class Shuffle {
    private Shuffle() {}

    static void run(Frame frame, int opcode) {
        switch (opcode) {
            case Opcodes.POP -> frame.pop();
            case Opcodes.POP2 -> {
                if (!frame.pop().wide()) {
                    frame.pop();
                }
            }
            case Opcodes.DUP -> frame.push(frame.peek(0));
            case Opcodes.DUP_X1 -> frame.insert(2, frame.peek(0));
            case Opcodes.DUP_X2 -> frame.insert(frame.peek(1).wide() ? 2 : 3, frame.peek(0));
            case Opcodes.SWAP -> {
                Value top = frame.pop();
                frame.insert(1, top);
            }
            default -> twice(frame, opcode);
        }
    }

    private static void twice(Frame frame, int opcode) {
        if (frame.peek(0).wide()) {
            int below = switch (opcode) {
                case Opcodes.DUP2 -> 0;
                case Opcodes.DUP2_X1 -> 1;
                default -> frame.peek(1).wide() ? 1 : 2;
            };
            frame.insert(1 + below, frame.peek(0));
            return;
        }
        int below = switch (opcode) {
            case Opcodes.DUP2 -> 0;
            case Opcodes.DUP2_X1 -> 1;
            default -> frame.peek(2).wide() ? 1 : 2;
        };
        Value top = frame.peek(0);
        Value second = frame.peek(1);
        frame.insert(2 + below, second);
        frame.insert(2 + below, top);
    }
}
