#!/bin/sh
# Make .env of .env.example, with new secrets in the places that are empty there. It needs nothing but a shell.
set -eu
umask 077
cd "$(dirname "$0")/.."

if [ -e .env ] || [ -L .env ]; then
    echo "docker/secrets.sh: .env is there already, and stays as it is" >&2
    exit 1
fi

secret() { # 256 bits in letters and digits
    od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

made=
set -C # nobody else's .env is written over, also not one that appears now
: >.env
trap 'rm -f .env' EXIT
while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    [A-Z]*=)
        value=$(secret)
        [ ${#value} -eq 64 ] || { echo "docker/secrets.sh: /dev/urandom gives nothing" >&2; exit 1; }
        line=$line$value
        made="$made ${line%%=*}"
        ;;
    esac
    printf '%s\n' "$line"
done <.env.example >>.env
trap - EXIT

echo "Made .env, which only you can read, with new secrets:$made"
echo "Next: docker compose up -d"
