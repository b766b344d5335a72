#!/bin/sh
# Turns the text of giftty check and giftty conform into annotations of GitHub, one for each line that names a place:
#
#   giftty check scenarios | sh annotate.sh
#
# The text itself goes on unchanged to standard error, so that the log of the job has it too.
tee -a /dev/stderr | LC_ALL=C sed -n -E \
    -e 's/%/%25/g' \
    -e 's/^ *([^ :]+):([0-9]+):([0-9]+): (.*)$/::error file=\1,line=\2,col=\3::\4/p' \
    -e 't' \
    -e 's/^ *([^ :]+):([0-9]+): (.*)$/::error file=\1,line=\2::\3/p'
