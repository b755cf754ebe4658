import os, torch
import torch.distributed as dist

from accelerate import Accelerator
def main():
    accelerator = Accelerator()
    model, opt, loader = accelerator.prepare(build(), optim(), data())
    for epoch in range(3):
        for batch in loader:
            with accelerator.accumulate(model):
                loss = model(batch).loss
                accelerator.backward(loss)
        model.eval()
        for batch in loader:
            with torch.no_grad():
                out = model(batch)
            preds, refs = accelerator.gather_for_metrics((out, batch["y"]))
            metric.add_batch(predictions=preds, references=refs)
        accelerator.print(metric.compute())
        if accelerator.is_main_process:
            wandb.log({"x": 1})
    accelerator.wait_for_everyone()
    unwrapped = accelerator.unwrap_model(model)
    if accelerator.is_main_process:
        unwrapped.save_pretrained("out", save_function=accelerator.save)
    accelerator.end_training()
main()
