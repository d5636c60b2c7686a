"""Run the command line as ``python -m xl_mastermind``."""

import sys

from xl_mastermind.cli import main

sys.exit(main())
