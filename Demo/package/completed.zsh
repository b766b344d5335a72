# Prints what zsh offers for a line, one word each. It completes in a terminal of its own, as zsh does it nowhere else.
#
#   zsh -f completed.zsh FOLDER LINE
zmodload zsh/zpty
zpty shell "zsh -f -i"
start() {
    zpty -w shell "$1"
}
start "PS1=; unsetopt zle_bracketed_paste; fpath=($1/functions \$fpath); autoload -Uz compinit; compinit -u -d $1/dump"
# Instead of showing the matches, the completion prints each of them between two marks.
start 'compadd() {
    local -a hidden; local -A named
    if [[ ${@[1,(i)(-|--)]} = *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    builtin compadd -O found "$@"; local prefix=""
    zparseopts -E -a hidden P:=named p:=named
    for word in $found; do print -r -- "<<$IPREFIX$word>>"; done
    builtin compadd "$@"
}'
# A key after the one that completes says when all matches are printed.
start 'offered() { print; print -r -- "all ""offered" }; zle -N offered; bindkey "^X" offered'
start "bindkey '^I' complete-word; zstyle ':completion:*' menu no; print ready"
until zpty -r shell line && [[ $line = *ready* && $line != *print* ]]; do :; done
zpty -w -n shell "$2"$'\t\x18'
while zpty -r shell line && [[ $line != *"all offered"* ]]; do
    while [[ $line = *'<<'*'>>'* ]]; do
        rest=${line#*'<<'}
        print -r -- "${rest%%'>>'*}"
        line=${rest#*'>>'}
    done
done
zpty -d shell
