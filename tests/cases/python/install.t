pip installs the package without a network, from what is built.

  $ "$PYTHON" -m venv --without-pip environment
  $ "$PYTHON" -m pip --python environment/bin/python install --quiet --no-index "$TESTDIR/../../../python"
  $ PYTHONPATH= environment/bin/python -c "
  > import hakaru
  > print(hakaru.__version__, hakaru.memory_serve(model='llama-3.1-8b').device.weights_bytes)"
  0.1.0 16060522496
