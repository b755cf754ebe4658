package dev.rollcall.ranks;

import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.BackendOptional;
import org.bytedeco.pytorch.BackendOptionsOptional;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.StringOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Makes calls through a process group that delegates to a backend, and splits and merges groups. */
public final class Groups {
    private Groups() {}

    /** Runs one rank of a world of three or more. */
    public static void main(String[] args) {
        ProcessGroup group = new ProcessGroup(Gloo.store(), Gloo.RANK, Gloo.WORLD);
        ProcessGroupGloo backend = Gloo.join(new PrefixStore("backend", Gloo.store()));
        group.setBackend(torch.DeviceType.CPU, ProcessGroup.BackendType.GLOO, new BackendOptional(backend));
        group.setDefaultBackend(ProcessGroup.BackendType.GLOO);
        group.setGroupName("main");
        group.allreduce(ones(4))._wait();
        Backend same = group.getBackend(torch.DeviceType.CPU);
        same.allreduce(ones(5))._wait();
        int[] ends = {0, Gloo.WORLD - 1};
        Backend outer = backend.split(new PrefixStore("outer", Gloo.store()), ends, options());
        if (outer != null) {
            outer.allreduce(ones(6))._wait();
        }
        Backend merged = backend.merge(new PrefixStore("merged", Gloo.store()), options(), Gloo.RANK, Gloo.WORLD);
        merged.allreduce(ones(7))._wait();
        ProcessGroup pair = group.splitGroup(
                ends,
                new Milliseconds(200_000),
                new BackendOptionsOptional(options()),
                new StringOptional("pair"),
                new StringOptional("the ends"));
        if (pair != null) {
            pair.allreduce(ones(8))._wait();
        }
        ProcessGroup all = group.mergeRemoteGroup(
                new PrefixStore("remote", Gloo.store()), new ProcessGroup.MergeOptions(), Gloo.WORLD);
        all.allreduce(ones(9))._wait();
        group.barrier()._wait();
        merged.shutdown();
        all.abort();
        System.out.println("rank in the last " + all.getRank());
    }

    private static ProcessGroupGloo.Options options() {
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        return options;
    }

    private static TensorVector ones(long elements) {
        return new TensorVector(torch.ones(elements));
    }
}
