package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.SharedDevice;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.List;

/** Ranks that create a communicator on one GPU, in words. */
final class SharedDeviceText implements FindingTemplate {
    private final Subject subject;
    private final SharedDevice details;

    SharedDeviceText(Subject subject, SharedDevice details) {
        this.subject = subject;
        this.details = details;
    }

    private JoinRecord join() {
        return subject.incident()
                .communicator()
                .memberships()
                .get(subject.incident().ranks().get(0))
                .join();
    }

    @Override
    public String summary() {
        return new Sentence(subject.beginning())
                .with(subject.suspects() ? "they create " : "create ")
                .with(subject.communicator() + " on one GPU")
                .withOptional(" (GPU " + details.device() + ")")
                .withOptional(Wording.shortAt(join().site()))
                .toString();
    }

    @Override
    public String detail() {
        return "Its UUID is " + details.id() + "."
                + (join().failure().isEmpty() ? "" : " The creation failed: " + Wording.brief(join().failure()) + ".");
    }

    @Override
    public String settles() {
        return "The program shows which GPU each rank is meant to use: print the rank, the local rank and cudaGetDevice before the"
                + " creation.";
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(Cause.SHARED_DEVICE);
    }

    @Override
    public List<Evidence> evidence() {
        return List.of();
    }
}
