#!/bin/sh
# Makes an archive of the sources and a Homebrew formula that builds giftty and gift-store of it.
#
#   Demo/package/formula.sh [URL]
#
# The URL is where the archive will be published; otherwise the formula takes the one on this disk:
# brew install --formula .build/packages/giftty.rb
. "$(dirname -- "$0")/common.sh"
need git git
mkdir -p "$packages"
archive=$packages/giftty-$version.tar.gz
git -C "$root" archive --format=tar --prefix="giftty-$version/" HEAD | gzip -9n >"$archive.new"
mv "$archive.new" "$archive"
url=${1:-file://$archive}
digest=$(sha256sum "$archive" | cut -d ' ' -f 1)
sed "s|@URL@|$url|; s|@DIGEST@|$digest|; s|@VERSION@|$version|" "$package/giftty.rb.in" >"$packages/giftty.rb"
say "$packages/giftty.rb"
