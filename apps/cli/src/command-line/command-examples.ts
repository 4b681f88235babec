/** What can stand behind the commands that do nothing by themselves, by example: in their help, and for whoever stops there. */
import type { Command } from 'commander';

const examples: ReadonlyMap<string, readonly (readonly [line: string, meaning: string])[]> = new Map([
  [
    'sessions',
    [
      ['acp sessions list', 'what was said before, in this folder'],
      ['acp sessions show 3f2a', 'one of them, by the beginning of its id'],
      ['acp sessions resume 3f2a "go on"', 'go on with it'],
      ['acp sessions list -- my-agent', 'the sessions of another agent'],
    ],
  ],
  [
    'agents',
    [
      ['acp agents list', 'the agents that can be named'],
      ['acp agents add gemini -- gemini --acp', 'add one'],
      ['acp agents info gemini', 'what it is and can do'],
      ['acp agents doctor', 'what is wrong, and how to mend it'],
    ],
  ],
  [
    'auth',
    [
      ['acp auth status gemini', 'whether you are logged in'],
      ['acp auth login gemini', 'log in'],
      ['acp auth logout gemini', 'log out'],
    ],
  ],
  [
    'providers',
    [
      ['acp providers list', 'the model services that the agent asks'],
      ['acp providers list -- my-agent', 'those of another agent'],
    ],
  ],
  [
    'trace',
    [
      ['acp exec "hello" --trace trace.jsonl', 'record what crosses the wire'],
      ['acp trace view trace.jsonl', 'show it as a sequence'],
      ['acp trace view --html trace.html trace.jsonl', 'the same as one page'],
      ['acp trace redact -o clean.jsonl trace.jsonl', 'take secrets out of it'],
    ],
  ],
]);

/** Adds the examples to the help of a command. */
export function addExamples(command: Command): Command {
  const lines = examples.get(command.name()) ?? [];
  const width = Math.max(...lines.map(([line]) => line.length));
  const shown = lines.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return command.addHelpText('after', ['', 'Examples:', ...shown].join('\n'));
}

/** A line that begins with the command and works; undefined when it does something by itself. */
export const exampleFor = (command: string): string | undefined =>
  examples.get(command)?.find(([line]) => line.startsWith(`acp ${command} `))?.[0];
