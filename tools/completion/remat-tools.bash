# Completion for bash of every tool of the project: flags, their values, and files, as the tool's --help names them.
#   source remat-tools.bash
declare -gA _remat_help

# Lines `flag` or `flag=`, and `flag=value` for each value that --help lists.
_remat_words() {
  local tool=$1
  if [[ -z ${_remat_help[$tool]-} ]]; then
    _remat_help[$tool]=$(COLUMNS=100000 "$tool" --help 2>/dev/null | awk '
      function values(text,   count, part, i) {
        count = split(text, part, "|")
        for (i = 1; i <= count; ++i)
          if (part[i] ~ /^(FILE|FOLDER|DIR)/ || part[i] ~ /\.(json|csv|html|txt|mlir)$/) print flag "=FILE"
          else if (part[i] !~ /[A-Z…]|^(bytes|name|step|value|number|string|int|uint|long|ulong|identifier|filename|N)$|\.\./) print flag "=" part[i]
      }
      # Flags, and passes. What is further to the right are options of passes, which no command line takes.
      /^  (    )?--?[A-Za-z]/ {
        flag = $1
        sub(/[=[<].*/, "", flag)
        print flag (($1 ~ /=/ && $1 !~ /\[=/) ? "=" : "")
        if (match($0, /<[^>]*>/)) values(substr($0, RSTART + 1, RLENGTH - 2))
        next
      }
      /^    =[^ ]/ { print flag $1; next }')
  fi
  printf '%s\n' "${_remat_help[$tool]}"
}

_remat_complete() {
  local tool=$1 line=${COMP_LINE:0:COMP_POINT} current word before=
  current=${line##*[[:space:]]}
  COMPREPLY=()
  case $current in
    -*=*)
      # Where = ends a word for bash, the reply is the value alone.
      [[ $COMP_WORDBREAKS == *=* ]] || before=${current%%=*}=
      while IFS= read -r word; do
        if [[ $word == "${current%%=*}=FILE" ]]; then
          while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -f -- "${current#*=}")
        elif [[ $word == "$current"* && $word != *= ]]; then
          COMPREPLY+=("$before${word#*=}")
        fi
      done < <(_remat_words "$tool")
      compopt -o filenames 2>/dev/null
      ;;
    -*)
      while IFS= read -r word; do
        [[ $word == "$current"* && $word != *=?* ]] && COMPREPLY+=("$word")
      done < <(_remat_words "$tool")
      [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
      ;;
    *)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
      ;;
  esac
  return 0
}

complete -F _remat_complete remat-opt remat-run remat-compile remat-plan remat-reduce remat-lsp-server
