#!/bin/sh
# Runs a script of this folder on a Node.js that is new enough: `sh on-node.sh start.mjs [argument …]`. It replaces the
# shell, so that signals reach the script itself.
folder=$(dirname "$0")
node=$(node "$folder/runtime.mjs") || exit 1
script=$1
shift
exec "$node" "$folder/$script" "$@"
