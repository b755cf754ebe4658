#!/usr/bin/env python3
"""Prints a Rollcall trace as JSON: python3 decode_trace.py FILE

Written from trace-format.md, which explains every number below. Needs Python 3.8 and no other library. It reads a file
that no job is writing.
"""
import json
import struct
import sys

TAGS = ("empty call group_start group_end communicator copy buffer device_error step thread end continuation"
        " result misplaced window").split()
OPERATIONS = ("unknown all_reduce reduce broadcast all_gather gather scatter reduce_scatter all_to_all barrier send recv scan"
              " exscan monitored_barrier sparse_all_reduce").split()
TYPES = "? i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 f8e4m3 f8e5m2 bool c64 c128 byte".split()
REDUCTIONS = [""] + "sum product min max avg band bor bxor land lor lxor premulsum minloc maxloc custom".split()
PHASES = "unknown joining joined failed left split".split()
COPY_KINDS = "unknown host_to_host host_to_device device_to_host device_to_device peer".split()
COPY_PATHS = "unknown direct staged rerouted".split()
COPY_VERDICTS = "not_verified intact zeroed stale partial permuted damaged source_changed".split()
MISPLACEMENTS = "unknown launch stream communicator".split()
DEVICE_WORK = "unknown launch copy call".split()
BUFFER_USES = "unknown input output exhausted".split()
BUFFER_HOLDERS = "unknown tensor work allocation".split()
THREAD_STATES = "unknown runnable blocked waiting timed_waiting new terminated".split()
END_KINDS = "unknown normal exit halt uncaught_exception signal".split()
LOSSES = ("other calls_skipped copies_skipped calls_dropped copies_dropped pending_overwritten updates_dropped communicators"
          " strings stacks lists notes strings_cut heap_abandoned devices calls_missed").split()

PUBLISHED, STARTED, COMPLETED, FAILED, UNKNOWN = 1 << 1, 1 << 3, 1 << 5, 1 << 6, 1 << 7
ENDED = COMPLETED | FAILED | UNKNOWN
SLOT, ENTRY = 128, 512
STRING, FRAME, STACK, LIST, NOTE, NEWEST_LISTS = 1, 2, 3, 4, 5, 6
NUMBERS = {"u64": "<Q", "i64": "<q", "u32": "<I", "i32": "<i", "u16": "<H", "i16": "<h", "u8": "<B"}

# Name, offset, type and, for a field that is valid only in some states, the state bits: at least one must be set.
CALL = [
    ("enqueued", 8, "i64"), ("started", 16, "i64", STARTED), ("ended", 24, "i64", COMPLETED | FAILED), ("sequence", 32, "u64"),
    ("count_in", 40, "u64"), ("count_out", 48, "u64"), ("list_hash", 56, "u64"), ("buffer", 64, "u64"), ("stream", 72, "u64"),
    ("communicator", 80, "u32"), ("operation", 84, OPERATIONS, "u16"), ("type", 86, TYPES, "u8"),
    ("reduction", 87, REDUCTIONS, "u8"), ("root_or_peer", 88, "i32"), ("message_tag", 92, "i32"), ("stack", 96, STACK),
    ("thread", 100, STRING), ("function", 104, STRING), ("text", 108, STRING, FAILED), ("input_list", 112, LIST),
    ("output_list", 116, LIST), ("group", 120, "u32"), ("flags", 124, "u16")]
GROUP = [
    ("time", 8, "i64"), ("group", 16, "u32"), ("calls", 20, "u32"), ("stack", 24, STACK), ("thread", 28, STRING),
    ("function", 32, STRING), ("text", 36, STRING)]
COMMUNICATOR = [
    ("time", 8, "i64"), ("phase", 24, PHASES, "u32"), ("communicator", 16, "u32"), ("parent", 20, "u32"), ("size", 28, "i32"),
    ("rank", 32, "i32"), ("split_colour", 36, "i32"), ("split_key", 40, "i32"), ("split_ordinal", 44, "u32"),
    ("identity", 48, STRING), ("name", 52, STRING), ("stack", 56, STACK), ("thread", 60, STRING), ("function", 64, STRING),
    ("text", 68, STRING)]
COPY = [
    ("enqueued", 8, "i64"), ("ended", 16, "i64", COMPLETED | FAILED), ("kind", 100, COPY_KINDS, "u8"),
    ("path", 101, COPY_PATHS, "u8"), ("source_device", 96, "i16"), ("destination_device", 98, "i16"),
    ("source_pointer", 40, "u64"), ("destination_pointer", 48, "u64"), ("bytes", 24, "u64"), ("rows", 32, "u32"),
    ("source_pitch", 56, "u64"), ("destination_pitch", 64, "u64"), ("volume", None, "volume"), ("stream", 72, "u64"),
    ("stack", 112, STACK), ("thread", 116, STRING), ("function", 120, STRING), ("text", 36, STRING),
    ("check", None, "check")]
CHECK = [
    ("verdict", 102, COPY_VERDICTS, "u8", COMPLETED), ("source_sum", 80, "u64", COMPLETED),
    ("destination_sum", 88, "u64", COMPLETED), ("block_shift", 103, "u8", COMPLETED),
    ("first_bad_block", 104, "u32", COMPLETED), ("bad_blocks", 108, "u32", COMPLETED)]
VOLUME = [
    ("depth", 16, "u64"), ("source_height", 24, "u64"), ("destination_height", 32, "u64"), ("source_x", 40, "u64"),
    ("source_y", 48, "u64"), ("source_z", 56, "u64"), ("destination_x", 64, "u64"), ("destination_y", 72, "u64"),
    ("destination_z", 80, "u64")]
BUFFER = [
    ("time", 8, "i64"), ("use", 44, BUFFER_USES, "u32"), ("address", 16, "u64"), ("bytes", 24, "u64"), ("device", 40, "i32"),
    ("call", 32, "position"), ("communicator", 48, "u32"), ("stack", 52, STACK), ("thread", 56, STRING), ("steps", 60, "u32"),
    ("held_bytes", 64, "u64"), ("held_buffers", 72, "u32"), ("holder", 76, BUFFER_HOLDERS, "u32"), ("settled", 80, "bool")]
RESULT = [
    ("time", 8, "i64"), ("communicator", 48, "u32"), ("sequence", 16, "u64"), ("call", 24, "position"), ("sum", 32, "u64"),
    ("bytes", 40, "u64"), ("type", 52, TYPES, "u32")]
DEVICE_ERROR = [
    ("time", 8, "i64"), ("device", 40, "i32"), ("code", 44, "i32"), ("name", 48, STRING), ("text", 52, STRING),
    ("stream", 16, "u64"), ("last_good", 24, "position"), ("first_bad", 32, "position"), ("stack", 56, STACK),
    ("thread", 60, STRING), ("window", 64, "u32"), ("operations", 68, "u32")]
MISPLACED = [
    ("time", 8, "i64"), ("what", 48, MISPLACEMENTS, "u32"), ("address", 16, "u64"), ("stream", 24, "u64"), ("call", 32, "position"),
    ("device", 40, "i32"), ("expected_device", 44, "i32"), ("argument", 52, "u32"), ("stack", 56, STACK), ("thread", 60, STRING),
    ("function", 64, STRING)]
WINDOW = [
    ("time", 8, "i64"), ("window", 32, "u32"), ("work", 36, DEVICE_WORK, "u32"), ("device", 40, "i32"), ("other_device", 44, "i32"),
    ("completed", 48, "bool"), ("stream", 16, "u64"), ("call", 24, "position"), ("stack", 52, STACK), ("thread", 56, STRING),
    ("function", 60, STRING)]
STEP = [("time", 8, "i64"), ("number", 16, "i64"), ("name", 24, STRING), ("thread", 28, STRING)]
THREAD = [
    ("time", 8, "i64"), ("snapshot", 24, "u32"), ("threads", 28, "u32"), ("thread_id", 16, "u64"), ("thread", 32, STRING),
    ("daemon", 52, "bool"), ("state", 36, THREAD_STATES, "u32"), ("stack", 40, STACK), ("lock", 44, STRING),
    ("lock_owner", 48, STRING)]
END = [
    ("time", 8, "i64"), ("kind", 16, END_KINDS, "u32"), ("has_exit_code", 24, "bool"), ("exit_code", 20, "i32"),
    ("exception", 28, STRING), ("text", 32, STRING), ("thread", 36, STRING), ("stack", 40, STACK)]
EVENTS = {"call": CALL, "group_start": GROUP, "group_end": GROUP, "communicator": COMMUNICATOR, "copy": COPY, "buffer": BUFFER,
          "device_error": DEVICE_ERROR, "step": STEP, "thread": THREAD, "end": END, "result": RESULT,
          "misplaced": MISPLACED, "window": WINDOW}
ENTRY_FIELDS = [
    ("phase", 0, PHASES, "u32"), ("identity", 8, STRING), ("name", 12, STRING), ("library", 72, STRING), ("size", 16, "i32"),
    ("rank", 20, "i32"), ("global_rank", 24, "i32"), ("device", 28, "i32"), ("handle", 32, "u64"), ("creation_time", 40, "i64"),
    ("creation_ended", 48, "i64"), ("left", 56, "i64"), ("members", 64, LIST), ("parent", 68, "u32"), ("split_ordinal", 80, "u32"),
    ("split_colour", 76, "i32"), ("creation_stack", 84, STACK), ("creation_thread", 88, STRING), ("failure", 92, STRING)]
LANE = [("last_enqueued", 0, "u64"), ("last_started", 8, "u64"), ("last_completed", 16, "u64"), ("oldest_pending", 24, "position")]


class NotATrace(Exception):
    """The file cannot be read; the message says why."""


class Trace:
    def __init__(self, data):
        self.data = data
        if len(data) >= 8 and data[:8] == bytes(8):
            raise NotATrace("unfinished trace")
        if data[:8] != b"ROLLCALL":
            raise NotATrace("not a trace")
        if len(data) < 4096:
            raise NotATrace("truncated trace: its header is incomplete")
        if not 1 <= self.number("u32", 12) <= 1:
            raise NotATrace("trace of another format: it needs a reader of version %d" % self.number("u32", 12))
        self.length, self.table, self.calls, self.copies, self.heap, self.heap_length = struct.unpack_from("<6Q", data, 16)
        self.slots, slot, self.entries, entry = struct.unpack_from("<4I", data, 64)
        parts = [(self.table, self.entries * ENTRY), (self.calls, self.slots * SLOT), (self.copies, self.slots * SLOT),
                 (self.heap, self.heap_length)]
        sound = (slot == SLOT and entry == ENTRY and 0 < self.slots <= 1 << 22 and self.slots & self.slots - 1 == 0
                 and 0 < self.entries <= 1 << 16 and 0 < self.length < 1 << 31
                 and all(4096 <= at and at % 128 == 0 and at + size <= self.length for at, size in parts))
        if not sound:
            raise NotATrace("damaged trace: its header gives an impossible layout")
        self.data = data[:self.length]
        self.heap_end = min(len(self.data), self.heap + self.heap_length)

    def number(self, kind, offset):
        return struct.unpack_from(NUMBERS[kind], self.data, offset)[0]

    # The heap

    def content(self, entry_id, kind):
        """The offset and length of an entry's content; None where there is no such entry."""
        at = self.heap + entry_id * 8
        if entry_id == 0 or at + 8 > self.heap_end:
            return None
        header = self.number("u64", at)
        length = header & 0xFFFFFFFF
        if header >> 32 != kind or at + 8 + length > self.heap_end:
            return None
        return at + 8, length

    def string(self, entry_id):
        found = self.content(entry_id, STRING)
        return self.data[found[0]:found[0] + found[1]].decode("utf-8", "replace") if found else ""

    def array(self, entry_id, kind, number, size, most):
        found = self.content(entry_id, kind)
        if not found:
            return []
        return [self.number(number, found[0] + i * size) for i in range(min(found[1] // size, most))]

    def frame(self, entry_id):
        found = self.content(entry_id, FRAME)
        whole = found and found[1] >= 16
        type_, method, file, line = struct.unpack_from("<3Ii", self.data, found[0]) if whole else (0, 0, 0, 0)
        return {"type": self.string(type_), "method": self.string(method), "file": self.string(file), "line": line}

    def notes(self):
        notes, entry_id = [], self.number("u32", 192)
        while len(notes) < self.heap_length // 32:
            found = self.content(entry_id, NOTE)
            if not found or found[1] < 24:
                break
            entry_id, class_, method, descriptor, why, done = struct.unpack_from("<6I", self.data, found[0])
            notes.append({"class_name": self.string(class_), "method": self.string(method),
                          "descriptor": self.string(descriptor), "done": done == 1, "why": self.string(why)})
        return notes[::-1]

    # Fields

    def value(self, at, state, field):
        offset, kind = at + field[1], field[2]
        codes = isinstance(kind, list)
        guard = field[4] if codes and len(field) > 4 else field[3] if not codes and len(field) > 3 else None
        visible = guard is None or state & guard
        if codes:
            code = self.number(field[3], offset) if visible else 0
            return kind[code] if code < len(kind) else kind[0]
        if kind == STRING:
            return self.string(self.number("u32", offset)) if visible else ""
        if kind == STACK:
            return [self.frame(i) for i in self.array(self.number("u32", offset), STACK, "u32", 4, 1024)]
        if kind == LIST:
            return self.array(self.number("u32", offset), LIST, "i64", 8, 1 << 20)
        if kind == "bool":
            return self.number("u32", offset) == 1
        if kind == "position":
            return self.number("i64", offset) - 1
        return self.number(kind, offset) if visible else 0

    def fields(self, at, state, table):
        return {field[0]: self.value(at, state, field) for field in table if field[1] is not None}

    # Rings

    def holds(self, ring, position):
        """The offset of the complete event at a position; None where the ring does not hold it."""
        at = ring + (position & self.slots - 1) * SLOT
        if position < 0 or at + SLOT > len(self.data):
            return None
        control = self.number("u64", at)
        whole = control & PUBLISHED and control >> 16 & (1 << 40) - 1 == position // self.slots
        return at if whole else None

    def positions(self, ring, next_offset):
        end = min(max(self.number("i64", next_offset), 0), 1 << 40)
        first = max(0, end - self.slots)
        older = []
        for index in range(min(self.slots, end)):
            at = ring + index * SLOT
            if at + SLOT <= len(self.data):
                held = (self.number("u64", at) >> 16 & (1 << 40) - 1) * self.slots + index
                if held < first:
                    older.append(held)
        return sorted(older) + list(range(first, end))

    def event(self, ring, position, at):
        control = self.number("u64", at)
        state, tag = control & 0xFFFF, control >> 56
        table = EVENTS.get(TAGS[tag]) if tag < len(TAGS) else None
        if table is None:
            return None
        event = {"position": position, "event": TAGS[tag]}
        if table is CALL or table is COPY:
            event["state"] = state
        for field in table:
            if field[2] == "check":
                event["check"] = self.fields(at, state, CHECK)
            elif field[2] == "volume":
                event["volume"] = self.volume(ring, position, self.number("u32", at + 124))
            else:
                event[field[0]] = self.value(at, state, field)
        return event

    def volume(self, ring, position, after):
        at = self.holds(ring, position + after) if after else None
        if at is None or self.number("u64", at) >> 56 != TAGS.index("continuation") or self.number("u64", at + 8) != position:
            return None
        return self.fields(at, 0, VOLUME)

    def events(self, ring, next_offset):
        found = ((position, self.holds(ring, position)) for position in self.positions(ring, next_offset))
        events = (self.event(ring, position, at) for position, at in found if at is not None)
        return [event for event in events if event is not None]

    # Communicators

    def communicators(self):
        entries = []
        for index in range(1, min(self.number("i32", 196), self.entries) + 1):
            at = self.table + (index - 1) * ENTRY
            if at + ENTRY > len(self.data) or self.number("u32", at) == 0:
                continue
            entry = {"index": index}
            entry.update(self.fields(at, 0, ENTRY_FIELDS))
            entry["collectives"] = self.lane(at + 128, at + 256)
            entry["point_to_point"] = self.lane(at + 192, at + 384)
            entry["newest_lists"] = self.newest_lists(self.number("u32", at + 96))
            entries.append(entry)
        return entries

    def lane(self, at, place):
        lane = self.fields(at, 0, LANE)
        control = self.number("u64", place)
        position, state = control >> 16, control & 0xFFFF
        pending = state & PUBLISHED and not state & ENDED and self.known(position) is None
        lane["carried"] = None
        if pending:
            lane["carried"] = {"position": position, "event": "call", "state": state}
            lane["carried"].update(self.fields(place, state, CALL))
        return lane

    def known(self, position):
        """The offset of an event of a known kind at a position of the ring of calls; None where there is none."""
        at = self.holds(self.calls, position)
        return at if at is not None and self.event(self.calls, position, at) is not None else None

    def newest_lists(self, entry_id):
        found = self.content(entry_id, NEWEST_LISTS)
        lists = []
        if found and found[1] >= 8:
            room = self.number("u32", found[0])
            for area in range(2) if 8 + 2 * (32 + room * 8) <= found[1] else ():
                at = found[0] + 8 + area * (32 + room * 8)
                version, sequence, hash_, inputs, outputs = struct.unpack_from("<3Q2I", self.data, at)
                if version and version % 2 == 0 and inputs + outputs <= room:
                    values = struct.unpack_from("<%dq" % (inputs + outputs), self.data, at + 32)
                    lists.append({"sequence": sequence, "hash": hash_, "input": list(values[:inputs]),
                                  "output": list(values[inputs:])})
        return sorted(lists, key=lambda newest: -newest["sequence"])

    # The whole

    def clocks(self, at):
        return {"nano_time": self.number("i64", at), "wall_millis": self.number("i64", at + 8)}

    def stopped(self):
        if not self.number("u32", 84) & 2:
            return None
        length = max(0, min(self.number("i32", 2440), 1024))
        return {"time": self.number("i64", 2432), "reason": self.data[2448:2448 + length].decode("utf-8", "replace")}

    def decode(self):
        rank, world = struct.unpack_from("<2i", self.data, 144)
        text = {name: self.string(self.number("u32", at)) for name, at in
                (("job_id", 152), ("host", 156), ("version", 160), ("command", 164), ("path", 168))}
        beats = self.number("u64", 256)
        losses = {}
        for code in range(16):
            count = self.number("u64", 384 + code * 8)
            if count:
                name = LOSSES[code] if code < len(LOSSES) else LOSSES[0]
                losses[name] = losses.get(name, 0) + count
        devices = max(0, min(self.number("i32", 512), 64))
        return {
            "format_version": self.number("u32", 8),
            "truncated": len(self.data) < self.length,
            "closed": bool(self.number("u32", 84) & 1),
            "stopped": self.stopped(),
            "slots": self.slots,
            "identity": {
                "job_id": text["job_id"], "rank": rank, "world": world, "host": text["host"], "pid": self.number("u64", 128),
                "start_time_millis": self.number("i64", 136), "recorder_version": text["version"],
                "command_line": text["command"], "class_path": text["path"]},
            "start_clock": self.clocks(176),
            "last_heartbeat": self.clocks(264 + (beats & 1) * 16) if beats else None,
            "losses": losses,
            "devices": [self.data[528 + i * 16:544 + i * 16].hex() for i in range(devices)],
            "communicators": self.communicators(),
            "instrumented": self.notes(),
            "calls": self.events(self.calls, 2048),
            "copies": self.events(self.copies, 2176)}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: decode_trace.py FILE")
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        decoded = Trace(data).decode()
    except NotATrace as problem:
        sys.exit("%s: %s" % (sys.argv[1], problem))
    sys.stdout.buffer.write(json.dumps(decoded, indent=1, ensure_ascii=False).encode("utf-8", "replace") + b"\n")


if __name__ == "__main__":
    main()
