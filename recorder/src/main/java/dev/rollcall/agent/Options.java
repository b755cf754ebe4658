package dev.rollcall.agent;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CatalogueException;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceGeometry;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The agent's options, docs/options.md. Immutable and thread-safe.
 *
 * @param file the pattern of the trace file's name
 * @param slots the slots of each ring, a power of two
 * @param heapBytes the size of the trace's heap
 * @param stackFrames the frames kept of each call's stack, 0 for none
 * @param hang the hang timeout; zero for none
 * @param copies the GPU copies to record and verify
 * @param corrupt what to do about a corrupt copy
 * @param devices what to check of the work of devices
 * @param results whether results that must be equal on all ranks are summed
 * @param commandLine whether the trace holds the command line, without secrets
 * @param keep the older traces to keep
 * @param catalogue the methods to instrument
 */
record Options(
        TraceFileName file,
        int slots,
        long heapBytes,
        int stackFrames,
        Duration hang,
        CopyScope copies,
        CorruptionPolicy corrupt,
        DeviceChecks devices,
        ResultCheck results,
        boolean commandLine,
        KeptTraces keep,
        Catalogue catalogue) {
    private static final String FILE = "file";
    private static final String SLOTS = "slots";
    private static final String HEAP = "heap";
    private static final String STACK = "stack";
    private static final String HANG = "hang";
    private static final String LIBRARIES = "libraries";
    private static final String CALLS = "calls";
    private static final String COPIES = "copies";
    private static final String CORRUPT = "corrupt";
    private static final String DEVICES = "devices";
    private static final String SYNC = "sync";
    private static final String RESULTS = "results";
    private static final String COMMAND_LINE = "commandline";
    private static final String KEEP = "keep";
    private static final List<String> KEYS = List.of(
            FILE,
            KEEP,
            COMMAND_LINE,
            SLOTS,
            HEAP,
            STACK,
            HANG,
            COPIES,
            CORRUPT,
            DEVICES,
            SYNC,
            RESULTS,
            LIBRARIES,
            CALLS);
    private static final String OFF = "off";
    private static final String CHECK = "check";
    private static final String EACH = "each";
    private static final String MASKED = "masked";

    private static final long MIN_HEAP = 64 << 10;
    private static final long MAX_HEAP = TraceGeometry.MAX_HEAP_BYTES;
    private static final int MAX_FRAMES = 256;

    /**
     * Parses the text after {@code -javaagent:rollcall-agent.jar=}.
     *
     * @param text {@code key=value,key=value}; null or empty for the defaults
     * @throws OptionsException if a key is unknown or a value is invalid
     */
    static Options parse(String text) throws OptionsException {
        Map<String, String> values = split(text);
        int slots =
                integer(values.getOrDefault(SLOTS, "16384"), SLOTS, TraceGeometry.MIN_SLOTS, TraceGeometry.MAX_SLOTS);
        if (Integer.bitCount(slots) != 1) {
            throw new OptionsException("slots must be a power of two, not " + slots);
        }
        String stack = values.getOrDefault(STACK, "32");
        String hang = values.getOrDefault(HANG, "60s");
        return new Options(
                fileName(values.getOrDefault(FILE, "rollcall/%j/%r-%h-%p.trace")),
                slots,
                bytes(values.getOrDefault(HEAP, "4m")),
                stack.equals(OFF) ? 0 : integer(stack, STACK, 1, MAX_FRAMES),
                hang.equals(OFF) ? Duration.ZERO : duration(hang),
                choice(values.getOrDefault(COPIES, "peer"), COPIES, CopyScope.values()),
                choice(values.getOrDefault(CORRUPT, "warn"), CORRUPT, CorruptionPolicy.values()),
                devices(values),
                choice(values.getOrDefault(RESULTS, OFF), RESULTS, ResultCheck.values()),
                oneOf(values.getOrDefault(COMMAND_LINE, MASKED), COMMAND_LINE, MASKED, OFF)
                        .equals(MASKED),
                keep(values.get(KEEP)),
                catalogue(values));
    }

    private static <E extends Enum<E>> E choice(String value, String key, E[] choices) throws OptionsException {
        List<String> known = new ArrayList<>();
        for (E choice : choices) {
            known.add(choice.name().toLowerCase(Locale.ROOT));
        }
        if (!known.contains(value)) {
            throw new OptionsException(key + " must be one of " + String.join(", ", known) + ", not " + value);
        }
        return choices[known.indexOf(value)];
    }

    private static Map<String, String> split(String text) throws OptionsException {
        Map<String, String> values = new LinkedHashMap<>();
        if (text == null || text.isBlank()) {
            return values;
        }
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            if (part.isBlank()) {
                throw new OptionsException("an option is empty: remove a comma from '" + text + "'");
            }
            if (!KEYS.contains(key)) {
                throw new OptionsException("unknown option '" + key + "'; known are " + String.join(", ", KEYS));
            }
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (value.isEmpty()) {
                throw new OptionsException("option " + key + " needs a value, as in " + key + "=VALUE");
            }
            if (values.putIfAbsent(key, value) != null) {
                throw new OptionsException("option " + key + " is given twice");
            }
        }
        return values;
    }

    private static TraceFileName fileName(String pattern) throws OptionsException {
        try {
            return new TraceFileName(pattern);
        } catch (IllegalArgumentException e) {
            throw new OptionsException(e.getMessage());
        }
    }

    private static DeviceChecks devices(Map<String, String> values) throws OptionsException {
        boolean check =
                oneOf(values.getOrDefault(DEVICES, CHECK), DEVICES, CHECK, OFF).equals(CHECK);
        boolean each = oneOf(values.getOrDefault(SYNC, OFF), SYNC, EACH, OFF).equals(EACH);
        if (each && !check) {
            throw new OptionsException("sync=each needs devices=check");
        }
        return each ? DeviceChecks.EACH : check ? DeviceChecks.CHECK : DeviceChecks.OFF;
    }

    private static String oneOf(String value, String key, String... known) throws OptionsException {
        if (!List.of(known).contains(value)) {
            throw new OptionsException(key + " must be one of " + String.join(", ", known) + ", not " + value);
        }
        return value;
    }

    private static Catalogue catalogue(Map<String, String> values) throws OptionsException {
        Catalogue catalogue = Catalogue.builtIn();
        String calls = values.get(CALLS);
        if (calls != null) {
            try {
                catalogue = catalogue.with(Path.of(calls));
                checkOperations(catalogue, calls);
            } catch (IOException e) {
                throw new OptionsException("calls: cannot read " + calls + ": "
                        + (e instanceof NoSuchFileException ? "no such file" : e.getMessage()));
            } catch (CatalogueException e) {
                throw new OptionsException(e.getMessage());
            }
        }
        if (values.getOrDefault(COPIES, "").equals(OFF)) {
            catalogue = catalogue.without(EntryKind.COPY);
        }
        if (values.getOrDefault(DEVICES, "").equals(OFF)) {
            catalogue = catalogue.without(EntryKind.LAUNCH).without(EntryKind.SYNCHRONIZE);
        }
        String libraries = values.getOrDefault(LIBRARIES, "all");
        if (libraries.equals("all")) {
            return catalogue;
        }
        Set<String> known = catalogue.libraries();
        List<String> wanted = List.of(libraries.split("\\+", -1));
        for (String library : wanted) {
            if (!known.contains(library)) {
                throw new OptionsException("unknown library '" + library + "'; libraries must be all or some of "
                        + String.join("+", known));
            }
        }
        return catalogue.only(wanted);
    }

    private static void checkOperations(Catalogue catalogue, String source) throws OptionsException {
        for (CatalogueEntry entry : catalogue.entries()) {
            boolean unknownKind = CopyKind.ofLabel(entry.operation()) == CopyKind.UNKNOWN
                    && !entry.operation().equals(CopyKind.UNKNOWN.label());
            if (entry.kind() == EntryKind.COPY && unknownKind) {
                String known =
                        Arrays.stream(CopyKind.values()).map(CopyKind::label).collect(Collectors.joining(", "));
                throw new OptionsException(
                        source + ": unknown kind of copy '" + entry.operation() + "'; known are " + known);
            }
            if (entry.kind() == EntryKind.CALL && Operation.ofLabel(entry.operation()) == Operation.UNKNOWN) {
                String known = Arrays.stream(Operation.values())
                        .filter(operation -> operation != Operation.UNKNOWN)
                        .map(Operation::label)
                        .collect(Collectors.joining(", "));
                throw new OptionsException(
                        source + ": unknown operation '" + entry.operation() + "'; known are " + known);
            }
        }
    }

    private static int integer(String value, String key, int min, int max) throws OptionsException {
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The exception below covers this case too.
        }
        String off = key.equals(STACK) ? " or off" : "";
        throw new OptionsException(key + " must be a number from " + min + " to " + max + off + ", not " + value);
    }

    private static long bytes(String value) throws OptionsException {
        long number = scaled(value, Map.of("k", 1L << 10, "m", 1L << 20, "", 1L)) & -8L;
        if (number < MIN_HEAP || number > MAX_HEAP) {
            throw new OptionsException("heap must be a size from 64k to 512m, such as 4m, not " + value);
        }
        return number;
    }

    private static Duration duration(String value) throws OptionsException {
        long millis = scaled(value, Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L));
        if (millis <= 0) {
            throw new OptionsException("hang must be a time such as 500ms, 60s, 5m or 1h, or off, not " + value);
        }
        return Duration.ofMillis(millis);
    }

    private static KeptTraces keep(String value) throws OptionsException {
        long millis = Long.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        for (String limit : value == null ? new String[0] : value.split("\\+", -1)) {
            long age = scaled(limit, Map.of("h", 3_600_000L, "d", 86_400_000L));
            long size = scaled(limit, Map.of("m", 1L << 20, "g", 1L << 30));
            if (age > 0) {
                millis = Math.min(millis, age);
            } else if (size > 0) {
                bytes = Math.min(bytes, size);
            } else {
                throw new OptionsException(
                        "keep must be an age, a size or both, such as 7d, 2g or 7d+2g, not " + value);
            }
        }
        return new KeptTraces(millis, bytes);
    }

    /** Returns a number times its unit's factor, or -1 if it or its unit is invalid. */
    private static long scaled(String value, Map<String, Long> units) {
        int digits = 0;
        while (digits < value.length() && Character.isDigit(value.charAt(digits))) {
            digits++;
        }
        Long factor = units.get(value.substring(digits).toLowerCase(Locale.ROOT));
        if (factor == null || digits == 0 || digits > 9) {
            return -1;
        }
        return Long.parseLong(value.substring(0, digits)) * factor;
    }
}
