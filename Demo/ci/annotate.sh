#!/bin/sh
# Turns the text of giftty check and giftty conform, and their errors, into annotations of GitHub: one for each line that
# names a place, and one for each broken promise of a session, whose place is the session:
#
#   giftty check scenarios 2>&1 | sh annotate.sh
#
# The text itself goes on unchanged to standard error, so that the log of the job has it too.
tee -a /dev/stderr | LC_ALL=C awk '
    # Annotations end with their line; a per cent sign begins an escape, and a comma ends the name of a file.
    function value(text) { gsub(/%/, "%25", text); return text }
    function property(text) { text = value(text); gsub(/,/, "%2C", text); gsub(/:/, "%3A", text); return text }
    { line = $0 }
    /^FAILED  / {
        session = substr(line, 9)
        sub(/  .*/, "", session)
        next
    }
    /^ok      / { session = "" }
    {
        sub(/^giftty: /, "", line)
        sub(/^ */, "", line)
    }
    match(line, /^[^:]*[^ :]:[0-9]+:([0-9]+:)? /) {
        count = split(substr(line, 1, RLENGTH - 2), place, ":")
        column = (count > 2 ? ",col=" place[3] : "")
        printf "::error file=%s,line=%s%s::%s\n", property(place[1]), place[2], column, value(substr(line, RLENGTH + 1))
        next
    }
    session != "" && /^        (property|gift|expected) / { printf "::error file=%s::%s\n", property(session), value(line) }
'
