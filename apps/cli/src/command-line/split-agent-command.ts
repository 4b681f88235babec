/** Splits the command of an agent off a command line: the words after `--` are not options of this program. */

/** The commands that take an agent like that; others use `--` for something else. */
const takers = new Set([
  'chat',
  'exec',
  'nes',
  'sessions',
  'agents',
  'auth',
  'providers',
  'trace',
  'conduct',
  'registry',
  'web',
  'inspect',
  'call',
  'conformance',
]);

export interface SplitArguments {
  readonly own: readonly string[];
  readonly agentCommand: readonly string[] | undefined;
}

export function splitAgentCommand(args: readonly string[]): SplitArguments {
  const command = args.find((arg) => !arg.startsWith('-'));
  const end = args.indexOf('--');
  if (command === undefined || !takers.has(command) || end < args.indexOf(command)) {
    return { own: args, agentCommand: undefined };
  }
  return { own: args.slice(0, end), agentCommand: args.slice(end + 1) };
}
