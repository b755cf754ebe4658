package dev.rollcall.analyzer.cli;

/** The help texts. */
final class Help {
    static final String OVERVIEW = """
            rollcall names the rank that left the others in a hung distributed job, and the line.

            Usage: java -jar rollcall.jar COMMAND [OPTION...] [PATH...]

            Commands:
              analyze PATH...   read the traces of a job and print the verdict
              show FILE         print one trace, readable
              scan PATH...      find collectives in code that only some ranks call
              probe             test whether data arrives between this machine's GPUs
              help [COMMAND]    this text, or a command's

            Options:
              --help            this text, or the command's after a command
              --version         the version

            Examples:
              java -jar rollcall.jar analyze rollcall/
              java -jar rollcall.jar analyze rollcall/ --html report.html --source src/main/java
              java -jar rollcall.jar show rollcall/job-7/0-node1-4711.trace
              java -jar rollcall.jar scan target/classes

            Exit codes: 0 all is well, 1 something is wrong with the job or its code, 2 the command
            line is wrong or nothing could be read, 3 not known. Each command's help has its own.

            A job records traces when it runs with -javaagent:rollcall-agent.jar, by default into
            the folder rollcall below its working directory, one file a process.
            """;

    static final String ANALYZE = """
            Reads traces, finds the rank that diverged and says at which line.

            Usage: java -jar rollcall.jar analyze PATH... [OPTION...]

            PATH is a trace, a PyTorch flight-recorder dump, a log of NCCL, or a folder to search
            for them. Several jobs in one place are told apart. The job may still be hanging. A rank
            without a trace is evidence, not an error.

            Options:
              --format text|json|sarif  what to print; text unless given. SARIF 2.1.0 is what code
                                   hosts show beside the code
              --html FILE          also write the report as one HTML page that needs nothing else
              --source DIR         show the lines of code around the calls, and look in Python
                                   sources for the branch that sent a rank another way (may be
                                   repeated)
              --classes PATH       class files or jars in which to look for the branch that sent a
                                   rank another way (may be repeated); the class path that the job
                                   recorded is used where it exists on this machine
              --world N            how many ranks the job has, where no trace tells it
              --help               this text

            Exit code: 0 nothing is wrong, 1 something is wrong with the job, 2 the command line is
            wrong or nothing could be read, 3 the traces do not tell. Of several jobs the worst: 1
            before 3 before 0.

            JSON: one job is one object with tool, verdict, culprits, summary, findings, coverage.
            Several jobs are one object with tool and jobs, an array of such objects, each with its
            identity as job and its folder in place of tool. SARIF: a run a job, a result a finding, at
            the branch or the line that did it; --source gives paths that a code host can open.

            Examples:
              java -jar rollcall.jar analyze rollcall/
              java -jar rollcall.jar analyze --format json rollcall/job-7 > verdict.json
            """;

    static final String SHOW = """
            Prints one file, readable: whose it is and how it ended, its communicators and how far
            they got, and its calls in the order of time.

            Usage: java -jar rollcall.jar show FILE [OPTION...]

            FILE is a trace, a PyTorch flight-recorder dump or a log of NCCL. The process may still
            be running.

            Options:
              --format text|json   what to print; text unless given
              --last N             only the last N calls, or all; 50 unless given, in JSON all
              --communicator NAME  only what happened on this communicator
              --stacks             whole stacks, of calls and of threads
              --help               this text

            Exit code: 0 if the file could be read, as far as it goes; 2 if it could not, or the
            command line is wrong.

            Examples:
              java -jar rollcall.jar show rollcall/job-7/0-node1-4711.trace
              java -jar rollcall.jar show 0-node1-4711.trace --last 5 --stacks
              java -jar rollcall.jar show 0-node1-4711.trace --format json > rank0.json

            The first prints, among other things:

              Communicators
                name   rank  size  calls  completed  oldest pending
                world     0     4     13      to 12  13: all_reduce(1,024 × f32, sum), for 37 s

            Rank 0 has waited in its call 13 on world for 37 s. A rank whose file shows no call 13
            is the one to look for; rollcall analyze does that over all files.
            """;

    static final String SCAN = """
            Searches compiled code, or Python sources, for collectives that some ranks call and others
            do not, before it runs: inside a condition on the rank, behind an early return, in a loop
            of another length.

            Usage: java -jar rollcall.jar scan PATH... [OPTION...]

            PATH is a class file, a jar, a Python source, or a folder to search for them. Give all of the
            application together, for calls are followed from method to method; give no libraries that
            only pass by.

            Options:
              --format text|json|sarif  what to print; text unless given. SARIF 2.1.0 is what code
                                   hosts show beside the code
              --source DIR         the sources (may be repeated): for the paths in SARIF, and for
                                   comments that say rollcall: ignore
              --trace PATH         traces of a job that ran this code (may be repeated): what it
                                   executed comes first
              --calls FILE         further collectives and rank methods, of a library of your own
                                   (may be repeated); docs/catalogue.md has the form
              --help               this text

            A warning is sure: with every unknown the same on all ranks, these ranks make other
            calls than the rest. A note is what could not be decided. What is meant so is left out
            with the comment // rollcall: ignore (in Python # rollcall: ignore) on the condition's line
            or the line above it, or with an annotation named RankConditional on the method or the class.

            The rank is known from the catalogue's methods, from what launchers set (RANK,
            OMPI_COMM_WORLD_RANK, SLURM_PROCID and others, a system property named rank), and from
            methods with an annotation named ReturnsRank; in Python also from names such as rank,
            local_rank and is_main_process. It is followed through variables, fields, calls, lambdas,
            collections and strings.

            Exit code: 0 nothing found, 1 at least one warning, 2 the command line is wrong or
            nothing could be read, 3 notes only.

            Examples:
              java -jar rollcall.jar scan target/classes
              java -jar rollcall.jar scan train.py models/
              java -jar rollcall.jar scan app.jar --format sarif --source src/main/java > scan.sarif

            The first prints, for example:

              Trainer.java:86: warning: rank == 0: rank 0 of 4 calls barrier (Trainer.java:88), which
              the others do not [extra-collective]
            """;

    static final String PROBE = """
            Copies noise from each GPU of this machine to each other and compares what arrives: by a
            peer copy, by writes of the source's multiprocessors, and through the host's memory.

            Usage: java -jar rollcall.jar probe

            Needs a CUDA driver, and JCuda's jars beside rollcall.jar. Takes 128 MiB on each GPU.
            Prints a matrix for each way, with GB/s or with what is wrong: ZEROED, STALE (the
            destination holds what it held before), PARTIAL, PERMUTED or DAMAGED.

            Exit code: 0 all pairs deliver what they are given, 1 one does not, 2 the command line
            is wrong or there is nothing to test.
            """;

    private Help() {}
}
