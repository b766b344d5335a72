#!/bin/sh
# Checks the images: with skopeo and umoci, where these are installed, and by running the programs in them, as root.
#
#   Demo/package/oci-check.sh
. "$(dirname -- "$0")/common.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# in_image SECONDS TREE COMMAND…: runs a command in an image as its user, for at most some seconds. Programs read their
# arguments in /proc.
in_image() {
    limit=$1
    shift
    HOME=/home/user timeout "$limit" unshare --mount --pid --fork --kill-child sh -c '
        mount --make-rprivate / && mount -t proc proc "$1/proc" && folder=$1 && shift \
            && exec chroot --userspec 10001:10001 "$folder" "$@"' sh "$@"
}

for name in giftty gift-store; do
    layout=$packages/$name-$version-oci
    [ -f "$layout/index.json" ] || give_up "$layout: no image; Demo/package/oci.sh makes it"
    if command -v skopeo >/dev/null; then
        skopeo inspect "oci:$layout:$version" >"$work/$name.json"
        skopeo copy --quiet "oci:$layout:$version" "dir:$work/$name-copy"
    else
        echo "skipped: no skopeo"
    fi
    tree=$work/$name
    if command -v umoci >/dev/null && [ "$(id -u)" -eq 0 ]; then
        umoci unpack --image "$layout:$version" "$work/$name-bundle" >/dev/null
        tree=$work/$name-bundle/rootfs
    else
        mkdir "$tree"
        digest=$(python3 -c 'import json, sys
folder = sys.argv[1]
blob = lambda digest: json.load(open(f"{folder}/blobs/sha256/" + digest.split(":")[1]))
index = json.load(open(f"{folder}/index.json"))
print(blob(index["manifests"][0]["digest"])["layers"][0]["digest"].split(":")[1])' "$layout")
        tar -C "$tree" -xzf "$layout/blobs/sha256/$digest"
    fi
    [ "$(id -u)" -eq 0 ] || continue
    in_image 60 "$tree" "/usr/bin/$name" --version
    if [ "$name" = giftty ]; then
        in_image 60 "$tree" /usr/bin/giftty check clear-drops-all-there-is >/dev/null
        in_image 60 "$tree" /usr/bin/giftty render castle --pixels 64x64 --output /home/user/a.png
        [ -s "$tree/home/user/a.png" ]
        continue
    fi
    in_image 4 "$tree" /usr/bin/gift-store --root /var/lib/gift-store/store --port 0 2>"$work/log" || true
    grep -q 'serves /var/lib/gift-store/store' "$work/log" || {
        cat "$work/log" >&2
        exit 1
    }
done
echo "the images run"
