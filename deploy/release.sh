#!/bin/sh
# usage: release.sh SOURCES   As root, from a checkout: builds a release in /opt/wayfare/releases and leads `current` to it.
# Restarts nothing. What runs goes on with its own files.
set -eu
sources=$(cd "$1" && pwd)
base=${WAYFARE_BASE:-/opt/wayfare}
release=$base/releases/$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$release"
# Only what is committed: nothing that lies about in a checkout gets onto the machine.
git -C "$sources" archive HEAD | tar -x -C "$release"
cd "$release"
npm ci --no-audit --no-fund
npm run build
# npm 9, which is Debian's, makes none: for this one command another is fetched.
sbom="sbom --sbom-format cyclonedx --omit dev --package-lock-only --legacy-peer-deps"
# shellcheck disable=SC2086
if npm sbom --help > /dev/null 2>&1; then npm $sbom > wayfare.cdx.json
else npx --yes npm@11.19.1 $sbom > wayfare.cdx.json; fi
npm run prune
# Pages that were opened before the restart ask for the scripts of their own release. Names carry a hash: the same name is the same file.
# What that release itself took from the one before it is not in its list, and goes.
ls dist/client/assets > own-assets
if [ -f "$base/current/own-assets" ]; then
  while read -r asset; do cp -p "$base/current/dist/client/assets/$asset" dist/client/assets/; done < "$base/current/own-assets"
fi
# Others read it and change nothing of it, the service's own user among them.
chmod -R go+rX,go-w "$release"
ln -sfn "$release" "$base/current.new"
mv -T "$base/current.new" "$base/current"
echo "$release"
