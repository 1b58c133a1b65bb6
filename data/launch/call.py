"""Fill in: how one batch is run. time_calls.py calls what make(batch) returns again and again."""


def make(batch):
    # Load the model once, here, and move it to the accelerator.
    # Return a function that runs `batch` items and returns when the accelerator has ended (torch.cuda.synchronize()).
    raise SystemExit("call.py: fill in make(batch) first")
