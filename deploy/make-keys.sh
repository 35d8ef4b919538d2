#!/bin/sh
# usage: make-keys.sh FOLDER   Creates the keys that are missing in the folder. Never changes an existing key.
set -eu
folder=$1
umask 077
mkdir -p "$folder"
for platform in web ios android mac windows; do
  file=$folder/signing-$platform.pem
  [ -e "$file" ] || openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$file"
done
[ -e "$folder/secret.key" ] || openssl rand -hex 32 > "$folder/secret.key"
