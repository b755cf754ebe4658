package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.DeviceOperation;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.DeviceRecord.Place;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.MisplacedArgument.What;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.WindowEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects what one trace shows of the devices of its process. Not thread-safe. */
final class TraceDevices {
    private final TraceTranslator translator;
    private final List<MisplacedArgument> misplaced = new ArrayList<>();
    private final List<DeviceErrorEvent> errors = new ArrayList<>();
    private final Map<Integer, List<WindowEvent>> windows = new HashMap<>();

    TraceDevices(TraceTranslator translator) {
        this.translator = translator;
    }

    /** Adds an event, if it is about a device. */
    void add(Event event) {
        if (event instanceof MisplacedEvent found) {
            misplaced.add(misplaced(found));
        } else if (event instanceof WindowEvent operation) {
            windows.computeIfAbsent(operation.window(), number -> new ArrayList<>())
                    .add(operation);
        } else if (event instanceof DeviceErrorEvent error) {
            errors.add(error);
        }
    }

    /** Returns what the events showed. */
    DeviceRecord record(TraceReader trace) {
        List<String> devices = trace.devices();
        List<Place> places = trace.communicators().stream()
                .filter(entry -> entry.device() >= 0 && entry.identity() != null)
                .map(entry -> place(entry, devices))
                .toList();
        return places.isEmpty() && misplaced.isEmpty() && errors.isEmpty()
                ? DeviceRecord.NONE
                : new DeviceRecord(
                        places, misplaced, errors.stream().map(this::fault).toList());
    }

    private static Place place(CommunicatorEntry entry, List<String> devices) {
        return new Place(
                entry.identity(),
                entry.rank(),
                entry.device(),
                entry.device() < devices.size() ? devices.get(entry.device()) : "");
    }

    private MisplacedArgument misplaced(MisplacedEvent found) {
        boolean stream = found.what() == Misplacement.STREAM;
        DeviceWork work = found.call() >= 0 ? DeviceWork.CALL : DeviceWork.LAUNCH;
        return new MisplacedArgument(
                stream ? What.STREAM : What.MEMORY,
                found.device(),
                found.argument(),
                new DeviceOperation(
                        work.label(),
                        translator.text(found.function()),
                        found.expectedDevice(),
                        stream ? DeviceOperation.NONE : found.device(),
                        translator.stack(found.stack()),
                        translator.text(found.thread()),
                        translator.time(found.time())));
    }

    private DeviceFault fault(DeviceErrorEvent error) {
        List<WindowEvent> window = windows.getOrDefault(error.window(), List.of());
        DeviceOperation noticed = new DeviceOperation(
                "",
                "",
                error.device(),
                DeviceOperation.NONE,
                translator.stack(error.stack()),
                translator.text(error.thread()),
                translator.time(error.time()));
        return new DeviceFault(
                error.code(),
                translator.text(error.name()),
                noticed,
                window.stream()
                        .filter(WindowEvent::completed)
                        .findFirst()
                        .map(this::operation)
                        .orElse(null),
                window.stream()
                        .filter(each -> !each.completed())
                        .map(this::operation)
                        .toList(),
                error.operations());
    }

    private DeviceOperation operation(WindowEvent event) {
        return new DeviceOperation(
                event.work().label(),
                translator.text(event.function()),
                event.device(),
                event.otherDevice(),
                translator.stack(event.stack()),
                translator.text(event.thread()),
                translator.time(event.time()));
    }
}
