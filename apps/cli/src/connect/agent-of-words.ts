/**
 * The agent of commands that take a command line, such as `acp serve`: a command, or the name of an agent.
 *
 * After `--`, or with arguments, the words are a command. A word alone is first looked for in the config file, then
 * among the installed agents, then on PATH, and last in the registries.
 */
import { noDefaults, type AgentServer } from '../config/agent-server.ts';
import { loadSettings } from '../config/settings.ts';
import { UsageError } from '../errors/usage-error.ts';
import { absoluteCommand } from '../files/find-program.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { commandName } from '../text/command-name.ts';
import { exactLine } from '../text/exact-text.ts';
import { chooseAgent, isAgentName } from './choose-agent.ts';
import { withNamedAgent } from './resolve-agent.ts';

export interface AgentWords {
  readonly words: readonly string[];
  /** Whether the words stand after `--`. */
  readonly isCommand: boolean;
  /** Installs an agent of a registry without a question. */
  readonly yes?: boolean | undefined;
  /** The options of the command that takes the words, which stand before them. */
  readonly ownOptions?: ReadonlySet<string>;
}

/** Returns how to start or reach it; throws a `UsageError` if the agent is not found. */
export async function agentOfWords(given: AgentWords, terminal: Terminal): Promise<AgentServer> {
  const { words, isCommand } = given;
  const [name = '', last] = words;
  // Options after the first word belong to a command; a name has no options, so this one is for this program.
  const isYesLast = words.length === 2 && /^(?:-y|--yes)$/u.test(last ?? '');
  if (!isCommand && !isYesLast) await requireOwnOptionsFirst(given, terminal);
  if (isCommand || (words.length !== 1 && !isYesLast) || /[/\\]/u.test(name)) return commandServer(words);
  const yes = isYesLast ? true : given.yes;
  const settings = await loadSettings({ cwd: process.cwd() }, terminal);
  if (!isAgentName(name, settings) && !(await isInstalled(name, terminal))) {
    if (absoluteCommand(name, terminal.env) !== undefined) return commandServer(words);
  }
  const choice = { name, flags: yes === undefined ? {} : { yes } };
  return chooseAgent(choice, await withNamedAgent(choice, settings, terminal), terminal);
}

/** The same for commands that start the agent themselves; `why` ends the sentence that refuses a remote one. */
export async function startedAgentOfWords(
  words: AgentWords,
  why: string,
  terminal: Terminal,
): Promise<AgentServer & { readonly kind: 'command' }> {
  const server = await agentOfWords(words, terminal);
  if (server.kind === 'command') return server;
  throw new UsageError(`${server.name} is a remote agent, ${why}`);
}

function commandServer([command = '', ...args]: readonly string[]): AgentServer {
  return { name: commandName(command, args), kind: 'command', command, args, env: {}, defaults: noDefaults };
}

/** An option of this program after the name of an agent would be taken for one of a program of that name. */
async function requireOwnOptionsFirst(
  { words: [name = '', next = ''], ownOptions }: AgentWords,
  terminal: Terminal,
): Promise<void> {
  const [option = ''] = next.split('=');
  if (ownOptions?.has(option) !== true || /[/\\]/u.test(name)) return;
  const isProgram = absoluteCommand(name, terminal.env) !== undefined;
  const settings = isProgram ? await loadSettings({ cwd: process.cwd() }, terminal) : undefined;
  if (settings !== undefined && !isAgentName(name, settings) && !(await isInstalled(name, terminal))) return;
  throw new UsageError(`put ${option} before ${exactLine(name)}; what stands after the name is for the agent`);
}

async function isInstalled(name: string, terminal: Terminal): Promise<boolean> {
  const { installedIds } = await import('../registry/registry-server.ts');
  return (await installedIds(terminal)).includes(name);
}
