Many threads may ask at once, and other threads run meanwhile; answers are what one alone would get.

  $ cat > threads.py <<'END'
  > import concurrent.futures, hakaru, json, multiprocessing, threading
  > questions = [{"question": "plan_serve", "model": "qwen2.5-7b-instruct", "rate": f"{rate}/s", "instance": "g6e.xlarge", "top": 1} for rate in (1, 2, 3)]
  > questions += [{"question": "memory_train", "model": "llama-3.1-8b", "dp": dp, "zero": 3} for dp in (1, 2, 4)] + [{"question": "fit", "machine": "g5.xlarge"}, {"question": "explain"}]
  > alone = [hakaru.ask_text(question) for question in questions]
  > counted, ended = [0], threading.Event()
  > def count():
  >     while not ended.is_set(): counted[0] += 1
  > counter = threading.Thread(target=count); counter.start()
  > with concurrent.futures.ThreadPoolExecutor(8) as pool:
  >     together = list(pool.map(hakaru.ask_text, questions * 4))
  > before = counted[0]; hakaru.plan_train(model="gpt3-175b", tokens="300B", instance="p4d.24xlarge", instances=64); during = counted[0] - before
  > ended.set(); counter.join()
  > print(together == alone * 4, during > 1000)
  > with multiprocessing.get_context("fork").Pool(2) as pool:
  >     print(pool.map(hakaru.ask_text, questions) == alone, pool.apply(hakaru.fit, ("g5.xlarge",)) == hakaru.fit("g5.xlarge"))
  > END
  $ "$PYTHON" threads.py
  True True
  True True

Ctrl-C ends a search that would take minutes, and the next question is answered.

  $ cat > interrupted.py <<'END'
  > import hakaru, os, signal, threading, time
  > def long(asker): asker.plan_train(model="gpt3-175b", tokens="300B", exhaustive=True)
  > threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
  > began = time.monotonic()
  > try: long(hakaru)
  > except KeyboardInterrupt: print("interrupted", time.monotonic() - began < 20)
  > print(hakaru.fit("g5.xlarge").accelerator)
  > END
  $ "$PYTHON" interrupted.py
  interrupted True
  a10g

Who is told of progress may end it too.

  $ cat > progress.py <<'END'
  > import hakaru
  > exec(open("interrupted.py").read().splitlines()[1])
  > shares = []
  > try: long(hakaru.Asker(progress=lambda share: shares.append(share) or len(shares) < 4))
  > except hakaru.Cancelled as error: print("Cancelled:", error, len(shares), all(0 <= share <= 1 for share in shares))
  > try: long(hakaru.Asker(progress=lambda share: 1 / 0))
  > except ZeroDivisionError as error: print(error)
  > END
  $ "$PYTHON" progress.py
  Cancelled: cancelled 4 True
  division by zero
