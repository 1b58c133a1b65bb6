Many threads may ask at once, and processes that were forked; answers are what one alone would get.

  $ cat > threads.py <<'END'
  > import concurrent.futures, hakaru, multiprocessing
  > questions = [{"question": "plan_serve", "model": "qwen2.5-7b-instruct", "rate": f"{rate}/s", "instance": "g6e.xlarge", "top": 1} for rate in (1, 2, 3)]
  > questions += [{"question": "memory_train", "model": "llama-3.1-8b", "dp": dp, "zero": 3} for dp in (1, 2, 4)] + [{"question": "fit", "machine": "g5.xlarge"}, {"question": "explain"}]
  > alone = [hakaru.ask_text(question) for question in questions]
  > with concurrent.futures.ThreadPoolExecutor(8) as pool:
  >     together = list(pool.map(hakaru.ask_text, questions * 4))
  > print(together == alone * 4)
  > with multiprocessing.get_context("fork").Pool(2) as pool:
  >     print(pool.map(hakaru.ask_text, questions) == alone, pool.apply(hakaru.fit, ("g5.xlarge",)) == hakaru.fit("g5.xlarge"))
  > END
  $ "$PYTHON" threads.py
  True
  True True

Other threads run while a search goes on. Ctrl-C ends one that would take minutes where it is, and the next question is
answered.

  $ cat > interrupted.py <<'END'
  > import hakaru, os, signal, threading
  > def long(asker): asker.plan_train(model="gpt3-175b", tokens="300B", exhaustive=True)
  > shares = []
  > signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell started this beside itself
  > threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
  > try: long(hakaru.Asker(progress=shares.append))
  > except KeyboardInterrupt: print("interrupted", shares[-1] < 0.9)
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
