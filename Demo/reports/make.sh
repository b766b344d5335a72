#!/bin/sh
# Remakes the pictures in this folder, with giftty as it is now.
set -eu
cd -- "$(dirname -- "$0")"

../play.sh compare rush.yaml --policy queue --policy replace --policy hold:replace,early=hold --output policies.svg
../play.sh sweep rush.yaml --replace-at 0:1:0.02 --output sweep.svg
