#!/bin/sh
# usage: backup.sh FOLDER   One dump of DATABASE_URL (or MIGRATION_DATABASE_URL, where that is who owns the schema), kept for
# BACKUP_DAYS (14). A dump that was not finished has another name, and is never taken for one.
set -eu
folder=$1
days=${BACKUP_DAYS:-14}
name=wayfare-$(date -u +%Y%m%dT%H%M%SZ).dump
umask 077
# What was broken off goes first, and old dumps even where this one fails: a full disk would keep itself full.
rm -f "$folder"/wayfare-*.part
find "$folder" -name 'wayfare-*.dump' -mtime "+$days" -delete
trap 'rm -f "$folder/$name.part"' EXIT
pg_dump --format=custom --no-owner --file="$folder/$name.part" --dbname="${MIGRATION_DATABASE_URL:-$DATABASE_URL}"
# Reads it to its end: a list that cannot be made is a dump that cannot be brought back.
pg_restore --list "$folder/$name.part" > /dev/null
sync "$folder/$name.part"
mv "$folder/$name.part" "$folder/$name"
echo "$folder/$name"
