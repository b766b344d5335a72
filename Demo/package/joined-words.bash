
# Joins the words that bash has split at = and :, completes, and leaves of the results what belongs to the last piece.
@FUNCTION@_joined() {
    local -a words=()
    local -i index cword=0
    local word joins=false
    for index in "${!COMP_WORDS[@]}"; do
        word=${COMP_WORDS[index]}
        if [[ ${#words[@]} -gt 1 ]] && { [[ $joins = true ]] || [[ $word = [=:]* ]]; } \
            && [[ ! ($index -eq $COMP_CWORD && -z $word && $joins = false) ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        if [[ $word = *[=:] ]]; then joins=true; else joins=false; fi
        if [[ $index -eq $COMP_CWORD ]]; then cword=$((${#words[@]} - 1)); fi
    done
    local -r piece=${COMP_WORDS[COMP_CWORD]}
    local -r whole=${words[cword]}
    local COMP_CWORD=$cword
    local -a COMP_WORDS=("${words[@]}")
    @GENERATED@ "$1" "$whole" "${words[cword > 0 ? cword - 1 : 0]}"
    local rest=$piece
    if [[ $piece = [=:] ]]; then rest=''; fi
    local -r kept=${whole%"$rest"}
    if [[ -n $kept ]]; then COMPREPLY=("${COMPREPLY[@]#"$kept"}"); fi
    # Bash itself adds a slash to each word that is a folder.
    COMPREPLY=("${COMPREPLY[@]%/}")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} = *= ]]; then compopt -o nospace 2>/dev/null || true; fi
}
complete -o filenames -F @FUNCTION@_joined @NAME@
