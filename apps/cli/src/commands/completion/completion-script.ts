/**
 * Shell completion scripts: commands, options, the values of options with choices, and the names of agents, sessions
 * and methods.
 *
 * They are generated from the commands, so they are always complete. Names that come from files are compared as text:
 * nothing in them is expanded by the shell.
 */
import { methods as v1Methods } from '@acp-stack/schema/v1/unstable';
import { methods as v2Methods } from '@acp-stack/schema/v2/unstable';
import type { Argument, Command } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** What can follow a command. */
interface CommandWords {
  /** The words of the command, without `acp`. */
  readonly path: readonly string[];
  readonly commands: readonly Described[];
  readonly options: readonly (Described & { readonly choices: readonly string[]; readonly takesValue: boolean })[];
  /** The choices of its arguments. */
  readonly choices: readonly string[];
  /** What else its arguments can be. */
  readonly values: readonly ArgumentValue[];
}

type ArgumentValue = 'agents' | 'sessions' | 'methods' | 'files';

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
  const values = command.registeredArguments.flatMap((argument) => valuesOf(argument, path));
  return [
    {
      path,
      commands,
      options: [...options, { name: '--help', summary: 'help', choices: [], takesValue: false }],
      choices,
      values,
    },
    ...command.commands.flatMap((each) => wordsOf(each, [...path, each.name()])),
  ];
}

/** What an argument can be, by its name: a new agent has a name that is not known yet. */
function valuesOf(argument: Argument, path: readonly string[]): readonly ArgumentValue[] {
  const name = argument.name();
  if (argument.argChoices !== undefined || path.join(' ') === 'agents add') return [];
  if (path.join(' ') === 'protocol') return ['methods'];
  if (path.join(' ') === 'call') return ['agents', 'methods'];
  if (['exec', 'inspect'].includes(path.join(' ')) || name === 'command') return ['agents', 'files'];
  if (['agent', 'agents', 'name'].includes(name)) return ['agents'];
  return name === 'session' ? ['sessions'] : ['files'];
}

const methodNames = [
  ...new Set([...Object.values(v1Methods), ...Object.values(v2Methods)].map(({ name }) => name)),
].toSorted();

const oneLine = (text: string): string => text.replaceAll(/[\s'"`$\\]+/gu, ' ').trim();

const writers: Readonly<Record<Shell, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish };

const namesOf = ({ commands, choices }: CommandWords): readonly string[] => [
  ...commands.map(({ name }) => name),
  ...choices,
];

/** Lists one field of a JSON list that the program prints, one in each line. */
const listed = (command: string, field: string): string =>
  `acp ${command} --format json 2>/dev/null | sed -n 's/^ *"${field}": "\\(.*\\)",*$/\\1/p'`;

/** Lists the values in a shell, one in each line. */
const listings: Readonly<Record<Exclude<ArgumentValue, 'files'>, string>> = {
  agents: listed('agents list', 'name'),
  sessions: listed('sessions list', 'sessionId'),
  methods: `printf '%s\\n' ${methodNames.map((name) => `'${name}'`).join(' ')}`,
};

/** Words as one string of bash, one in each line. */
const inLines = (words: readonly string[]): string => `$'${words.join('\\n')}'`;

function bash(all: readonly CommandWords[]): string {
  return `# bash completion of acp
_acp_add() {
  local line
  while IFS= read -r line; do [[ -n $line && $line == "$cur"* ]] && COMPREPLY+=("$line"); done
}
_acp_files() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
}
_acp_options() { [[ $cur != -* && \${#COMPREPLY[@]} -gt 0 ]] || _acp_add; }
_acp() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} typed='' word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${tables(all)}
}
complete -o filenames -F _acp acp
`;
}

/** In a file of its own that zsh finds, the script is the function at its first call. */
function zsh(all: readonly CommandWords[]): string {
  return `#compdef acp
# zsh completion of acp
_acp_add() {
  local line
  local -a lines
  while IFS= read -r line; do [[ -n $line ]] && lines+=("$line"); done
  compadd -a lines
}
_acp_files() { _files }
_acp_options() { [[ $cur != -* && \${compstate[nmatches]} -gt 0 ]] || _acp_add }
_acp() {
  local cur=$PREFIX prev=\${words[CURRENT-1]} typed='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
${tables(all)}
}
if [[ \${funcstack[1]} == _acp ]]; then _acp "$@"; else compdef _acp acp; fi
`;
}

/** What bash and zsh share: finding the command that was typed, and what can follow it. */
function tables(all: readonly CommandWords[]): string {
  const options = all.flatMap(({ path, options: list }) => list.map((option) => ({ ...option, path: path.join(' ') })));
  const chosen = options.filter(({ choices }) => choices.length > 0);
  const open = options.filter(
    ({ takesValue, choices, name }) => takesValue && choices.length === 0 && !isAgent(name) && !isSession(name),
  );
  return `    case "$word" in -*) ;; *) case "$typed $word" in
${all
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      '${path.slice(0, -1).join(' ')} ${path.at(-1)}') typed='${path.join(' ')}' ;;`)
  .join('\n')}
    esac ;; esac
  done
  case "$typed:$prev" in
    *:-a|*:--agent) _acp_add < <(${listings.agents}); return ;;
    *:--resume) _acp_add < <(${listings.sessions}); return ;;
${chosen.map(({ path, name, choices }) => `    '${path}:${name}') _acp_add <<< ${inLines(choices)}; return ;;`).join('\n')}
${open.map(({ path, name }) => `    '${path}:${name}') _acp_files; return ;;`).join('\n')}
  esac
  case "$typed" in
${all.map((words) => `    '${words.path.join(' ')}') ${offeredInShell(words).join('; ')} ;;`).join('\n')}
  esac`;
}

/** What can follow a command. Options are offered where one begins to type one, or where there is nothing else. */
function offeredInShell(words: CommandWords): readonly string[] {
  const names = namesOf(words);
  return [
    ...(names.length === 0 ? [] : [`_acp_add <<< ${inLines(names)}`]),
    // Nothing is listed for a word that can only be an option.
    ...words.values.map((value) =>
      value === 'files' ? '_acp_files' : `[[ $cur == -* ]] || _acp_add < <(${listings[value]})`,
    ),
    `_acp_options <<< ${inLines(words.options.map(({ name }) => name))}`,
  ];
}

const isAgent = (option: string): boolean => option === '--agent' || option === '-a';
const isSession = (option: string): boolean => option === '--resume';

function fish(all: readonly CommandWords[]): string {
  const lines = all.flatMap((words) => {
    const condition = conditionOf(words, all);
    const noFiles = words.values.includes('files') ? '' : ' -f';
    return [
      ...words.commands.map(({ name, summary }) => `complete -c acp ${condition} -f -a '${name}' -d '${summary}'`),
      ...words.choices.map((choice) => `complete -c acp ${condition} -f -a '${choice}'`),
      ...words.values
        .filter((value) => value !== 'files')
        .map((value) => `complete -c acp ${condition}${noFiles} -a ${fishList(listings[value])}`),
      ...words.options.map(({ name, summary, choices, takesValue }) => {
        const flag = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
        const listing = isAgent(name) ? listings.agents : isSession(name) ? listings.sessions : undefined;
        const value = listing === undefined ? (takesValue ? ' -r' : '') : ` -x -a ${fishList(listing)}`;
        return `complete -c acp ${condition} ${flag}${choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : value} -d '${summary}'`;
      }),
    ];
  });
  return `# fish completion of acp\n${lines.join('\n')}\n`;
}

/** A listing for fish, which runs it when it completes; in double quotes it would expand the `$` of the expression. */
const fishList = (listing: string): string =>
  `'(${listing.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)})'`;

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
