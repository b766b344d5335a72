# Has fish write what it offers for the line $LINE into the file $OFFERED when Ctrl-T is typed; read by an interactive fish in a
# terminal, as only there it knows the place of the cursor, for which the script asks.
function __offer
    commandline -r -- $LINE
    complete -C (commandline -cp) >$OFFERED.new
    mv $OFFERED.new $OFFERED
    exec true
end
bind \ct __offer
