/**
 * Commands that only group others, such as `acp sessions`. Each shows examples in its help, and when it is called
 * alone.
 */
import type { Command } from 'commander';

const examples: ReadonlyMap<string, readonly (readonly [line: string, meaning: string])[]> = new Map([
  [
    'sessions',
    [
      ['acp sessions list', 'the sessions of this folder'],
      ['acp sessions show 3f2a', 'one of them, by the beginning of its id'],
      ['acp sessions resume 3f2a "go on"', 'send another prompt to it'],
      ['acp sessions list -- my-agent', 'the sessions of another agent'],
    ],
  ],
  [
    'agents',
    [
      ['acp agents list', 'the configured, installed and available agents'],
      ['acp agents add gemini -- gemini --acp', 'add an agent'],
      ['acp agents info gemini', 'its name, version and capabilities'],
      ['acp agents doctor', 'check every agent, and print how to fix it'],
    ],
  ],
  [
    'registry',
    [
      ['acp registry list', 'all agents, and what is installed'],
      ['acp registry search gemini', 'those with a word'],
      ['acp registry info gemini', 'everything about one, and what would run'],
      ['acp registry install gemini', 'install it, as acp chat gemini does'],
      ['acp registry update', 'show and install newer versions'],
      ['acp registry sources add official', 'accept the official registry'],
      ['acp registry check my-registry', 'check manifests, for authors'],
    ],
  ],
  [
    'hub',
    [
      ['acp hub', 'start a hub for your own clients'],
      ['acp hub status', 'what it does'],
      ['acp hub invite hub_3f2a --role controller --expires 1h', 'a link to a session'],
      ['acp hub token add ann', 'a token for another user'],
      ['acp hub backup copy.db', 'copy its database, while it runs'],
      ['acp hub gc --older-than 90d', 'delete old sessions'],
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
      ['acp providers list', 'the model providers of the agent'],
      ['acp providers list -- my-agent', 'those of another agent'],
    ],
  ],
  [
    'conformance',
    [
      ['acp conformance agent -- my-agent', 'which rules an agent breaks'],
      ['acp conformance agent --list', 'the scenarios, and the rules that they decide'],
      ['acp conformance agent --only prompt -- my-agent', 'one area'],
      ['acp conformance agent --url ws://127.0.0.1:8420/acp', 'an agent at an address'],
      ['acp conformance client -- my-client {agent} {prompt}', 'which rules a client breaks'],
      ['acp conformance show report.json --format html', 'a saved report in another form'],
      ['acp conformance compare a.json b.json', 'several reports in one table'],
    ],
  ],
  [
    'trace',
    [
      ['acp exec "hello" --trace trace.jsonl', 'record every message on the wire'],
      ['acp trace view trace.jsonl', 'show the messages in order'],
      ['acp trace view --html trace.html trace.jsonl', 'the same as an HTML page'],
      ['acp trace redact -o clean.jsonl trace.jsonl', 'remove secrets'],
    ],
  ],
]);

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

/** Adds a group to the program, with its examples in the help. */
export function addCommandGroup(program: Command, { name, summary, description }: CommandGroup): Command {
  const lines = examples.get(name) ?? [];
  const width = Math.max(...lines.map(([line]) => line.length));
  const shown = lines.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return program
    .command(name)
    .summary(summary)
    .description(description)
    .addHelpText('after', ['', 'Examples:', ...shown].join('\n'));
}

/** A complete command line of the group; undefined if `command` is not a group. */
export const exampleFor = (command: string): string | undefined =>
  examples.get(command)?.find(([line]) => line.startsWith(`acp ${command} `))?.[0];

/** Words of other programs for what a subcommand does. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['uninstall', 'remove'],
  ['delete', 'remove'],
  ['rm', 'remove'],
  ['upgrade', 'update'],
  ['ls', 'list'],
  ['find', 'search'],
  ['show', 'info'],
  ['init', 'new'],
]);

/** `; did you mean remove?` for a word that other programs use for one of `names`, or an empty string. */
export function meantSubcommand(word: string, names: readonly string[]): string {
  const meant = otherWords.get(word.toLowerCase());
  return meant !== undefined && names.includes(meant) ? `; did you mean ${meant}?` : '';
}
