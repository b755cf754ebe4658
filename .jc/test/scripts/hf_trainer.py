import os, torch
import torch.distributed as dist

from transformers import Trainer, TrainingArguments, HfArgumentParser
def main():
    parser = HfArgumentParser(TrainingArguments)
    training_args, = parser.parse_args_into_dataclasses()
    if training_args.local_rank > 0:
        torch.distributed.barrier()
    ds = load_dataset("x")
    if training_args.local_rank == 0:
        torch.distributed.barrier()
    trainer = Trainer(model=build(), args=training_args, train_dataset=ds)
    trainer.train()
    if trainer.is_world_process_zero():
        trainer.save_model()
        tokenizer.save_pretrained(training_args.output_dir)
if __name__ == "__main__":
    main()
