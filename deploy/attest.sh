#!/bin/sh
# Starts the product, or the command of the name by which it is called: attest-admin, attest-backup,
# attest-restore, attest-verify-history.
# ATTEST_HOME holds .env and data, so that the program's folder is only read.
set -eu
umask 077
program=$(dirname "$(dirname "$(readlink -f "$0")")")
home=${ATTEST_HOME:-/var/lib/attest}
mkdir -p "$home"
cd "$home"
# Root would take the database's files from the service.
if [ "$(id -u)" = 0 ] && [ ! -O . ]; then
  echo "$home belongs to another user. Run this as that user: sudo -u $(stat -c %U .) $0" >&2
  exit 1
fi
case ${0##*/} in
  attest) script=start.mjs ;;
  attest-verify-history) script=dist/verify-command.js ;;
  *) script=dist/${0##*/attest-}-command.js ;;
esac
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/cache}"
exec "$program/bin/node" --min-semi-space-size=8 --max-semi-space-size=16 "$program/server/$script" "$@"
