/**
 * Shell completion scripts: commands, options, and the values of options with choices.
 *
 * They are generated from the commands, so they are always complete.
 */
import type { Command } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** What can follow a command. */
interface CommandWords {
  /** The words of the command, without `acp`. */
  readonly path: readonly string[];
  readonly commands: readonly Described[];
  readonly options: readonly (Described & { readonly choices: readonly string[]; readonly takesValue: boolean })[];
  /** The choices of its arguments. */
  readonly choices: readonly string[];
}

interface Described {
  readonly name: string;
  readonly summary: string;
}

export function completionScript(shell: Shell, program: Command): string {
  return writers[shell](wordsOf(program, []));
}

function wordsOf(command: Command, path: readonly string[]): readonly CommandWords[] {
  const commands = command.commands.map((each) => ({ name: each.name(), summary: oneLine(each.summary()) }));
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ long, short, description, argChoices, required, optional, variadic }) =>
      [long, short].flatMap((name) =>
        name === undefined || name === null
          ? []
          : [
              {
                name,
                summary: oneLine(description),
                choices: argChoices ?? [],
                takesValue: required || optional || variadic,
              },
            ],
      ),
    );
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [
    {
      path,
      commands,
      options: [...options, { name: '--help', summary: 'help', choices: [], takesValue: false }],
      choices,
    },
    ...command.commands.flatMap((each) => wordsOf(each, [...path, each.name()])),
  ];
}

const oneLine = (text: string): string => text.replaceAll(/[\s'"`$\\]+/gu, ' ').trim();

const writers: Readonly<Record<Shell, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish };

const namesOf = ({ commands, options, choices }: CommandWords): string =>
  [...commands.map(({ name }) => name), ...choices, ...options.map(({ name }) => name)].join(' ');

/** Lists the names of the agents in a shell. */
const agentNames = `acp agents list --format json 2>/dev/null | sed -n 's/^ *"name": "\\(.*\\)",*$/\\1/p'`;

function bash(all: readonly CommandWords[]): string {
  const cases = all.map((words) => `    '${words.path.join(' ')}') words='${namesOf(words)}' ;;`);
  const values = all.flatMap(({ options }) => options).filter(({ choices }) => choices.length > 0);
  // If the choices of an option differ between commands, all of them are offered.
  const choicesByOption = new Map<string, Set<string>>();
  for (const { name, choices } of values)
    choicesByOption.set(name, new Set([...(choicesByOption.get(name) ?? []), ...choices]));
  return `# bash completion of acp
_acp() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) case "$path $word" in
${all
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      '${path.slice(0, -1).join(' ')} ${path.at(-1)}') path='${path.join(' ')}' ;;`)
  .join('\n')}
    esac ;; esac
  done
  case "$prev" in
    -a|--agent) COMPREPLY=($(compgen -W "$(${agentNames})" -- "$cur")); return ;;
${[...choicesByOption].map(([name, choices]) => `    ${name}) COMPREPLY=($(compgen -W '${[...choices].join(' ')}' -- "$cur")); return ;;`).join('\n')}
  esac
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
}
complete -o filenames -F _acp acp
`;
}

function zsh(all: readonly CommandWords[]): string {
  return `#compdef acp
# zsh completion of acp, by way of that of bash
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;
}

function fish(all: readonly CommandWords[]): string {
  const lines = all.flatMap((words) => {
    const condition = conditionOf(words, all);
    return [
      ...words.commands.map(({ name, summary }) => `complete -c acp ${condition} -f -a '${name}' -d '${summary}'`),
      ...words.choices.map((choice) => `complete -c acp ${condition} -f -a '${choice}'`),
      ...words.options.map(({ name, summary, choices, takesValue }) => {
        const flag = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
        const value = name === '--agent' || name === '-a' ? ` -x -a "(${agentNames})"` : takesValue ? ' -r' : '';
        return `complete -c acp ${condition} ${flag}${choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : value} -d '${summary}'`;
      }),
    ];
  });
  return `# fish completion of acp\n${lines.join('\n')}\n`;
}

/** The fish condition of a command: it was typed, and none of its subcommands. */
function conditionOf({ path, commands }: CommandWords, all: readonly CommandWords[]): string {
  if (path.length === 0) return `-n '__fish_use_subcommand'`;
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const subcommands = all.find((words) => words.path.join(' ') === path.join(' ')) === undefined ? [] : commands;
  const not =
    subcommands.length === 0
      ? ''
      : `; and not __fish_seen_subcommand_from ${subcommands.map(({ name }) => name).join(' ')}`;
  return `-n '${seen}${not}'`;
}
