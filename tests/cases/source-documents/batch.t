batch-1: the smaller the global batch, the better Trn1 does beside P4d. Ours finds that at 16 sequences alone: at 64 it does
as at 1,024.

  $ ratio() { hakaru compare train --model bert-large-uncased --tokens 1B --sequence-length 128 --global-batch $1 --instance p4d.24xlarge --instance trn1.32xlarge --instances 1 --json | "$TESTDIR"/figure 'plan("p4d.24xlarge")["step_time_s"] / plan("trn1.32xlarge")["step_time_s"]'; }
  $ r1024=$(ratio 1024) r256=$(ratio 256) r64=$(ratio 64) r16=$(ratio 16)
  $ python3 -c "print('best at 16' if max($r1024, $r256, $r64) < $r16 else ($r1024, $r256, $r64, $r16))"
  best at 16
  $ python3 -c "print('yes' if 0.88 < $r1024 < 1.20 and 1.05 < $r16 < 1.42 else ($r1024, $r16))"
  yes

batch-2: communication that is overlapped costs the larger of the two times, not their sum.

  $ hakaru plan train --model gpt3-6.7b --tokens 1B --sequence-length 2048 --global-batch 1024 --instance trn1.32xlarge --instances 16 --tp 8 --precision bf16-sr --json > step.json
  $ "$TESTDIR"/figure 'best["step"]["exposed"]["data_s"] < 0.05 * best["step_time_s"]' < step.json
  True
