package dev.rollcall.analyzer.collect;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The script that a host's shell runs. It comes through the shell's standard input, so that no shell between here and there reads
 * the paths, and needs nothing but a POSIX shell and tar. Stateless.
 *
 * <p>Its output: what the host prints by itself, then {@link #MARK}, a line {@link #MISSING} with each path that is not there, and
 * {@link #DATA} with a tar stream behind it, gzipped where the host can, or {@link #NOTHING}.
 */
final class CollectScript {
    static final String MARK = "rollcall-collect 1";
    static final String MISSING = "missing ";
    static final String DATA = "data";
    static final String NOTHING = "nothing";

    private CollectScript() {}

    /** Returns the script for some paths; {@code * ? [ ]} in them are patterns of the host's files, and a leading {@code ~/} is its home. */
    static String of(List<String> paths) {
        return """
                LC_ALL=C
                export LC_ALL
                echo '@MARK@'
                set --
                for each in @PATHS@; do
                  if [ -e "$each" ]; then
                    set -- "$@" "$each"
                  else
                    printf '@MISSING@%s\\n' "$each"
                  fi
                done
                if [ $# -eq 0 ]; then
                  echo '@NOTHING@'
                  exit 0
                fi
                echo '@DATA@'
                if command -v gzip >/dev/null 2>&1; then
                  tar -chzf - "$@"
                else
                  tar -chf - "$@"
                fi
                """.replace("@MARK@", MARK)
                .replace("@MISSING@", MISSING)
                .replace("@NOTHING@", NOTHING)
                .replace("@DATA@", DATA)
                .replace("@PATHS@", paths.stream().map(CollectScript::quoted).collect(Collectors.joining(" ")));
    }

    /** Quotes all but patterns; a leading dash would be an option of tar. */
    private static String quoted(String path) {
        StringBuilder out = new StringBuilder();
        String rest = path;
        if (path.equals("~") || path.startsWith("~/")) {
            out.append("\"$HOME\"");
            rest = path.substring(1);
        } else if (path.startsWith("-")) {
            out.append("./");
        }
        boolean open = false;
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            boolean pattern = "*?[]".indexOf(c) >= 0;
            if (pattern == open) {
                out.append('\'');
                open = !open;
            }
            out.append(c == '\'' ? "'\\''" : String.valueOf(c));
        }
        return out.append(open ? "'" : "").toString();
    }
}
