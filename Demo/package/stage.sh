#!/bin/sh
# Collects the files of a program as they are below /usr, and its debug symbols.
#
#   Demo/package/stage.sh giftty FOLDER DEBUG-FOLDER
#
# The program is stripped; its debug symbols are a file in DEBUG-FOLDER, where debuggers find it by the build's id.
. "$(dirname -- "$0")/common.sh"
need objcopy binutils
need python3 python3
name=$1
folder=$2
debug=$3
find_programs
program=$programs/$name
[ -x "$program" ] || give_up "$program: no such program"

build_id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')
[ -n "$build_id" ] || give_up "$program: no build id"
symbols=$debug/lib/debug/.build-id/$(printf %.2s "$build_id")/${build_id#??}.debug
mkdir -p "$folder/bin" "$(dirname -- "$symbols")"
objcopy --only-keep-debug --compress-debug-sections=zlib "$program" "$symbols"
chmod 644 "$symbols"
cp "$program" "$folder/bin/$name"
strip --strip-all --remove-section=.comment "$folder/bin/$name"
objcopy --add-gnu-debuglink="$symbols" "$folder/bin/$name"
chmod 755 "$folder/bin/$name"

mkdir -p "$folder/share/man/man1"
"$program" --experimental-dump-help | "$package/manual.py" "$package/manual.ini" "$version" "$folder/share/man/man1"
gzip -9n "$folder/share/man/man1"/*.1

completions=$folder/share/bash-completion/completions
mkdir -p "$completions" "$folder/share/zsh/vendor-completions" "$folder/share/fish/vendor_completions.d"
"$package/completions.sh" bash "$program" >"$completions/$name"
"$package/completions.sh" zsh "$program" >"$folder/share/zsh/vendor-completions/_$name"
"$package/completions.sh" fish "$program" >"$folder/share/fish/vendor_completions.d/$name.fish"

mkdir -p "$folder/share/doc/$name"
"$package/copyright.py" "$name" "$root/Package.resolved" >"$folder/share/doc/$name/copyright"
same_times "$folder"
same_times "$debug"
