package dev.rollcall.ranks;

/** Has a library whose calls are recorded, loads its class, makes no call, and ends in the way that its argument names. */
public final class NoCalls {
    private NoCalls() {}

    /** Runs the program. */
    public static void main(String[] args) throws ClassNotFoundException {
        Class.forName(OwnLibrary.class.getName());
        System.out.println("no calls");
        switch (args.length == 0 ? "" : args[0]) {
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(4);
            case "uncaught" -> throw new IllegalStateException("no batches");
            default -> {}
        }
    }
}
