/** The command of an agent, and its environment. */
import { mergedEnvironment } from '../system/environment.ts';

/** A program with its arguments, which are passed as they are, without a shell. */
export interface AgentCommand {
  /** A path, or a name that is looked up in `PATH`. */
  readonly command: string;
  /** None when absent. */
  readonly args?: readonly string[];
  /** Variables in addition to those that are passed on; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The working directory; that of this program when absent. */
  readonly cwd?: string;
}

/** Reads a command from `[command, ...args]`, or returns the object. */
export function readCommand(given: readonly string[] | AgentCommand): AgentCommand {
  if (typeof given === 'string') {
    throw new TypeError('A command is a list, such as ["npx", "some-agent"]; a string would need a shell.');
  }
  if (!isArgv(given)) return given;
  const [command, ...args] = given;
  if (command === undefined || command === '') throw new TypeError('The command is empty.');
  return { command, args };
}

const isArgv = (given: readonly string[] | AgentCommand): given is readonly string[] => Array.isArray(given);

/**
 * The environment of the agent: that of this program, or only the variables in `passed`, with what the command adds.
 */
export function environmentOf(
  { env = {} }: AgentCommand,
  passed: readonly string[] | undefined,
  ours: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const inherited = passed === undefined ? ours : Object.fromEntries(passed.map((name) => [name, ours[name]]));
  return mergedEnvironment([inherited, env]);
}
