#!/bin/sh
# Installs what is missing, checks the style of the code, builds everything and runs all tests.
#
#   Demo/test.sh                              all tests
#   Demo/test.sh --filter PlaybackTests       arguments go to swift test
set -eu
. "$(dirname -- "$0")/prepare.sh"

find_swift
install_libraries tmux libxml2-utils asciinema chromium chromium-driver curl mosquitto mosquitto-clients ngircd openssl
command -v tmux >/dev/null 2>&1 || give_up "tmux is missing: the tests drive giftty in it"

cd "$root"
say "Style"
swift format lint --strict --parallel --recursive Sources Tests Package.swift
say "Build"
swift build --build-tests
say "Tests"
if [ $# -gt 0 ]; then
    exec swift test --skip-build "$@"
fi
# Clients and servers that wait for each other run after what keeps every processor busy, or they wait for that; and those
# with a terminal beside them last, as they are many programs each.
waiting='StoreServerTests|StorePageTests|LocalStoreTests|HTTPTransferTests|FeedSourcesTests|FeedNetworksTests|MotionTests'
terminals='EncryptedFeedTests|LiveCommandTests|ChatFeedTests|EventSubFeedTests|BrokerFeedTests|PlatformFeedTests|StoreGiftFeedTests'
swift test --skip-build --skip "$waiting|$terminals"
swift test --skip-build --filter "$waiting"
swift test --skip-build --no-parallel --filter "$terminals"
