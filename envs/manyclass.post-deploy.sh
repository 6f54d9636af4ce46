#!/bin/bash
# Snakemake runs this in the environment that it has made, and in the folder that it was started in, the project's.
set -euo pipefail
pip install -c envs/pins.txt -e .
