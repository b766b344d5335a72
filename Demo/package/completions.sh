#!/bin/sh
# Prints the script with which a shell completes the arguments of a program.
#
#   Demo/package/completions.sh bash|zsh|fish PROGRAM
set -eu
shell=$1
program=$2
name=$(basename -- "$program")
function=_$(printf %s "$name" | tr - _)
if [ "$shell" != bash ]; then
    exec "$program" --generate-completion-script "$shell"
fi

script=$("$program" --generate-completion-script bash)
generated=$(printf '%s\n' "$script" | sed -n "s/^complete -o filenames -F \([^ ]*\) $name\$/\1/p")
[ -n "$generated" ] || {
    echo "completions.sh: the script for bash ends otherwise than expected" >&2
    exit 70
}
printf '%s\n' "$script" | sed "/^complete -o filenames -F /d"
# Bash splits words at = and :, which values such as mode=queue have.
sed "s/@FUNCTION@/$function/g; s/@GENERATED@/$generated/g; s/@NAME@/$name/g" "$(dirname -- "$0")/joined-words.bash"
