import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the RECORD of a wheel: each file with its checksum and its size in bytes. The build runs this file as it is.
 *
 * @see <a href="https://packaging.python.org/en/latest/specifications/recording-installed-packages">Recording installed projects</a>
 */
final class WheelRecord {
    private WheelRecord() {}

    /** Takes the folder with the wheel's files; an earlier RECORD in it is replaced. */
    public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
        Path wheel = Path.of(arguments[0]);
        Path record;
        try (Stream<Path> entries = Files.list(wheel)) {
            record = entries.filter(entry -> entry.toString().endsWith(".dist-info"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no folder *.dist-info in " + wheel))
                    .resolve("RECORD");
        }
        List<Path> files;
        try (Stream<Path> tree = Files.walk(wheel)) {
            files = tree.filter(file -> Files.isRegularFile(file) && !file.equals(record))
                    .sorted()
                    .collect(Collectors.toList());
        }
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            byte[] content = Files.readAllBytes(file);
            byte[] checksum = MessageDigest.getInstance("SHA-256").digest(content);
            lines.append(name(wheel, file))
                    .append(",sha256=")
                    .append(Base64.getUrlEncoder().withoutPadding().encodeToString(checksum))
                    .append(',')
                    .append(content.length)
                    .append('\n');
        }
        lines.append(name(wheel, record)).append(",,\n");
        Files.writeString(record, lines);
    }

    private static String name(Path wheel, Path file) {
        return wheel.relativize(file).toString().replace('\\', '/');
    }
}
