# Prints what bash would offer at the end of a line: complete.sh SOURCE 'LINE'
source "$1/tools/completion/remat-tools.bash"
complete -p remat-opt remat-run remat-compile remat-plan remat-reduce remat-lsp-server >/dev/null || exit 1
COMP_LINE=$2 COMP_POINT=${#2}
_remat_complete "${2%% *}"
printf '%s\n' "${COMPREPLY[@]}"
