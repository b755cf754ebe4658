package dev.rollcall.recorder;

import dev.rollcall.recorder.OperationHistory.Window;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.TraceWriter;
import dev.rollcall.trace.WindowEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Records what is on the wrong device, and the operations among which an error of a device happened. Thread-safe. */
public final class DeviceRecorder {
    /** More places in a program than a user looks at, and few enough that the calls stay in their ring. */
    private static final int MAX_MISPLACED = 64;

    /** The operations of a window that are recorded. */
    private static final int MAX_WINDOW = 32;

    /**
     * What is on the wrong device.
     *
     * @param what what it is
     * @param address the memory; 0 for a stream
     * @param device the ordinal of the device where it is
     * @param expected the ordinal of the device where it should be
     * @param argument which argument it is, from 1; 0 where it has no number
     */
    public record Misplaced(Misplacement what, long address, int device, int expected, int argument) {}

    private record Place(Misplacement what, int argument, int stack, int device, int expected) {}

    private final TraceWriter trace;
    private final EventWriter events;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final Set<Place> places = ConcurrentHashMap.newKeySet();
    private final AtomicInteger windows = new AtomicInteger();

    DeviceRecorder(TraceWriter trace, StackRecorder stacks) {
        this.trace = trace;
        this.events = trace.events();
        this.heap = trace.heap();
        this.stacks = stacks;
    }

    /** Records the UUIDs of the devices that this process sees, by ordinal, 16 bytes each. */
    public void devices(byte[]... uuids) {
        trace.devices(uuids);
    }

    /** Returns an operation of the current thread, which is in the called method. */
    public IssuedOperation operation(
            ThreadRecording thread,
            CalledMethod called,
            DeviceWork work,
            long stream,
            int device,
            int otherDevice,
            long call) {
        return new IssuedOperation(
                work,
                System.nanoTime(),
                stream,
                device,
                otherDevice,
                call,
                stacks.current(thread.stack, called),
                thread.nameId(heap),
                heap.string(called.method()));
    }

    /**
     * Returns the current thread's call as an operation.
     *
     * @param function the id in the heap of the library function's name
     */
    public IssuedOperation operation(
            ThreadRecording thread, StreamCall call, int function, int device, int otherDevice) {
        return new IssuedOperation(
                DeviceWork.CALL,
                System.nanoTime(),
                call.stream(),
                device,
                otherDevice,
                call.position(),
                thread.callStack,
                thread.nameId(heap),
                function);
    }

    /** Records what is on the wrong device, once for each stack; returns false where it was recorded before. */
    public boolean misplaced(Misplaced found, IssuedOperation operation) {
        if (places.size() >= MAX_MISPLACED
                || !places.add(
                        new Place(found.what, found.argument, operation.stack(), found.device, found.expected))) {
            return false;
        }
        events.write(new MisplacedEvent(
                operation.nanos(),
                found.what,
                found.address,
                operation.stream(),
                operation.call(),
                found.device,
                found.expected,
                found.argument,
                operation.stack(),
                operation.thread(),
                operation.function()));
        return true;
    }

    /**
     * Records an error of a device.
     *
     * @param noticed the operation at whose method it was noticed
     * @param name the name of its code
     */
    public void error(IssuedOperation noticed, int code, String name, Window window) {
        int number = windows.incrementAndGet();
        List<IssuedOperation> newest = window.operations();
        newest = newest.subList(Math.max(0, newest.size() - MAX_WINDOW), newest.size());
        if (window.last() != null) {
            write(number, window.last(), true);
        }
        newest.forEach(each -> write(number, each, false));
        events.write(new DeviceErrorEvent(
                System.nanoTime(),
                noticed.device(),
                code,
                heap.string(name),
                0,
                noticed.stream(),
                window.last() == null ? -1 : window.last().call(),
                newest.stream()
                        .mapToLong(IssuedOperation::call)
                        .filter(call -> call >= 0)
                        .findFirst()
                        .orElse(-1),
                noticed.stack(),
                noticed.thread(),
                number,
                window.count()));
    }

    private void write(int window, IssuedOperation each, boolean completed) {
        events.write(new WindowEvent(
                each.nanos(),
                window,
                each.work(),
                each.device(),
                each.otherDevice(),
                completed,
                each.stream(),
                each.call(),
                each.stack(),
                each.thread(),
                each.function()));
    }
}
