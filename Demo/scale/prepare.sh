#!/bin/sh
# Installs Dask, PySpark and schemathesis into .build/scale, a Python environment of their own. Spark also needs Java 17.
#
#   Demo/scale/prepare.sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
environment=$root/.build/scale
if [ -x "$environment/bin/python3" ] && "$environment/bin/python3" -c 'import distributed, pyspark, schemathesis' 2>/dev/null; then
    exit 0
fi
python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check dask distributed pyspark schemathesis
