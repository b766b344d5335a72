#!/bin/sh
# Checks what bash, zsh and fish offer while one types arguments of giftty and gift-store, which lie in one folder. Shells that
# are not installed are skipped.
#
#   Demo/package/shells.sh PROGRAM
set -eu
package=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
programs=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$programs:$PATH
HOME=$work
export PATH HOME
unset XDG_DATA_HOME XDG_CONFIG_HOME 2>/dev/null || true
mkdir "$work/files"
touch "$work/files/my.yaml" "$work/files/my.json" "$work/files/my.txt"
cd "$work/files"
status=0

# expect SHELL LINE WORD…: all words are offered; a word with ! before it is not.
expect() {
    shell=$1
    line=$2
    shift 2
    offered=$("offered_by_$shell" "$line")
    for word in "$@"; do
        if printf '%s\n' "$offered" | grep -qxF -- "${word#!}"; then found=yes; else found=; fi
        case $word in !*) wanted= ;; *) wanted=yes ;; esac
        if [ "$found" != "$wanted" ]; then
            echo "failed: $shell: \"$line\": expected $word, found: $(printf '%s ' $offered)" >&2
            status=1
        fi
    done
}

offered_by_bash() {
    bash --norc --noprofile -c '
        name=${2%% *}
        source "$1/$name.bash"
        # Bash splits words at blanks and at = and :, which are words of their own.
        line=$2
        read -r -a COMP_WORDS <<<"$(sed "s/\([=:]\)/ \1 /g" <<<"$line")"
        if [[ $line = *" " || $line = *[=:] ]]; then
            [[ $line = *[=:] ]] || COMP_WORDS+=("")
        fi
        COMP_LINE=$line
        COMP_POINT=${#line}
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        function=$(complete -p "$name" | sed "s/.*-F \([^ ]*\) .*/\1/")
        before=""
        [[ $COMP_CWORD -eq 0 ]] || before=${COMP_WORDS[COMP_CWORD - 1]}
        "$function" "$name" "${COMP_WORDS[COMP_CWORD]}" "$before"
        printf "%s\n" "${COMPREPLY[@]}"' bash "$work" "$1"
}

# A fish in a terminal of its own. The key may come too early, so it is typed again.
offered_by_fish() {
    rm -f "$work/offered"
    export LINE="$1" OFFERED="$work/offered"
    (
        for _ in $(seq 60); do
            [ ! -e "$work/offered" ] || break
            printf '\024'
            sleep 0.5
        done
    ) | TERM=dumb script -qec \
        "fish --no-config -i -C 'source $work/${1%% *}.fish; source $package/completed.fish'" /dev/null >"$work/terminal" 2>&1 \
        || true
    cut -f 1 "$work/offered"
}

# A shell in a terminal of its own, in which the completion shows its matches instead of a menu.
offered_by_zsh() {
    zsh -f "$package/completed.zsh" "$work" "$1"
}

for shell in bash zsh fish; do
    if ! command -v "$shell" >/dev/null 2>&1; then
        echo "skipped: no $shell"
        continue
    fi
    for program in giftty gift-store; do
        case $shell in
            zsh) mkdir -p "$work/functions" && script=$work/functions/_$program ;;
            *) script=$work/$program.$shell ;;
        esac
        "$package/completions.sh" "$shell" "$programs/$program" >"$script"
    done
    expect "$shell" "giftty con" config conform control !demo
    expect "$shell" "giftty play ro" rocket rose !heart
    expect "$shell" "giftty gifts show ca" castle
    expect "$shell" "giftty simulate clear-drops-a" clear-drops-all-there-is
    expect "$shell" "giftty config set rep" replaceAt replacement !mode
    expect "$shell" "giftty config set mode re" replace !queue
    expect "$shell" "giftty config set odds o" on off
    expect "$shell" "giftty config unset rep" replaceAt replacement !mode
    expect "$shell" "giftty demo --mode q" queue
    expect "$shell" "giftty demo --room lo" lobby
    expect "$shell" "giftty explore --format j" json
    expect "$shell" "giftty demo --scene lo" lobby
    expect "$shell" "giftty demo --fallback ro" rose !heart
    expect "$shell" "giftty control ./room fo" follow !close
    expect "$shell" "giftty control ./room follow s" state !trace
    expect "$shell" "giftty control ./room send ca" castle
    expect "$shell" "giftty help con" config conform control !demo
    expect "$shell" "giftty help config " path set unset !control
    expect "$shell" "giftty help config s" show set !unset
    expect "$shell" "gift-store help to" token !export
    expect "$shell" "gift-store help token a" add !remove
    case $shell in
        bash)
            # Bash replaces only what follows the last =.
            expect bash "giftty demo --set mode=" queue replace
            expect bash "giftty demo --set mode=q" queue !replace
            expect bash "giftty compare x --policy a:mode=r" replace
            expect bash "giftty demo --set repl" replaceAt=
            expect bash "giftty control ./room set r" replaceAt= !room= !reconnectWithin=
            expect bash "giftty simulate ./my" ./my.yaml !./my.txt
            ;;
        *)
            expect "$shell" "giftty demo --set mode=" mode=queue mode=replace
            expect "$shell" "giftty control ./room set mode=r" mode=replace
            expect "$shell" "giftty compare x --policy a:mode=r" a:mode=replace
            expect "$shell" "giftty play my" my.json !my.txt
            ;;
    esac
    [ $status -ne 0 ] || echo "$shell completes"
done
exit $status
