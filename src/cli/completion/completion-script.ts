/** Makes completion scripts from commander's description of the program: commands, subcommands, options, choices, files. */
import type { Command, Option } from 'commander';
import { KNOWN_VALUES } from './known-values.js';

interface Entry {
  /** The words after `turnwire`, e.g. `corpus list`. */
  path: string;
  description: string;
  subcommands: { name: string; description: string }[];
  /** Allowed values of its arguments. */
  choices: readonly string[];
  options: { long: string; description: string; takesValue: boolean; choices: readonly string[] }[];
}

export function completionScript(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const entries = entriesOf(program, []);
  switch (shell) {
    case 'bash':
      return bashScript(entries);
    case 'zsh':
      // zsh can run bash completion functions, so both shells share one script.
      return `#compdef turnwire\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(entries)}`;
    case 'fish':
      return fishScript(entries);
  }
}

function entriesOf(command: Command, path: readonly string[]): Entry[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  const entry: Entry = {
    path: path.join(' '),
    description: command.description(),
    subcommands: children.map((child) => ({ name: child.name(), description: child.description() })),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    options: command.createHelp().visibleOptions(command).flatMap(describeOption),
  };
  return [entry, ...children.flatMap((child) => entriesOf(child, [...path, child.name()]))];
}

function describeOption(option: Option): Entry['options'] {
  if (!option.long) return [];
  const { long, description, required, optional, argChoices } = option;
  return [
    { long, description, takesValue: required || optional, choices: argChoices ?? KNOWN_VALUES[long] ?? [] },
  ];
}

function bashScript(entries: readonly Entry[]): string {
  const cases = entries.map(({ path, subcommands, choices, options }) => {
    const names = subcommands.map(({ name }) => name);
    const words = [...names, ...choices, ...options.map(({ long }) => long)].join(' ');
    return `    "${path}") words="${words}" ;;`;
  });
  const choices = entries.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map(
        (option) =>
          `    "${path} ${option.long}") COMPREPLY=($(compgen -W "${option.choices.join(' ')}" -- "$current")); return ;;`,
      ),
  );
  const paths = entries.map(({ path }) => `"${path}"`).join(' ');
  return `# Completion of turnwire for bash: source <(turnwire completion bash)
_turnwire() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" word known
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    for known in ${paths}; do
      [ "$known" = "\${path:+$path }$word" ] && path="$known" && break
    done
  done
  case "$path $previous" in
${choices.join('\n')}
  esac
  case "$path" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* || -z "$path" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -W "\${words//--*/}" -- "$current"))
    # One name on each line, so that a name with spaces stays one name.
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _turnwire turnwire
`;
}

function fishScript(entries: readonly Entry[]): string {
  const lines = ['# Completion of turnwire for fish: turnwire completion fish | source'];
  for (const { path, subcommands, choices: words, options } of entries) {
    const condition = fishCondition(path, subcommands);
    for (const word of words) lines.push(`complete -c turnwire -n ${quote(condition)} -f -a ${quote(word)}`);
    for (const { name, description } of subcommands) {
      lines.push(`complete -c turnwire -n ${quote(condition)} -f -a ${quote(name)} -d ${quote(description)}`);
    }
    for (const { long, description, takesValue, choices } of options) {
      const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? ' -r' : '';
      lines.push(
        `complete -c turnwire -n ${quote(condition)} -l ${long.slice(2)}${value} -d ${quote(description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function fishCondition(path: string, subcommands: Entry['subcommands']): string {
  if (path === '') return '__fish_use_subcommand';
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const notYet =
    subcommands.length > 0
      ? [`not __fish_seen_subcommand_from ${subcommands.map(({ name }) => name).join(' ')}`]
      : [];
  return [...seen, ...notYet].join('; and ');
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
