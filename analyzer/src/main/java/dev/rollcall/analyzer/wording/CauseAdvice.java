package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.verdict.Cause;

/**
 * Why each cause makes a job hang, and what to do about it.
 *
 * @param explanation why the job hangs
 * @param remedy what to do
 */
record CauseAdvice(String explanation, String remedy) {
    /** Both stories of a call in which its rank is blocked, and which no other rank is known to make later. */
    static final CauseAdvice EXTRA_OR_EXIT = new CauseAdvice(
            "Either no other rank makes this call, as with a metric or a checkpoint inside `if (rank == 0)`, or the rank left its"
                    + " loop earlier than the others, as with uneven batches, and this call follows the loop. The rank is"
                    + " blocked in the call, so no later call shows which it is.",
            "Look at the line. If it is inside a condition on the rank, move the collective out, so that every rank makes the call,"
                    + " or remove it. If it follows the loop, give every rank the same number of iterations: agree on the smallest"
                    + " number before the loop, or drop or pad the last batch.");

    /** Both stories of a rank in a call that the others make later, and which may be an earlier one of its own again. */
    static final CauseAdvice SKIPPED_OR_REPEATED = new CauseAdvice(
            "Either the rank skipped calls, as with an empty batch or a NaN step, or it made earlier ones once more, as with a retry"
                    + " or one more accumulation step. Both lead to this call, and no later call shows which it is.",
            "Look for a retry around the rank's call, and for a condition around the others'. Let all ranks decide together, with an"
                    + " all-reduced flag, whether to repeat or to leave out calls.");

    /** Both stories of a rank in a call that the others make later, where no line shows the order of the program. */
    static final CauseAdvice SKIPPED_OR_REORDERED = new CauseAdvice(
            "Either the rank skipped calls and went on, or it makes the same calls in another order, as with gradients that become"
                    + " ready in another order. The rank is blocked in the first of them, so no later call shows which it is.",
            "Look at the order in which the ranks issue these calls. If it can differ, sort it the same way on all ranks. Otherwise"
                    + " look for a condition around the others' call, and make the call on every rank.");

    /** A call that is pending on a rank and whose number its peers have passed, where nothing shows what they called under it. */
    static final CauseAdvice LAG_OR_EXTRA = new CauseAdvice(
            "The others finished a call with this number. The evidence does not show which operation theirs was. If it was the"
                    + " same one, something on the device of the waiting rank keeps the call from completing. If it was another"
                    + " one, the waiting rank makes a call that the others do not make there.",
            "Find out what the others called under this number; the dumps of PyTorch's flight recorder show it. Then look at the"
                    + " line of the waiting rank: if it is inside a condition on the rank, make the call on every rank or remove"
                    + " it. If every rank makes the call, look at the device (nvidia-smi, dmesg).");

    /** All stories of two different calls, where nothing shows a call before them or after. */
    static final CauseAdvice MISMATCH_OR_EXTRA = new CauseAdvice(
            "The library matches calls by their order alone. The evidence holds only the call in which each rank waits. So it does"
                    + " not show whether the rank makes a different call in the same place, or made one call more or one fewer"
                    + " than the others before.",
            "Compare the two lines. If a condition chooses between them, make the same call on both sides. If one of them is a"
                    + " call that some ranks never make, such as a metric or a checkpoint inside `if (rank == 0)`, make it on"
                    + " every rank or remove it. The dumps of PyTorch's flight recorder show the calls before.");

    /** Evidence that shows no fault and does not prove health either. */
    static final CauseAdvice TOO_LITTLE = new CauseAdvice(
            "The calls that were read show no fault, but they are not all, or do not show how the job went on.",
            "If the job hangs, read the traces or dumps of all ranks again a minute later, with times (TORCH_NCCL_ENABLE_TIMING=1 for"
                    + " PyTorch, NCCL_DEBUG_TIMESTAMP_LEVELS=INFO for NCCL logs), and take the stacks of all ranks (jstack,"
                    + " py-spy dump). Read what each rank printed last.");

    /** A call of which it is unknown whether some ranks made it. */
    static final CauseAdvice UNREAD = new CauseAdvice(
            "The ranks that were read wait in this call. What the others did is not in the evidence: a process that hangs or died"
                    + " often writes nothing.",
            "Fetch the trace, dump or log of the ranks that were not read. Check whether their processes are alive: then take"
                    + " their stacks (jstack, py-spy dump). Otherwise look for how they ended.");

    /** Ranks that gave no sign of life when they were asked. */
    static final CauseAdvice UNRESPONSIVE = new CauseAdvice(
            "The process of a rank answers as long as it runs and its host can be reached, even if its calls hang.",
            "Check whether the processes of the ranks that did not answer are alive, and their hosts reachable. Look for a killed"
                    + " process in the logs of the scheduler and of the kernel.");

    /** A call that ranks lack, where nothing shows whether they are late, busy or stuck. */
    static final CauseAdvice OPEN_ABSENCE = new CauseAdvice(
            "Some ranks wait in a call that others have not made. The evidence does not show whether those are late, busy or stuck,"
                    + " or whether the call is one too many.",
            "Stacks of the ranks that are named, from the time of the hang (jstack, py-spy dump), show what keeps them. If these"
                    + " ranks have finished, the call is one too many: make it on every rank, or remove it.");

    /** A call that ranks lack while the others waited so long that none of those can be late. */
    static final CauseAdvice FROZEN_ABSENCE = new CauseAdvice(
            "Some ranks wait for good in a call that others are not known to have made. The evidence does not show what keeps"
                    + " those, or whether the call is one too many.",
            OPEN_ABSENCE.remedy);

    /** The same in a job that has ended, so that no stack of it can be taken any more. */
    static final CauseAdvice ENDED_ABSENCE = new CauseAdvice(
            FROZEN_ABSENCE.explanation,
            "The last calls of the ranks that are named, with their lines, show what kept them: fetch the dumps of PyTorch's flight"
                    + " recorder. If these ranks have finished, the call is one too many: make it on every rank, or remove it.");

    /** Ranks that launched fewer calls than others, where nothing shows whether calls are pending. */
    static final CauseAdvice FEWER_LAUNCHES = new CauseAdvice(
            "Some ranks launched fewer calls than others. The evidence counts launches and does not show which calls ended: in a"
                    + " running job the counts differ for a moment, too.",
            "Count again a minute later (ncclras). If the same ranks still have the same counts, take their stacks (jstack,"
                    + " py-spy dump): they show what keeps them.");

    /** The same where stacks show the ranks that are named. */
    static final CauseAdvice SEEN_ABSENCE = new CauseAdvice(
            "Some ranks wait in a call that others have not made. The stacks show where those are, and not why they do not go on, or"
                    + " whether the call is one too many.",
            "Look at the lines at which the named ranks stand. If they wait there for their device or for other ranks, look which"
                    + " call on another group of ranks is still pending: groups must be used in the same order on all ranks. If"
                    + " these ranks never come to the call, make it on every rank, or remove it.");

    /** Calls that failed, where nothing shows which failed first. */
    static final CauseAdvice BROKEN = new CauseAdvice(
            "A rank that loses a connection or times out reports the failure of another rank. Nothing records a failure before"
                    + " these.",
            "Read what each rank printed before the call failed. Check the logs of the scheduler and of the kernel for a killed"
                    + " process.");

    /** A call that does not complete, where nothing shows why. */
    static final CauseAdvice UNEXPLAINED = new CauseAdvice(
            "No rank is known to lack this call. The evidence shows no different call, no end and no wait elsewhere; the members of"
                    + " the communicator may not all be known.",
            "Take the stacks of all ranks (jstack, py-spy dump). For traces, put the agent first on the command line, and check"
                    + " which methods it did not instrument (rollcall show).");

    /** Calls of all known ranks of a job that may have more. */
    static final CauseAdvice PERHAPS_MORE_RANKS = new CauseAdvice(
            "No rank is known to lack this call. The job may have other ranks than the files show: one that hangs or died often"
                    + " writes nothing.",
            "Say how many ranks you started (--world N). If there are others, look at them first. If there are none, look below"
                    + " the calls: the network between the hosts, the device, the library's own log.");

    /** Calls that do not complete, of which nothing shows who else should be in them. */
    static final CauseAdvice OPEN_WAIT = new CauseAdvice(
            "The evidence shows in which calls ranks wait, and not for whom: it names neither the ranks of each group nor the peers"
                    + " of sends and receives.",
            "Take the stacks of all ranks (jstack, py-spy dump): look for the rank that stands outside of all calls. The dumps of"
                    + " PyTorch's flight recorder (TORCH_NCCL_TRACE_BUFFER_SIZE=2000 and TORCH_NCCL_DUMP_ON_TIMEOUT=1) show the"
                    + " groups and peers. For traces, put the agent first on the command line.");

    /** Stacks of which one or a few stand apart from those that wait. */
    static final CauseAdvice STACK_APART = new CauseAdvice(
            "Most ranks wait in one call, which returns only when all of its ranks have made it. A rank whose stack is elsewhere"
                    + " has not made it yet, or made another call. A stack shows where a rank is and not how it got there: a rank"
                    + " that is only slow looks like one that is stuck.",
            "Take the stacks of all ranks again a minute later. If a rank has not moved, look at what keeps it on its line. If it"
                    + " waits in another call, compare the conditions that lead to the two lines.");

    /** Stacks that do not show one rank apart. */
    static final CauseAdvice STACKS_ALIKE = new CauseAdvice(
            "A stack shows where a rank is and not which call it is in: ranks on one line of a loop can be in different"
                    + " iterations, and a wait for the device can be a wait for any call before.",
            "Read what each rank printed. Collect what counts calls: the dumps of the flight recorder"
                    + " (TORCH_NCCL_TRACE_BUFFER_SIZE=2000), the console with the watchdog's messages, or NCCL's RAS report"
                    + " (ncclras).");

    /** Stacks without a frame of the application. */
    static final CauseAdvice STACKS_OF_RUNTIME = new CauseAdvice(
            "A debugger of compiled code shows the frames of an interpreter or a virtual machine, and not the lines of the program that"
                    + " it runs.",
            "Use `py-spy dump --pid PID` for Python and `jstack PID` for Java. A compiled program needs debugging information (-g).");

    /** Freed inputs that a stream keeps from being reused. */
    static final CauseAdvice HELD_BY_STREAM = new CauseAdvice(
            "The calls run in another stream than the one in which their inputs were allocated, so record_stream was called. Then PyTorch"
                    + " reuses freed memory only when the GPU has passed all that was in that stream. A program that runs ahead of"
                    + " its GPU takes new memory meanwhile.",
            "Make the calls in the stream that uses their inputs, or keep the inputs until the call's end (wait for the work) instead of"
                    + " record_stream. Or limit how far the program runs ahead: wait for an event of an earlier step.");

    static CauseAdvice of(Cause cause) {
        return switch (cause) {
            case EXTRA_COLLECTIVE ->
                new CauseAdvice(
                        "A collective returns only when every rank of its communicator has called it. A call that one rank makes alone"
                                + " is matched with the next call of the others, and from then on every call of this rank is matched"
                                + " with the wrong one.",
                        "Move the call out of the condition so that every rank makes it, or remove it. The usual cause is a metric, a"
                                + " barrier or a checkpoint inside `if (rank == 0)`: keep the local work in the condition and the"
                                + " collective outside.");
            case SKIPPED_COLLECTIVE ->
                new CauseAdvice(
                        "The others wait in the call that this rank skipped. Its next call takes the place of the skipped one, and all"
                                + " its later calls are matched with the wrong ones.",
                        "Make the call on every rank, whatever the data: an empty batch, a NaN step or an unused parameter must still"
                                + " contribute, for instance zeros. Or let all ranks agree beforehand to skip the call.");
            case SHORT_LOOP ->
                new CauseAdvice(
                        "The ranks run the loop a different number of times, as with uneven batches. The rank that leaves first makes"
                                + " the calls after the loop while the others wait for it inside.",
                        "Give every rank the same number of iterations: agree on the smallest number before the loop, drop or pad the"
                                + " last batch, or let ranks without data join the calls with an empty contribution.");
            case RANK_ABSENT ->
                new CauseAdvice(
                        "A collective returns only when every rank of its communicator has called it, and a receive only when its peer"
                                + " sends. This rank makes no more calls, so the others keep waiting.",
                        "Look at what the rank did after its last call: an exception, an exit, a long computation, a read that does not"
                                + " return. A rank that must stop should stop the whole job.");
            case OP_MISMATCH ->
                new CauseAdvice(
                        "One rank calls a different operation than the others. The library matches calls by their order alone, so"
                                + " both sides wait for messages that never come, or read each other's data.",
                        "Make every rank reach the same call: the condition that chooses between the two must not depend on anything"
                                + " that differs between ranks.");
            case SIZE_MISMATCH ->
                new CauseAdvice(
                        "The ranks pass different amounts of data to one call. Depending on the library, the call then never returns,"
                                + " aborts, often in a rank that did nothing wrong, or returns wrong data.",
                        "Pass the same shape on every rank: pad the last batch, or exchange the sizes first and use the variable-size"
                                + " form of the operation.");
            case DTYPE_MISMATCH ->
                new CauseAdvice(
                        "The ranks pass elements of different types to one call, so they expect different numbers of bytes, or read"
                                + " the bits of one type as the other.",
                        "Convert to the same type on every rank before the call. The usual cause is mixed precision that only some"
                                + " ranks enable.");
            case ROOT_MISMATCH ->
                new CauseAdvice(
                        "The ranks name different roots, so two ranks send and none receives, or all wait for one that does not send.",
                        "Name the same root on every rank. A root is a rank in the communicator, not a global rank; confusing the two"
                                + " is the usual cause.");
            case REDUCE_OP_MISMATCH ->
                new CauseAdvice(
                        "The ranks name different reductions. Nothing hangs, and no library reports it: the results are silently wrong.",
                        "Use the same reduction on every rank.");
            case SPLIT_MISMATCH ->
                new CauseAdvice(
                        "The ranks disagree on how much each of them contributes. In an all_to_all the ranks together receive as many"
                                + " elements as they send; if not, some wait for data that no rank sends, or buffers hold data that no"
                                + " rank sent.",
                        "Compute the counts once and give every rank the same, or exchange them before the call. Compare the input and"
                                + " output splits of each pair of ranks in this call.");
            case ORDER_SWAP ->
                new CauseAdvice(
                        "Both sides make the same calls in different orders. Calls are matched by their order alone, so each side waits"
                                + " in a call that the other makes only later.",
                        "Make the calls in the same order on every rank. The usual causes are iteration over a hash map or a set, and"
                                + " several threads that share a communicator.");
            case COMMUNICATOR_DEADLOCK ->
                new CauseAdvice(
                        "Each of these ranks waits in a call that another of them makes only after its own call on another"
                                + " communicator. None of them can go first.",
                        "Use the communicators in the same order on every rank, in all threads.");
            case UNMATCHED_SEND_RECV ->
                new CauseAdvice(
                        "A send and its receive complete only together, and must have one size. One rank made its half, and the other"
                                + " went on without the matching one, or made another.",
                        "Make the matching call before any call that waits for this rank, or remove this one. Compare the peers: a rank"
                                + " in the group and a global rank are easily confused.");
            case GPU_STUCK ->
                new CauseAdvice(
                        "A device runs its queue in order. Something that this rank queued before the call does not complete: a kernel,"
                                + " a copy, or a wait for an event. Its host has made this call, as the others have.",
                        "Look at what this rank queued on its device before the call: a kernel that loops, a wait for an event. Check"
                                + " the device for errors (nvidia-smi, dmesg).");
            case TRANSPORT_STALLED ->
                new CauseAdvice(
                        "As far as the evidence shows, all members made the same call: it shows no fault in the code of any rank.",
                        "Look below the calls: the network between the hosts, a firewall, a wrong network interface, the device, the"
                                + " library's own log. Check that all ranks pass the same element type, root and reduction where"
                                + " the source does not record them.");
            case SPLIT_WORLD ->
                new CauseAdvice(
                        "The creation of a communicator returns only when all its ranks have joined.",
                        "Every member must create the group, in the same order, with the same address, port or file, name and size. A"
                                + " name or a port from an earlier attempt is the usual cause of separate groups. An error in the"
                                + " creation comes from the rank itself; look at it first.");
            case COPY_CORRUPTED ->
                new CauseAdvice(
                        "Rollcall compared checksums of both sides of these copies, in stream order, and the source did not change"
                                + " meanwhile. The library reported success, but everything computed from the destination is wrong.",
                        "Avoid this path between the devices: the option corrupt=reroute, in a native program ROLLCALL_CORRUPT=reroute,"
                                + " copies through the host's memory, and corrupt=throw stops the job at the first bad copy."
                                + " rollcall probe tests every pair of GPUs of a host. Check the host's settings for peer access (nvidia-smi topo -m; IOMMU and PCIe ACS), and"
                                + " take the host out of service if NVLink or a GPU reports errors.");
            case WRONG_DEVICE ->
                new CauseAdvice(
                        "The driver said before the crash that the device of this operation cannot reach what it was given. A kernel"
                                + " runs on the device that is current at its launch, wherever its arguments are, and ends in an"
                                + " illegal access, which shows at a later operation.",
                        "Make the device of the memory current before the launch (cudaSetDevice or cuCtxSetCurrent, or a guard around"
                                + " the launch), launch into a stream of that device, or copy the memory first. A model that is"
                                + " spread over GPUs needs this wherever activations go from one to the next. If the kernel is"
                                + " meant to read the other GPU, enable peer access.");
            case SHARED_DEVICE ->
                new CauseAdvice(
                        "NCCL needs a GPU of its own for each rank of a communicator. Ranks choose the same one if none chooses, or if"
                                + " CUDA_VISIBLE_DEVICES and the local rank are applied both or neither.",
                        "Call cudaSetDevice with the local rank before anything else uses CUDA, or give each process one GPU by"
                                + " CUDA_VISIBLE_DEVICES and use device 0. Check that no more ranks are started on a host than it has"
                                + " GPUs.");
            case DEVICE_ERROR ->
                new CauseAdvice(
                        "A device works behind the program. The library returns the error of one operation from a later call, and then"
                                + " from every call. Only operations that were not known to have completed can have made it; what"
                                + " libraries launch unseen, such as kernels of cuBLAS or PyTorch, is not among them.",
                        "Run the job once with the agent's option sync=each, or a native program with CUDA_LAUNCH_BLOCKING=1: it waits"
                                + " for each launch, so that the error shows at the one that made it. Look first at operations that use the memory of two devices, then at"
                                + " buffers that were freed or grew. compute-sanitizer names the kernel and the address.");
            case BUFFER_RETAINED ->
                new CauseAdvice(
                        "A buffer is needed until its collective has completed. What still holds these, and more of them in each step,"
                                + " leaves less and less memory, in pieces. In Java, native memory is freed when its object is closed or"
                                + " collected, and a heap with few small objects is rarely collected.",
                        "Close or free the buffers, the lists of tensors and the works when the call has completed, for instance in a"
                                + " try-with-resources or a PointerScope, or use the same buffers in each step.");
            case RESULT_MISMATCH ->
                new CauseAdvice(
                        "The ranks made this call with equal arguments, and it gives all of them the same result. Nothing failed, but"
                                + " the results differ: everything computed from a wrong one is wrong. Either the data was damaged on its"
                                + " way or in a rank's memory, or a rank wrote to the buffer before the call was done.",
                        "Look whether the code of this rank, or another stream or thread, writes to the buffer between the call and its"
                                + " wait. Otherwise check the rank's device and host for memory errors (nvidia-smi -q, dmesg), and"
                                + " run again on another host.");
            case STRAGGLER ->
                new CauseAdvice(
                        "Every collective waits for its last rank, so one slow rank sets the pace of all.",
                        "Compare what this rank does between its calls with the others: its data, its host's load, its device's clock.");
            case UNDETERMINED ->
                new CauseAdvice(
                        "Neither the number of ranks on each side, nor their history, nor their code, nor the ends of their processes"
                                + " decides.",
                        "Take the stacks of the ranks that are named, or of all (jstack, py-spy dump), and look at the line and what"
                                + " decides whether a rank reaches it.");
        };
    }
}
