  $ hakaru accelerator show neuroncore-v2 | grep -v -e source -e notes
  neuroncore-v2
    chip                   AWS Trainium or Inferentia2
    also called            trainium1, trainium, trn1, inferentia2
    ranks per chip         2
    memory                 16.0 GiB (17.2 GB), 410 GB/s
    fp32                   23.75 TFLOP/s
    tf32                   95 TFLOP/s
    bf16                   95 TFLOP/s
    fp16                   95 TFLOP/s
    fp8                    95 TFLOP/s
    cfp8                   95 TFLOP/s
    mxfp8                  95 TFLOP/s (emulated by bf16)
    int8                   190 TFLOP/s
    uint8                  190 TFLOP/s
    int4                   95 TFLOP/s (emulated by bf16)
    nf4                    95 TFLOP/s (emulated by bf16)
    mxfp4                  95 TFLOP/s (emulated by bf16)
    nvfp4                  95 TFLOP/s (emulated by bf16)
    link                   NeuronLink-v2, 4 links a chip, 96 GB/s one way
    logical core           LNC 1: physical cores of one rank
    tensor engine          128 × 128 at 2.8 GHz a physical core
    vector, scalar engine  143.4 and 179.2 G values/s a physical core
    SBUF, PSUM             24 MiB and 2 MiB a physical core, DMA 463.9 GB/s
    stochastic rounding    yes
    collective engine      yes
    fixed shapes           yes
    power                  not published
    tensor parallel        1, 2, 8, 32
    confidence             high
      supported_architectures.mdx; mixtral on Trn1: aws-neuron/neuronx-distributed-training d22418c, examples/conf/hf_mixtral_8x7b_config.yaml
  $ hakaru accelerator show a100-80gb | head -1
  a100-sxm-80gb
  $ hakaru accelerator show A100-80GB | head -1
  a100-sxm-80gb
  $ hakaru accelerator show neuroncore-v1 | grep fp32 | head -1
    fp32                 16 TFLOP/s (silently computed as bf16)
  $ hakaru accelerator show nothing-like-it 2>&1 | sed 's/nearest.*/nearest/'
  hakaru: accelerator 'nothing-like-it' is not known; nearest
  $ hakaru accelerator list | tail -1
  Of one rank; dense TFLOP/s (TOP/s for int8); ~ emulated or cast; – not published or not supported.

Newer AMD GPUs multiply mxfp8 and mxfp4 as such, and not nvfp4.

  $ hakaru accelerator show mi355x | grep -E '^  (memory|bf16|mxfp8|mxfp4|nvfp4|link|power) '
    memory          288 GiB (309 GB), 8000 GB/s
    bf16            2516 TFLOP/s
    mxfp8           5033 TFLOP/s
    mxfp4           1.007e+04 TFLOP/s
    nvfp4           2516 TFLOP/s (emulated by bf16)
    link            xGMI, 7 links, 538 GB/s one way
    power           1400 W

A TPU7x is counted by chips, as training on it is, or by TensorCores: two to a chip, each half of it.

  $ for name in tpu7x tpu7x-core; do hakaru accelerator show $name | grep -E '^  (ranks per chip|memory|bf16|fp8|link) '; done
    ranks per chip  1
    memory          192 GiB (206 GB), 7380 GB/s
    bf16            2307 TFLOP/s
    fp8             4614 TFLOP/s
    link            ICI, 3D torus, 6 links, 600 GB/s one way
    ranks per chip  2
    memory          96.0 GiB (103 GB), 3690 GB/s
    bf16            1154 TFLOP/s
    fp8             2307 TFLOP/s
    link            ICI, 3D torus, half of a chip's 6 links, 300 GB/s one way

Cards that people have at home and in older racks are known, with what their figures are from.

  $ for name in rtx-3090 a40 a6000 l20 a800 gb10 mi250x; do hakaru accelerator show $name | grep -e '^[a-z]' -e '^  memory' -e '^  bf16' | tr -s ' ' | paste -sd'|'; done
  rtx-3090| memory 24.0 GiB (25.8 GB), 936 GB/s| bf16 71 TFLOP/s
  a40| memory 48.0 GiB (51.5 GB), 696 GB/s| bf16 149.7 TFLOP/s
  rtx-a6000| memory 48.0 GiB (51.5 GB), 768 GB/s| bf16 154.8 TFLOP/s
  l20| memory 48.0 GiB (51.5 GB), 864 GB/s| bf16 119.5 TFLOP/s
  a800-sxm| memory 80.0 GiB (85.9 GB), 2039 GB/s| bf16 312 TFLOP/s
  gb10| memory 119 GiB (128 GB), 273 GB/s| bf16 125 TFLOP/s
  mi250x| memory 64.0 GiB (68.7 GB), 1638 GB/s| bf16 191.5 TFLOP/s
  $ for name in rtx-3090 a40 a6000 l20 a800 gb10 mi250x; do hakaru fit $name --model llama-3.1-8b --weights fp8 | head -1; done
  llama-3.1-8b fits on rtx-3090-1.
  llama-3.1-8b fits on a40-8 (8 × a40).
  llama-3.1-8b fits on rtx-a6000-1.
  llama-3.1-8b fits on l20-8 (8 × l20).
  llama-3.1-8b fits on hgx-a800 (8 × a800-sxm).
  llama-3.1-8b fits on dgx-spark.
  llama-3.1-8b fits on mi250x-8 (8 × mi250x).
