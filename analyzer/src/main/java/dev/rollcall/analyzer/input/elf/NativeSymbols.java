package dev.rollcall.analyzer.input.elf;

import dev.rollcall.analyzer.model.NativeFrames;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the functions and lines of recorded native frames in the files that lie at the modules' paths on this host, or in their
 * separate debug files.
 *
 * <p>A file may have been built anew since it ran: a name or line counts only where a function of the file begins at the recorded
 * offset. Modules of the system and of libraries are left alone, for they differ from host to host. Files are read within limits of
 * memory and work; what they leave out, or what damage hides, stays unknown. Thread-safe.
 */
public final class NativeSymbols {
    private static final Path DEBUG_FILES = Path.of("/usr/lib/debug");
    private static final long MOST_MEMORY = 256L << 20;
    private static final long STEPS_PER_MODULE = 500_000_000;
    private static final int MOST_MODULES = 256;
    private static final int MOST_FRAMES = 1 << 16;

    private final DebugFiles debugFiles;
    private final MemoryLimit memory =
            new MemoryLimit(Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 8));
    private final Map<String, Module> modules = new ConcurrentHashMap<>();

    /** Makes a finder that reads nothing yet. */
    public NativeSymbols() {
        this(DEBUG_FILES);
    }

    NativeSymbols(Path debugFiles) {
        this.debugFiles = new DebugFiles(debugFiles);
    }

    /**
     * Returns a frame with the function's name, the source and the line; with what is known of these, at least what the trace has.
     * Before it come those of functions that the compiler put into it, the innermost one first.
     *
     * @param module the path of the module
     * @param function the module's name with the offset of the function; empty where unknown
     * @param place the module's name with the offset of the call
     */
    public List<StackFrame> frames(String module, String function, String place) {
        StackFrame recorded = NativeFrames.frame(module, function, place);
        long address = offset(place);
        if (address < 0 || NativeFrames.isLibrary(recorded)) {
            return List.of(recorded);
        }
        Module known = modules.get(module);
        if (known == null && modules.size() < MOST_MODULES) {
            known = modules.computeIfAbsent(module, this::open);
        }
        return known == null ? List.of(recorded) : known.resolved(recorded, address, offset(function));
    }

    /** Returns the number behind a module's name; -1 if there is none. */
    private static long offset(String place) {
        int plus = place.lastIndexOf("+0x");
        try {
            return plus < 0 ? -1 : Long.parseLong(place, plus + 3, place.length(), 16);
        } catch (NumberFormatException notAnOffset) {
            return -1;
        }
    }

    private Module open(String module) {
        StepLimit steps = new StepLimit(STEPS_PER_MODULE);
        try {
            Path path = Path.of(module);
            ElfFile file = ElfFile.open(path, memory);
            boolean whole = file.has(".symtab") && file.has(".debug_line");
            Optional<ElfFile> separate = whole ? Optional.empty() : debugFiles.find(file, path, memory);
            ElfFile named = file.has(".symtab") ? file : separate.orElse(file);
            ElfFile lined = file.has(".debug_line") ? file : separate.orElse(file);
            SymbolTable symbols = SymbolTable.of(named, named.has(".symtab") ? ".symtab" : ".dynsym", steps);
            return new Module(symbols, LineTable.of(lined, steps, memory));
        } catch (IOException | InvalidPathException | InternalError unreadable) {
            // The JVM throws InternalError where a mapped file was cut while it was read.
            return new Module(null, null);
        }
    }

    /** What is known of one module. Thread-safe. */
    private static final class Module {
        private final SymbolTable symbols;
        private final LineTable lines;
        private final Map<StackFrame, List<StackFrame>> frames = new HashMap<>();

        Module(SymbolTable symbols, LineTable lines) {
            this.symbols = symbols;
            this.lines = lines;
        }

        synchronized List<StackFrame> resolved(StackFrame recorded, long address, long function) {
            if (symbols == null) {
                return List.of(recorded);
            }
            List<StackFrame> known = frames.get(recorded);
            if (known == null) {
                known = find(recorded, address, function);
                if (frames.size() < MOST_FRAMES) {
                    frames.put(recorded, known);
                }
            }
            return known;
        }

        private List<StackFrame> find(StackFrame recorded, long address, long function) {
            String name = recorded.method();
            try {
                String found = symbols.function(address, function);
                if (found.isEmpty()) {
                    return List.of(recorded);
                }
                name = found;
                List<StackFrame> all = new ArrayList<>();
                for (LineTable.Line line : lines.lines(address)) {
                    all.add(new StackFrame(
                            "", line.function().isEmpty() ? name : line.function(), line.file(), line.line()));
                }
                return all.isEmpty() ? List.of(new StackFrame("", name, recorded.file(), 0)) : List.copyOf(all);
            } catch (IOException | InternalError damaged) {
                return List.of(new StackFrame("", name, recorded.file(), 0));
            }
        }
    }
}
