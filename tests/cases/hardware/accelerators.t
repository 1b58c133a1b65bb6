  $ hakaru accelerator show neuroncore-v2 | grep -v -e source -e notes
  neuroncore-v2
    chip             AWS Trainium or Inferentia2
    also called      trainium1, trainium, inferentia2
    ranks per chip   2
    memory           16.0 GiB (17.2 GB), 410 GB/s
    fp32             23.75 TFLOP/s
    tf32             95 TFLOP/s
    bf16             95 TFLOP/s
    fp16             95 TFLOP/s
    fp8              95 TFLOP/s
    cfp8             95 TFLOP/s
    mxfp8            95 TFLOP/s (emulated by bf16)
    int8             190 TFLOP/s
    uint8            190 TFLOP/s
    int4             95 TFLOP/s (emulated by bf16)
    nf4              95 TFLOP/s (emulated by bf16)
    mxfp4            95 TFLOP/s (emulated by bf16)
    nvfp4            95 TFLOP/s (emulated by bf16)
    link             NeuronLink-v2, 4 links a chip, 96 GB/s one way
    tensor parallel  1, 2, 8, 32
    confidence       high
  $ hakaru accelerator show a100-80gb | head -1
  a100-sxm-80gb
  $ hakaru accelerator show A100-80GB | head -1
  a100-sxm-80gb
  $ hakaru accelerator show neuroncore-v1 | grep fp32 | head -1
    fp32             16 TFLOP/s (silently computed as bf16)
  $ hakaru accelerator show nothing-like-it 2>&1 | sed 's/nearest.*/nearest/'
  hakaru: accelerator 'nothing-like-it' is not known; nearest
  $ hakaru accelerator list | tail -1
  Of one rank; dense TFLOP/s (TOP/s for int8); ~ emulated or cast; – not published or not supported.
