names-1: every instance that the documents name.

  $ for name in trn1.2xlarge trn1.32xlarge trn1n.32xlarge p3.2xlarge p3dn.24xlarge p4d.24xlarge p4de.24xlarge p5.48xlarge dl1.24xlarge inf1.xlarge inf1.2xlarge inf1.6xlarge inf1.24xlarge inf2.48xlarge trn2.48xlarge g4dn.xlarge g5.xlarge g5g.xlarge c6g.16xlarge c7g.16xlarge c6gn.8xlarge f1.2xlarge; do hakaru instance show $name > /dev/null || echo "$name is not known"; done
  $ for family in c6i c5a m6g m6i m6a r6g r6i r5a f1 elastic-inference; do hakaru instance list --family $family --names | head -1; done
  c6i.32xlarge
  c5a.24xlarge
  m6g.16xlarge
  m6i.32xlarge
  m6a.48xlarge
  r6g.16xlarge
  r6i.32xlarge
  r5a.24xlarge
  f1.16xlarge
  eia1.large

names-2: every accelerator that they name.

  $ for name in h100 a100 a100-80gb v100 gaudi1 trainium1 trainium2 trainium3 inferentia1 inferentia2 b100 a10g t4 t4g cpu-graviton2 cpu-graviton3 cpu-icelake cpu-cascadelake cpu-epyc-milan fpga-vu9p eia2-medium; do hakaru accelerator show $name > /dev/null || echo "$name is not known"; done
