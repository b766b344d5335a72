#!/usr/bin/env python3
"""Writes the image of a program as an OCI image layout.

    oci.py giftty VERSION TREE LAYOUT VARIABLE=VALUE…

The layout is a folder with JSON files and one layer, named by their SHA-256 (https://github.com/opencontainers/image-spec).
The same tree gives the same bytes: names are sorted, and times are those of SOURCE_DATE_EPOCH.
"""

import gzip
import hashlib
import io
import json
import os
import platform
import shutil
import sys
import tarfile
import time

USER = 10001
# What the user of the image may write.
OWNED = {"home/user", "var/lib/gift-store", "tmp"}
COMMANDS = {
    "giftty": {"Entrypoint": ["/usr/bin/giftty"], "WorkingDir": "/home/user"},
    "gift-store": {
        "Entrypoint": ["/usr/bin/gift-store"],
        "Cmd": ["--root", "/var/lib/gift-store/store", "--host", "0.0.0.0"],
        "ExposedPorts": {"8787/tcp": {}},
        "Volumes": {"/var/lib/gift-store": {}},
        "WorkingDir": "/var/lib/gift-store",
        "StopSignal": "SIGTERM",
    },
}
DESCRIPTIONS = {
    "giftty": "A player of live-stream gifts in the terminal",
    "gift-store": "A server of gifts and settings for giftty",
}


def layer(tree, epoch):
    """Returns the bytes of a tar with all files below a folder."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for folder, folders, files in os.walk(tree):
            folders.sort()
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            for name in sorted(folders + files):
                path = os.path.join(folder, name)
                entry = archive.gettarinfo(path, arcname=os.path.relpath(path, tree))
                entry.mtime = epoch
                entry.uname = entry.gname = ""
                entry.uid = entry.gid = USER if entry.name in OWNED else 0
                # A file with several names here is several files: which name is first depends on the folder's order.
                if entry.islnk():
                    entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", os.path.getsize(path)
                if entry.isreg():
                    with open(path, "rb") as file:
                        archive.addfile(entry, file)
                else:
                    archive.addfile(entry)
            folders[:] = [name for name in folders if name not in links]
    return buffer.getvalue()


class Layout:
    """A folder with the parts of an image."""

    def __init__(self, path):
        self.path = path
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(os.path.join(path, "blobs", "sha256"))

    def add(self, kind, data):
        """Writes a part and returns its description."""
        digest = hashlib.sha256(data).hexdigest()
        with open(os.path.join(self.path, "blobs", "sha256", digest), "wb") as file:
            file.write(data)
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data)}

    def add_json(self, kind, value):
        return self.add(kind, json_bytes(value))

    def write(self, name, value):
        with open(os.path.join(self.path, name), "wb") as file:
            file.write(json_bytes(value))


def json_bytes(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def main():
    name, version, tree, path, *environment = sys.argv[1:]
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch))
    machine = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    annotations = {
        "org.opencontainers.image.title": name,
        "org.opencontainers.image.description": DESCRIPTIONS[name],
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.created": created,
    }
    data = layer(tree, epoch)
    layout = Layout(path)
    packed = layout.add(
        "application/vnd.oci.image.layer.v1.tar+gzip", gzip.compress(data, compresslevel=9, mtime=0))
    configuration = layout.add_json(
        "application/vnd.oci.image.config.v1+json",
        {
            "architecture": machine,
            "os": "linux",
            "created": created,
            "config": {
                "User": f"{USER}:{USER}",
                "Env": ["PATH=/usr/bin", *environment],
                "Labels": annotations,
                **COMMANDS[name],
            },
            "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(data).hexdigest()}"]},
            "history": [{"created": created, "created_by": "oci.py"}],
        })
    manifest = layout.add_json(
        "application/vnd.oci.image.manifest.v1+json",
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": configuration,
            "layers": [packed],
            "annotations": annotations,
        })
    manifest["platform"] = {"architecture": machine, "os": "linux"}
    manifest["annotations"] = {"org.opencontainers.image.ref.name": version}
    layout.write("index.json", {"schemaVersion": 2, "manifests": [manifest]})
    layout.write("oci-layout", {"imageLayoutVersion": "1.0.0"})


main()
