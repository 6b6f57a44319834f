/** Shells that can complete. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

// Each asks the program for the words that may follow. A line is a word, a tab and its meaning; ":files" asks for files, too.

const BASH = `# langgraph-rollback in bash: eval "$(langgraph-rollback completion bash)" in ~/.bashrc
_langgraph_rollback() {
  local line word files="" begun="" typed="\${COMP_LINE:0:COMP_POINT}"
  local -a given
  read -ra given <<< "$typed"
  [[ "$typed" == *[[:space:]] ]] && given+=("")
  word="\${given[\${#given[@]}-1]}"
  # Readline replaces what stands behind the last = or : of a word.
  [[ "$word" == *[=:]* ]] && begun="\${word%"\${word##*[=:]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then files=1; continue; fi
    line="\${line%%$'\\t'*}"
    COMPREPLY+=("\${line#"$begun"}")
  done < <("$1" complete -- "\${given[@]:1}" 2>/dev/null)
  if [[ -n "$files" ]]; then compopt -o default 2>/dev/null; fi
  return 0
}
complete -F _langgraph_rollback langgraph-rollback`;

const ZSH = `#compdef langgraph-rollback
# langgraph-rollback in zsh: eval "$(langgraph-rollback completion zsh)" in ~/.zshrc, below compinit
_langgraph_rollback() {
  local line files=""
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then files=1; continue; fi
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( $#found )) && _describe 'langgraph-rollback' found
  [[ -n "$files" ]] && _files
  return 0
}
compdef _langgraph_rollback langgraph-rollback`;

const FISH = `# langgraph-rollback in fish: langgraph-rollback completion fish > ~/.config/fish/completions/langgraph-rollback.fish
function __langgraph_rollback_complete
    set -l given (commandline -opc)
    set -l current (commandline -ct)
    test -z "$current"; and set current ""
    for line in ($given[1] complete -- $given[2..-1] $current 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c langgraph-rollback -f -a '(__langgraph_rollback_complete)'`;

/** The script that a shell reads to complete the command line. */
export const completionScripts: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
