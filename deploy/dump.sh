#!/bin/sh
# usage: dump.sh FOLDER   Dumps the database of MIGRATION_DATABASE_URL, or else of DATABASE_URL, into the folder.
# Keeps each dump for BACKUP_DAYS (14). An unfinished dump ends in .part, so that it is never mistaken for a backup.
set -eu
folder=$1
days=${BACKUP_DAYS:-14}
name=wayfare-$(date -u +%Y%m%dT%H%M%SZ).dump
umask 077
# Deletes unfinished and old dumps first, even if this run fails, because otherwise a full disk would stay full.
rm -f "$folder"/wayfare-*.part
find "$folder" -name 'wayfare-*.dump' -mtime "+$days" -delete
trap 'rm -f "$folder/$name.part"' EXIT
# Passes the password in the environment, because everyone on the machine can read command lines.
database=${MIGRATION_DATABASE_URL:-$DATABASE_URL}
credentials=${database#*://}
credentials=${credentials%%[/?#]*}
case $credentials in
  *:*@*)
    credentials=${credentials%@*}
    # Decodes characters such as %40, because the URL needs them encoded and the environment variable does not.
    PGPASSWORD=$(printf '%s\n' "${credentials#*:}" | LC_ALL=C awk '
      BEGIN { for (i = 1; i < 256; i++) code[sprintf("%02X", i)] = i }
      { while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
          plain = plain substr($0, 1, RSTART - 1) sprintf("%c", code[toupper(substr($0, RSTART + 1, 2))])
          $0 = substr($0, RSTART + 3)
        }
        print plain $0 }')
    export PGPASSWORD
    database=${database%%://*}://${credentials%%:*}@${database#*"$credentials"@}
    ;;
esac
case $database in
  *[?\&]password=* | *[?\&]sslpassword=*)
    echo "DATABASE_URL (or MIGRATION_DATABASE_URL): write the password before the @, as in postgres://user:password@host/db; after the ? everyone on this machine could read it." >&2
    exit 2
    ;;
esac
pg_dump --format=custom --no-owner --file="$folder/$name.part" --dbname="$database"
# Reads the whole dump: if its contents cannot be listed, it cannot be restored.
pg_restore --list "$folder/$name.part" > /dev/null
sync "$folder/$name.part"
mv "$folder/$name.part" "$folder/$name"
# Operators get an alert if the next success is late.
psql --no-psqlrc --quiet --dbname="$database" --command="
  insert into settings (key, value) values ('lastBackup', to_jsonb(now()))
  on conflict (key) do update set value = excluded.value, updated_at = now()"
echo "$folder/$name"
