/** Command lines that documents show, read as a shell and `acp` would read them, and not run. */
import { splitAgentCommand } from '../../apps/cli/src/command-line/split-agent-command.ts';
import { createProgram } from '../../apps/cli/src/program.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';

type Command = Awaited<ReturnType<typeof createProgram>>;

const noop = (): undefined => undefined;

/** Parses a command line of `acp` without running it; throws if it has an option or a command that does not exist. */
export async function parseAcp(line: readonly string[]): Promise<void> {
  const { own: args, agentCommand } = splitAgentCommand(line.length === 0 ? ['chat'] : line);
  const program = await createProgram(captureTerminal(), { finish: noop, printHelp: noop, args, agentCommand });
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) if (command.commands.length === 0) command.action(noop);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'commander.helpDisplayed') throw error;
  }
}

const word = /(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+/gu;
const withoutQuotes = (text: string): string => text.replaceAll(/^['"]|['"]$/gu, '');

/** The words of a shell line. */
export const wordsOf = (line: string): readonly string[] =>
  (line.replace(/(?:^|\s+)#.*$/u, '').match(word) ?? []).map(withoutQuotes);

/** The commands of a shell text, each with its words: what is between pipes, without redirections and variables. */
export function commandsOf(text: string): readonly (readonly string[])[] {
  return text
    .replaceAll(/<<'(\w+)'[\s\S]*?^\1$/gmu, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap(commandsOfLine)
    .map((words) => words.slice(words.findIndex((each) => !/^(?:export|[A-Z_]+=.*)$/u.test(each))))
    .filter((words) => words.length > 0);
}

function commandsOfLine(line: string): (readonly string[])[] {
  const commands: string[][] = [[]];
  let isTarget = false;
  for (const each of line.replace(/(?:^|\s+)#.*$/u, '').match(word) ?? []) {
    if (/^(?:\|\|?|&&|;)$/u.test(each)) commands.push([]);
    else if (/^\d?[<>]+$/u.test(each)) isTarget = true;
    else if (isTarget) isTarget = false;
    else commands.at(-1)?.push(withoutQuotes(each));
  }
  return commands;
}
