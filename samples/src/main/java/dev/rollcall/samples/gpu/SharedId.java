package dev.rollcall.samples.gpu;

import static org.bytedeco.cuda.global.nccl.NCCL_UNIQUE_ID_BYTES;
import static org.bytedeco.cuda.global.nccl.ncclGetUniqueId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.bytedeco.cuda.nccl.ncclUniqueId;

/** The unique id by which the processes of a job find each other, in a file that rank 0 writes. Stateless. */
final class SharedId {
    private static final long POLL_MILLIS = 10;

    private SharedId() {}

    /** Makes the id on rank 0, and waits for it on the others. */
    static ncclUniqueId in(Path file, int rank) throws IOException, InterruptedException {
        ncclUniqueId id = new ncclUniqueId();
        byte[] bytes = new byte[NCCL_UNIQUE_ID_BYTES];
        if (rank == 0) {
            Checks.nccl(ncclGetUniqueId(id));
            id.internal().get(bytes);
            Path part = Files.write(Path.of(file + ".part"), bytes);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } else {
            await(file);
            id.internal().put(Files.readAllBytes(file));
        }
        return id;
    }

    /** Waits until a file exists. */
    static void await(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(POLL_MILLIS);
        }
    }
}
