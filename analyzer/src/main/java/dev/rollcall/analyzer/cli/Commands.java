package dev.rollcall.analyzer.cli;

import static dev.rollcall.analyzer.cli.CommandOption.flag;
import static dev.rollcall.analyzer.cli.CommandOption.once;
import static dev.rollcall.analyzer.cli.CommandOption.repeatable;

import dev.rollcall.analyzer.containment.InputLimits;
import java.util.List;
import java.util.Optional;

/** The commands as they are declared for the parser, the help, the man page and the completion. */
final class Commands {
    static final String JAR = "java -jar rollcall.jar";

    static final String ABOUT = """
            rollcall explains why a distributed job hangs: it names the rank that left the others, what
            it called instead, and the line of code.
            """;

    /** The options that stand in place of a command. */
    static final List<CommandOption> OPTIONS =
            List.of(flag("help", "print this text; after a command, its help"), flag("version", "print the version"));

    static final String NOTES = """
            First steps:
              A job hangs or hung: save its console, and analyze it.
              The next run: put rollcall run -- before its command. Each process then
              writes one trace, and if the job fails, the analysis follows at once.

            Examples:
              java -jar rollcall.jar analyze console.log
              java -jar rollcall.jar analyze rollcall/
              java -jar rollcall.jar analyze rollcall/ --html report.html --source src
              java -jar rollcall.jar run -- torchrun --nproc-per-node 8 train.py
              java -jar rollcall.jar show rollcall/job-7/0-node1-4711.trace
              java -jar rollcall.jar scan target/classes

            Exit codes: 0 nothing is wrong, 1 something is wrong with the job or its code, 2 the command
            line is wrong or nothing could be read, 3 the evidence does not decide.
            """;

    /** The files that the analyzer reads, the most frequent first. */
    static final String SOURCES = """
              console     what torchrun or a rank printed: watchdog time-outs, tracebacks,
                          DETAIL and desync reports, failure summaries, Horovod's stall
                          messages
              NCCL log    NCCL_DEBUG=INFO, best with NCCL_DEBUG_SUBSYS=INIT,COLL
              stacks      py-spy dump, faulthandler, gdb, pstack, jstack, jcmd Thread.print
              dump        PyTorch's flight recorder: nccl_trace_rank_*, pickle or JSON
              RAS report  the answer of NCCL's RAS service: ncclras, as text or JSON
              trace       what Rollcall's own recorder writes
              snapshot    PyTorch's memory snapshot, with the trace of its rank
              archive     .gz, .zip, .tar.gz or .zst with any of these
            """;

    static final CommandSyntax ANALYZE = new CommandSyntax(
            "analyze",
            "PATH...",
            "read what a job left (consoles, dumps, stacks, logs) and print the verdict",
            """
            Reads what a job left, finds the rank that diverged, and names the line of code. A
            culprit is proven by the evidence. Where no culprit is, suspects are the ranks to look at
            first, each with its reason and what would settle it.

            PATH is a file, or a folder to search for files, of these kinds:

            """ + SOURCES + """

            PATH cannot be a pipe or -: save the output to a file first, and analyze the file.

            Put all that is left of one job into one folder: the kinds complete each other, rank by rank.
            A folder may hold several jobs; each gets its own verdict, the worst first. The job may
            still be hanging. A rank without a file is evidence, not an error.
            """,
            List.of(
                    once(
                            "format",
                            "text|json|sarif",
                            "what to print; default text. Code hosts show SARIF 2.1.0 beside the code"),
                    once(
                            "html",
                            "FILE",
                            "also write the report as one self-contained HTML page. - writes the page to standard output"
                                    + " in place of the text, and the verdict's sentence to standard error"),
                    flag(
                            "redact",
                            "replace hosts, IP addresses, paths, users and job names in all that is printed and"
                                    + " written, for a report that leaves the company. docs/verdict.md says what stays"),
                    repeatable(
                            "source",
                            "DIR",
                            "show the source around the calls, and search Python sources for the branch that separates"
                                    + " the ranks"),
                    repeatable(
                            "classes",
                            "PATH",
                            "class files or jars to search for the branch that separates the ranks. The class path that"
                                    + " the job recorded is also searched, if it exists on this machine"),
                    once("world", "N", "the number of ranks, if no trace contains it"),
                    flag(
                            "follow-links",
                            "also follow symbolic links that lead out of a folder; each real folder is read once"),
                    repeatable(
                            "limit",
                            "NAME=VALUE",
                            "set a limit on what is read, such as dump=4g. NAME is one of these: "
                                    + InputLimits.help())),
            """
            Exit code, with and without suspects:
              0  healthy or progressing
              1  desync, stalled or corrupted: something is wrong with the job
              2  the command line is wrong, nothing could be read, or a file could not be
                 written
              3  inconclusive: the evidence does not decide
            Of several jobs the worst decides: 1, then 3, then 0.

            JSON: one object for one job; for several an object with jobs, a list of such objects.
            rollcall help schema prints its JSON Schema. SARIF: one run for each job, one result for
            each finding, at the branch or line that caused it; a culprit is an error, a suspect a
            warning. With --source the paths are those of the sources. docs/verdict.md describes both.

            Examples:
              java -jar rollcall.jar analyze console.log
              java -jar rollcall.jar analyze rollcall/
              java -jar rollcall.jar analyze --format json rollcall/job-7 > verdict.json
            """);

    static final CommandSyntax RUN = new CommandSyntax(
            "run",
            "-- COMMAND...",
            "run a job with the recorders; analyze it if it fails",
            """
            Runs a command so that the processes of its job record their calls: collectives, sends and
            receives, communicators. The command gets this program's standard input, output, error and
            signals, and its exit code is this program's. If it fails, or the traces show that it hung, the
            analysis follows on standard error. The program does not change.

            COMMAND is what you would type without rollcall: the program, or torchrun, srun or mpirun with
            its options. Each process writes one trace, DIR/JOB/RANK-HOST-PID.trace. Native programs
            (Python, C, C++, Fortran) are recorded by a library that LD_PRELOAD names, JVMs by an agent that
            JAVA_TOOL_OPTIONS names; what these variables hold already stays. On other hosts, this folder
            and Rollcall's own must have the same paths.
            """,
            List.of(
                    once("out", "DIR", "where the traces go; default rollcall"),
                    once(
                            "hang",
                            "TIME",
                            "how long a call may wait before the stacks of its process are recorded: 500ms, 60s, 5m,"
                                    + " 1h or off; default 60s"),
                    once("stack", "N", "the frames to keep of each call's stack, 1 to 256, or off; default 32"),
                    once("html", "FILE", "also write the analysis as one self-contained HTML page"),
                    flag("no-analysis", "only record"),
                    once("record", "all|native|jvm", "the processes to record; default all"),
                    once(
                            "mpi",
                            "openmpi|mpich|none",
                            "the MPI whose calls to record. Needed only where the command does not begin with its mpirun,"
                                    + " as under srun or in a script"),
                    once("native", "DIR", "the folder of librollcall.so, if it does not lie beside rollcall.jar")),
            """
            The recorders' other options (docs/options.md) are variables: ROLLCALL_SLOTS=65536 is slots=65536.

            A hung command ends when you, a time-out or its launcher ends it; Ctrl-C and kill reach it
            through rollcall. The analysis follows. While it still hangs, rollcall analyze DIR in another
            terminal does the same.

            One rollcall for each rank or host, as in the last example, writes traces only: none of them
            sees the end of the others. Analyze DIR when the job has ended; rollcall collect brings the
            traces together where DIR is not shared.

            Exit code: that of the command, 128 + n after signal n, 127 or 126 if it cannot be started; 2 if
            rollcall's own options are wrong or a recorder is missing.

            Examples:
              java -jar rollcall.jar run -- python train.py
              java -jar rollcall.jar run -- torchrun --nproc-per-node 8 train.py
              java -jar rollcall.jar run --hang 5m -- mpirun -n 64 ./simulation input.nml
              java -jar rollcall.jar run --mpi mpich -- srun -n 64 ./simulation input.nml
              timeout 2h java -jar rollcall.jar run --html r.html -- java -cp app.jar Train
              srun java -jar rollcall.jar run --out /shared/traces -- python train.py
            """);

    static final CommandSyntax COLLECT = new CommandSyntax(
            "collect",
            "PATH...",
            "copy what a job left on its hosts into one folder",
            """
            Copies files and folders from many hosts into one folder, with a folder for each host. What a
            dead host held is listed, and all else comes. Nothing is deleted, and nothing that is read is
            executed.

            PATH is a file, folder or pattern on the hosts: quote * ? [ ] and ~/ so that the host reads
            them, not your shell. The hosts need a shell and tar, no Java. Without a host, the paths are of
            this machine, for a folder that all hosts share.
            """,
            List.of(
                    once("out", "DIR", "the folder for the copies. A newer copy replaces an older one"),
                    repeatable("host", "NAME", "a host to copy from, as ssh knows it"),
                    once(
                            "hosts",
                            "FILE",
                            "a file with a host in each line, such as MPI's host file; # begins a comment"),
                    once(
                            "via",
                            "COMMAND",
                            "the command that runs a program on {host}, if not ssh. It is split at spaces, and sh"
                                    + " follows it"),
                    once("limit", "TIME", "how long one host may take: 30s, 10m or 1h; default 10m"),
                    once("size", "SIZE", "how much may come from one host: 500m or 16g; default 16g")),
            """
            16 hosts are asked at once. ssh must work without a password. What had come of a file when a
            host stopped is kept, and listed; run the same command again to fetch the rest.

            Exit code: 0 all came, 1 something is missing, 2 nothing came or the command line is wrong.

            Examples:
              java -jar rollcall.jar collect --out job --host node1 /tmp/rollcall
              java -jar rollcall.jar collect --out job --hosts hosts.txt /tmp/rollcall \\
                '/tmp/nccl_trace_rank_*' '~/logs/job-7.*'
              java -jar rollcall.jar collect --out job --host train-0 --host train-1 \\
                --via 'kubectl exec -i {host} --' /traces

            docs/collect.md has recipes for Slurm, Kubernetes and ssh. Then: rollcall analyze job
            """);

    static final CommandSyntax SHOW = new CommandSyntax(
            "show",
            "FILE",
            "print one trace as text",
            """
            Prints one file as text: its process and how that ended, its communicators and how far they
            got, and its calls in order of time.

            FILE is one of the files that analyze reads, but no archive. The process may still be running.
            """,
            List.of(
                    once("format", "text|json", "what to print; default text"),
                    once("last", "N", "print only the last N calls, or all; default 50, in JSON all"),
                    once("communicator", "NAME", "print only this communicator and its calls"),
                    flag("stacks", "print the whole stacks of calls and threads")),
            """
            Exit code: 0 the file, or a part of it, could be read; 2 it could not, or the command line is
            wrong.

            Examples:
              java -jar rollcall.jar show rollcall/job-7/0-node1-4711.trace
              java -jar rollcall.jar show 0-node1-4711.trace --last 5 --stacks
              java -jar rollcall.jar show 0-node1-4711.trace --format json > rank0.json

            The first example prints, among other things:

              Communicators
                name   rank  size  calls  completed  oldest pending
                world     0     4     13      to 12  13: barrier, for 37 s

            Rank 0 has waited in its call 13 on world for 37 s. Look for a rank whose file has no
            call 13; rollcall analyze does that for all files.
            """);

    static final CommandSyntax SCAN = new CommandSyntax(
            "scan",
            "PATH...",
            "find collectives in code that only some ranks call",
            """
            Searches compiled classes or Python sources for collectives that some ranks call and others do
            not: inside a condition on the rank, after an early return, in a loop of a different length.
            The code does not run.

            PATH is a class file, a jar, a Python source, or a folder to search for them. A Python file is
            read with what it imports, so the files that a change touches are enough.
            """,
            List.of(
                    flag(
                            "notes",
                            "look for notes, too: places where not the rank alone decides. It takes longer; JSON, SARIF,"
                                    + " --fail-on note and --write-baseline have them always"),
                    once("fail-on", "warning|note|never", "what makes the exit code 1; default warning"),
                    once(
                            "baseline",
                            "FILE",
                            "leave out the findings that this file lists; a file that does not exist lists none"),
                    once("write-baseline", "FILE", "write what was found to this file, for --baseline"),
                    once(
                            "format",
                            "text|json|sarif",
                            "what to print; default text. Code hosts show SARIF 2.1.0 beside the code"),
                    repeatable(
                            "source",
                            "DIR",
                            "the sources of classes: for paths in SARIF, and for comments that say rollcall: ignore"),
                    repeatable(
                            "trace",
                            "PATH",
                            "traces of a job that ran this code: findings in code that it executed come first"),
                    repeatable(
                            "calls",
                            "FILE",
                            "the collectives and rank methods of another library; docs/catalogue.md describes the"
                                    + " format")),
            """
            A warning says that the rank decides: if the line runs, the named ranks make other calls than
            the rest. A note says that something else decides, such as data of one rank, an exception, or
            a value that is not known. To suppress a finding, put the comment // rollcall: ignore (in
            Python # rollcall: ignore) on its line or the line above it, or an annotation named
            RankConditional on the method or the class.

            The scan knows the rank from the catalogue's methods, from what launchers set (RANK,
            OMPI_COMM_WORLD_RANK, SLURM_PROCID and others, a system property named rank), from methods
            with an annotation named ReturnsRank, and from names such as rank, local_rank and
            is_main_process. docs/rank-conditional.md explains the analysis and what it cannot see.

            Exit code: 0 nothing was found that --fail-on asks for, 1 something was, 2 the command line is
            wrong or nothing could be read.

            Examples:
              java -jar rollcall.jar scan target/classes
              java -jar rollcall.jar scan train.py models/ --notes
              java -jar rollcall.jar scan app.jar --format sarif --source src > scan.sarif
              git diff --name-only main -- '*.py' | xargs -r java -jar rollcall.jar scan

            The first example prints, for example:

              Trainer.java:86: warning: rank == 0: rank 0 of 4 calls barrier
              (Trainer.java:88), which the others do not (the rank decides)
              [extra-collective]
            """);

    static final CommandSyntax PROBE = new CommandSyntax(
            "probe", "", "test whether copies between this machine's GPUs are correct", """
            Copies random data from each GPU of this machine to each other one and compares what arrives:
            with peer copies, with writes by the source's multiprocessors, and through the host's memory.

            Needs a CUDA driver, and the jars of JCuda beside rollcall.jar. Uses 128 MiB on each GPU.
            Prints a matrix for each path, with GB/s or with what is wrong: ZEROED, STALE (the
            destination kept its old contents), PARTIAL, PERMUTED or DAMAGED.
            """, List.of(), """
            Exit code: 0 all pairs copy correctly, 1 a pair does not, 2 the command line is wrong or there
            is nothing to test.
            """);

    static final CommandSyntax COMPLETION = new CommandSyntax(
            "completion",
            "bash|zsh",
            "print a script that completes commands and options in a shell",
            """
            Prints a script that completes commands, options and their values in a shell.
            """,
            List.of(),
            """
            Examples:
              source <(java -jar rollcall.jar completion bash)
              source <(java -jar rollcall.jar completion zsh)

            Put the line into ~/.bashrc or ~/.zshrc, with the program's own name: the scripts complete
            the command rollcall.
            """);

    static final CommandSyntax HELP = new CommandSyntax(
            "help",
            "[COMMAND]",
            "print the overview, the help of a command, or the JSON Schema: help schema",
            """
            Prints the overview; with a command its help; with schema the JSON Schema of what analyze
            --format json prints.
            """,
            List.of(flag("man", "print the manual page of all commands")),
            """
            Examples:
              java -jar rollcall.jar help analyze
              java -jar rollcall.jar help schema > verdict.schema.json
              java -jar rollcall.jar help --man > rollcall.1 && man -l rollcall.1
            """);

    /** All commands, in the order in which people need them. */
    static final List<CommandSyntax> ALL = List.of(ANALYZE, RUN, COLLECT, SHOW, SCAN, PROBE, COMPLETION, HELP);

    private Commands() {}

    /** Returns the names of all commands. */
    static List<String> names() {
        return ALL.stream().map(CommandSyntax::name).toList();
    }

    /** Returns the command with a name. */
    static Optional<CommandSyntax> named(String name) {
        return ALL.stream().filter(command -> command.name().equals(name)).findFirst();
    }
}
