  $ hakaru --version
  hakaru 0.1.0
  $ hakaru plan train --version
  hakaru 0.1.0
