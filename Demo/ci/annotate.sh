#!/bin/sh
# Turns the text of giftty check and giftty conform, and their errors, into annotations of GitHub: one for each line that
# names a place, one for each broken promise of a session, whose place is the session, and one for each other error:
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
        is_error = sub(/^giftty: /, "", line)
        is_detail = sub(/^ +/, "", line)
    }
    # The name of a file may have colons, too. Details of a session begin with their place, or have none.
    (is_detail ? line ~ /^[^: ]+:[0-9]+:([0-9]+:)? / : 1) && match(line, /[^ :]:[0-9]+:([0-9]+:)? /) {
        file = substr(line, 1, RSTART)
        split(substr(line, RSTART + 2, RLENGTH - 3), place, ":")
        column = (place[2] != "" ? ",col=" place[2] : "")
        printf "::error file=%s,line=%s%s::%s\n", property(file), place[1], column, value(substr(line, RSTART + RLENGTH))
        next
    }
    is_error { printf "::error::%s\n", value(line); next }
    session != "" && /^        (property|gift|expected) / { printf "::error file=%s::%s\n", property(session), value(line) }
'
