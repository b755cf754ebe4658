package dev.rollcall.analyzer.cli;

import static dev.rollcall.analyzer.cli.CommandLineRun.assertUnusable;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words that make no sense: one line that says which and where to look it up. */
class BadCommandLineTest {
    @TempDir
    Path folder;

    @Test
    void refusesOptionsThatMakeNoSense() {
        String see = ". See: rollcall analyze --help";
        assertUnusable("analyze needs a trace, or a folder that holds traces" + see, "analyze");
        assertUnusable("there is no option --wold" + see, "analyze", "x", "--wold", "4");
        assertUnusable("there is no option --form" + see, "analyze", "x", "--form", "json");
        assertUnusable("--format is text, json or sarif, not yaml" + see, "analyze", "x", "--format", "yaml");
        assertUnusable("--format needs a value" + see, "analyze", "x", "--format");
        assertUnusable("--html needs a value" + see, "analyze", "x", "--html", "");
        assertUnusable("--world is a number of ranks from 1 on, not 0" + see, "analyze", "x", "--world", "0");
        assertUnusable("--world is a number of ranks from 1 on, not 4.5" + see, "analyze", "x", "--world=4.5");
        assertUnusable(
                "--world is a number of ranks from 1 on, not 99999999999" + see,
                "analyze",
                "x",
                "--world",
                "99999999999");
        assertUnusable("--html can be given only once" + see, "analyze", "x", "--html", "a", "--html", "b");
        Path absent = folder.resolve("absent");
        assertUnusable("--source: no such file or folder: " + absent, "analyze", "x", "--source", absent);
        assertUnusable("--classes: no such file or folder: " + absent, "analyze", "x", "--classes", absent);
        assertUnusable("probe reads no files. See: rollcall probe --help", "probe", "x");
        assertUnusable("Which command? See: rollcall --help");
        assertUnusable(
                "there is no command analyse; there are analyze, show, scan, probe and help. See: rollcall --help",
                "analyse",
                "x");
        assertUnusable("the command comes first, before --format. See: rollcall --help", "--format", "json");
    }

    @Test
    void showAsksForExactlyOneFile() {
        assertUnusable("show needs a file: a trace, a PyTorch dump or an NCCL log. See: rollcall show --help", "show");
        assertUnusable(
                "show prints one file, and 2 were named. A verdict over several comes from: rollcall analyze PATH...",
                "show",
                "a",
                "b");
        assertUnusable(
                "show prints one file, and " + folder
                        + " is a folder. Name a file in it, or for a verdict over all of them: rollcall analyze "
                        + folder,
                "show",
                folder);
    }

    @Test
    void refusesOptionsOfShowThatMakeNoSense() {
        String see = ". See: rollcall show --help";
        assertUnusable("--last is a number of calls, or all, not few" + see, "show", "x", "--last", "few");
        assertUnusable("--last is a number of calls, or all, not -1" + see, "show", "x", "--last=-1");
        assertUnusable("--last needs a value" + see, "show", "x", "--last");
        assertUnusable("--last can be given only once" + see, "show", "x", "--last", "1", "--last", "2");
        assertUnusable("--format is text or json, not yaml" + see, "show", "x", "--format", "yaml");
        assertUnusable("there is no option --html" + see, "show", "x", "--html", "y");
    }
}
