Without a split given, an instance is asked as a whole: one device of it, and the smallest split that fits.

  $ hakaru memory serve --model llama-3.1-70b --context 8k --on p5.48xlarge | sed 1,2d
