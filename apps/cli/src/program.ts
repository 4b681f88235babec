/** The commands and options of `acp`; what a command does is loaded only when it runs. */
import { readFileSync } from 'node:fs';

import { Argument, Command, Option } from 'commander';

import type { CommandContext } from './command-line/command-context.ts';
import { addAgents } from './commands/agents/agents-command.ts';
import { addAuth } from './commands/auth/auth-command.ts';
import { addBridge } from './commands/bridge/bridge-command.ts';
import { addChat } from './commands/chat/chat-command.ts';
import { addCompletion } from './commands/completion/completion-command.ts';
import { addDiagnosticOptions, type DiagnosticFlags } from './command-line/agent-options.ts';
import { addExec } from './commands/exec/exec-command.ts';
import { addNes } from './commands/nes/nes-command.ts';
import { addProviders } from './commands/providers/providers-command.ts';
import { addServe } from './commands/serve/serve-command.ts';
import { addSessions } from './commands/sessions/sessions-command.ts';
import { wrap } from './terminal/columns.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addTrace } from './commands/trace/trace-command.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

export interface ProgramEvents {
  /** Called with the exit code of the command that ran. */
  readonly finish: (exitCode: number) => void;
  /** Called with help texts; they belong on stdout. */
  readonly printHelp: (text: string) => void;
  /** What will be parsed: only the command that it begins with is described, if it begins with one. */
  readonly args: readonly string[];
  /** What stands behind `--`, for commands that take an agent there. */
  readonly agentCommand?: readonly string[] | undefined;
}

type Add = (program: Command, context: CommandContext) => void;

/** The commands in the order of the help. */
const commands: ReadonlyMap<string, Add> = new Map<string, Add>([
  ['chat', addChat],
  ['exec', addExec],
  ['nes', addNes],
  ['sessions', addSessions],
  ['agents', addAgents],
  ['auth', addAuth],
  ['providers', addProviders],
  ['protocol', addProtocol],
  ['validate', addValidate],
  ['agent', addAgent],
  ['bridge', addBridge],
  ['serve', addServe],
  ['trace', addTrace],
]);

const completion = 'completion';

/** The commands, for messages that name one. */
export const commandNames: ReadonlySet<string> = new Set([...commands.keys(), completion]);

/** Builds the program; usage errors come out of `parseAsync` as `CommanderError`. */
export function createProgram(terminal: Terminal, { finish, printHelp, args, agentCommand }: ProgramEvents): Command {
  const context: CommandContext = { terminal, finish, agentCommand, version };
  const program = new Command('acp')
    .description('A client for any agent of the Agent Client Protocol, an agent, and tools around them.')
    .version(version)
    // Each command has a --version of its own: the version of the protocol.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printHelp(wrapParagraphs(text, helpWidth(terminal))),
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth(terminal),
      getOutHasColors: () => false,
    })
    .addHelpText(
      'after',
      `
Examples:
  acp                             talk to an agent in the terminal
  acp chat -- my-agent            the same with another agent
  acp exec "explain this project" give an agent one prompt, and print its answer
  acp exec "hello" -- my-agent    the same with another agent
  acp nes src/main.ts             edit a file while an agent suggests edits
  acp sessions list               what was said before, in this folder
  acp agents info -- my-agent     what an agent is and can do
  acp protocol                    every method at a glance
  acp protocol session/prompt     one method with its params and result
  acp protocol --types            every type at a glance
  acp validate log.ndjson         check a recorded conversation
  acp validate --as agent < out   check what an agent wrote
  acp agent                       a coding agent, for the settings of an editor
  acp bridge --to 2 -- my-agent   show a version 1 agent as one of version 2
  acp serve -- my-agent           show an agent to remote clients

Exit codes: 0 success, 1 an invalid message or a failed agent, 2 a wrong command line or unreadable input, 70 a bug in acp; acp exec --help lists those of commands that talk to an agent.`,
    );

  // Describing them all takes longer than most commands do; the others are needed only to be listed.
  const [first = ''] = args;
  const called = commands.get(first);
  if (called === undefined) {
    for (const add of commands.values()) add(program, context);
    addCompletion(program, context);
  } else called(program, context);
  watchTheRest(program, terminal);
  return program;
}

const helpWidth = ({ stdout }: Terminal): number => stdout.columns ?? 100;

/** What stands at the edge is a paragraph; what is indented is laid out already, or an example to be copied. */
const wrapParagraphs = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, width)))
    .join('\n');

/** The command with the words that call it, such as `acp agents list`. */
export const calledName = (command: Command): string =>
  command.parent === null ? command.name() : `${calledName(command.parent)} ${command.name()}`;

/** Whoever puts `--trace` or `--log-level` before every command, in an alias for instance, can do that with all of them. */
function watchTheRest(parent: Command, terminal: Terminal): void {
  for (const command of parent.commands) {
    watchTheRest(command, terminal);
    if (command.commands.length > 0 || command.options.some(({ long }) => long === '--trace')) continue;
    addDiagnosticOptions(command, { isAlone: true }).hook('preAction', async (_, { args: words }) => {
      const { writeEmptyTrace } = await import('./trace/empty-trace.ts');
      await writeEmptyTrace(command.opts<DiagnosticFlags>(), { name: calledName(command), words, terminal });
    });
  }
}

function addProtocol(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('protocol')
    .summary('show the methods and types of the protocol')
    .description('Shows every method or every type at a glance, or one of them in full.')
    .addArgument(new Argument('[name]', 'a method (session/prompt) or a type (ContentBlock)'))
    .addOption(new Option('--types', 'list the types instead of the methods'))
    .addOption(protocolVersionOption('show only this version of the protocol'))
    .addOption(new Option('--stable', 'leave out what is unstable or a draft').conflicts('unstable'))
    .addOption(new Option('--unstable', 'include what is unstable or a draft (default)'))
    .addOption(formatOption())
    .action(async (name: string | undefined, options: ProtocolFlags) => {
      const { protocol } = await import('./commands/protocol/protocol.ts');
      finish(await protocol({ ...options, version: toVersion(options.version), name }, terminal));
    });
}

function addValidate(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('validate')
    .summary('check newline-delimited JSON-RPC messages')
    .description(
      'Checks newline-delimited JSON-RPC messages and prints one line for each: ok, or what is wrong and where. ' +
        'Responses are checked against the request with the same id earlier in the input.',
    )
    .addArgument(new Argument('[file]', 'the file to read; - or nothing reads standard input'))
    .addOption(
      protocolVersionOption(
        'the version of the protocol; without it initialize decides: its params are checked as the version they ask ' +
          'for (1 if unknown), and what follows as the version in its result',
      ),
    )
    .addOption(new Option('--unstable', 'allow what is unstable or a draft'))
    .addOption(new Option('--as <side>', 'allow only what this side may send').choices(['client', 'agent']))
    .addOption(new Option('--method <name>', 'the method of responses whose request is not in the input'))
    .addOption(formatOption())
    .addHelpText('after', '\nExit codes: 0 all valid, 1 any invalid, 2 a wrong command line or an unreadable file.')
    .action(async (file: string | undefined, options: ValidateFlags) => {
      const { validate } = await import('./commands/validate/validate.ts');
      finish(await validate({ ...options, version: toVersion(options.version), file: file ?? '-' }, terminal));
    });
}

function addAgent(program: Command, { terminal, finish }: CommandContext): void {
  const described = program
    .command('agent')
    .summary('be a coding agent on standard input and output')
    .description(
      'Is a coding agent for any client of the protocol. Without a model it answers from the files of the workspace and does what ' +
        'slash commands say (/help lists them); with one it does the work of a coding agent.',
    )
    .addOption(new Option('--data <folder>', 'where sessions are kept; ACP_AGENT_DATA says so too'))
    .addOption(new Option('--in-memory', 'keep no sessions').conflicts('data'))
    .addOption(new Option('--features', 'list what the agent implements, with the rules of the protocol'))
    .addOption(formatOption())
    .addOption(
      new Option(
        '--auth <ways>',
        'for the authors of clients: ask users to log in, by agent, terminal or env, or several of them with commas between; ACP_AGENT_AUTH says so too',
      ),
    )
    .addOption(new Option('--script <file>', 'for the authors of clients: play what the file says'))
    .addArgument(new Argument('[action]', 'login: log in, for clients that run it in a terminal').choices(['login']));
  addDiagnosticOptions(described)
    .addHelpText('after', '\nExample, in the settings of an editor: { "command": "acp", "args": ["agent"] }')
    .action(async (action: 'login' | undefined, options: AgentFlags) => {
      const { data, inMemory = false, auth, script, format } = options;
      if (options.features === true) {
        const { features } = await import('./commands/agent/features.ts');
        return finish(await features({ format }, terminal));
      }
      if (action === 'login') {
        const { login } = await import('./commands/agent/login.ts');
        return finish(await login({ data }, terminal));
      }
      const { agent } = await import('./commands/agent/agent.ts');
      return finish(await agent({ version, data, inMemory, auth, script, flags: options }, terminal));
    });
}

interface AgentFlags extends DiagnosticFlags {
  readonly data?: string;
  readonly inMemory?: boolean;
  readonly features?: boolean;
  readonly format: 'text' | 'json';
  readonly auth?: string;
  readonly script?: string;
}

interface SharedFlags {
  readonly version?: string;
  readonly unstable?: boolean;
  readonly format: 'text' | 'json';
}

interface ProtocolFlags extends SharedFlags {
  readonly types?: boolean;
  readonly stable?: boolean;
}

interface ValidateFlags extends SharedFlags {
  readonly as?: 'client' | 'agent';
  readonly method?: string;
}

const protocolVersionOption = (description: string): Option =>
  new Option('--version <number>', description).choices(['1', '2']);

const formatOption = (): Option =>
  new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text');

function toVersion(text: string | undefined): 1 | 2 | undefined {
  if (text === undefined) return undefined;
  return text === '1' ? 1 : 2;
}
