/** Takes the agent off a command line: what stands behind `--` is its command, and no option of ours. */

/** The commands that take an agent like that; others have a use of their own for `--`. */
const takers = new Set(['chat', 'exec', 'nes', 'sessions', 'agents', 'auth', 'providers', 'trace']);

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
