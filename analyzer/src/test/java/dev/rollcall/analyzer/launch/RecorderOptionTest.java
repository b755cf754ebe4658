package dev.rollcall.analyzer.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecorderOptionTest {
    /** The recorder's test compares the agent's options with the same page. */
    @Test
    void areThoseOfThePage() throws IOException {
        List<String> page = Pattern.compile("^\\*\\*`(\\w+)=", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("..", "docs", "options.md")))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertEquals(
                page, Stream.of(RecorderOption.values()).map(RecorderOption::id).toList());
    }
}
