#!/bin/sh
# usage: release.sh SOURCES   Run as root with a checkout: builds a release in /opt/wayfare/releases and points the link
# `current` to it. Restarts nothing: running processes continue with their own files.
set -eu
sources=$(cd "$1" && pwd)
base=${WAYFARE_BASE:-/opt/wayfare}
release=$base/releases/$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$release"
# Copies committed files only, so that nothing else from the checkout gets onto the machine.
git -C "$sources" archive HEAD | tar -x -C "$release"
cd "$release"
# Debian's npm would warn of every package that wants a newer Node, although Node 24 comes with the packages.
npm ci --no-audit --no-fund --loglevel=error
npm run build
# The npm 9 of Debian cannot write an SBOM, so a newer npm is downloaded for this command only.
sbom="sbom --sbom-format cyclonedx --omit dev --package-lock-only --legacy-peer-deps"
# shellcheck disable=SC2086
if npm sbom --help > /dev/null 2>&1; then npm $sbom > wayfare.cdx.json
else npx --yes npm@11.19.1 $sbom > wayfare.cdx.json; fi
npm run prune
# Keeps the scripts of the previous release, because pages opened before the restart still request them. Their names
# contain a hash, so equal names are equal files. Scripts of older releases are not in the list and are left out.
ls dist/client/assets > own-assets
if [ -f "$base/current/own-assets" ]; then
  while read -r asset; do cp -p "$base/current/dist/client/assets/$asset" dist/client/assets/; done < "$base/current/own-assets"
fi
# Lets other users read the release but not change it, including the user of the service.
chmod -R go+rX,go-w "$release"
ln -sfn "$release" "$base/current.new"
mv -T "$base/current.new" "$base/current"
echo "$release"
