/** The slash commands of a session, which work without a model. */
import type { AvailableCommand, Turn } from '@acp-stack/sdk';

import { modelSetup, noModelConfigured } from '../model-setup/model-setup.ts';
import { runTool } from '../model/run-tool.ts';
import type { Tool, ToolInput } from '../model/tool.ts';
import { fenced } from '../text/fenced-text.ts';
import { shownName, shownPath } from '../text/shown-path.ts';
import { changeFiles } from '../tools/change-files.ts';
import { listTool } from '../tools/list.ts';
import { locationsOf } from '../tools/locations.ts';
import { readTool } from '../tools/read.ts';
import { commandTool } from '../tools/run.ts';
import { findTool, searchTool } from '../tools/search.ts';
import type { SessionResources } from '../tools/session-resources.ts';
import { editUsage, isEdit, planEdit } from './edit-command.ts';
import { gitStatus } from './git-status.ts';
import { openFiles } from './open-command.ts';
import { planCommand } from './plan-command.ts';
import { findTests } from './project-tests.ts';
import { undo } from './undo-command.ts';

/** What a command may need, and whether the session has it: a model, no model, an editor that reports its documents. */
export interface CommandNeeds {
  readonly model: boolean;
  readonly 'no-model': boolean;
  readonly editor: boolean;
}

interface Command {
  readonly name: string;
  readonly description: string;
  /** The arguments, for the input hint. */
  readonly hint?: string;
  /** The command is not offered without it. */
  readonly needs?: keyof CommandNeeds;
  readonly run: (resources: SessionResources, input: string, turn: Turn) => Promise<void>;
}

const commands: readonly Command[] = [
  {
    name: 'read',
    description: 'Shows a file or some of its lines.',
    hint: 'path[:line[-line]]',
    run: async (resources, input, turn) => {
      const { path, line, limit } = readPlace(input);
      if (path === '') return say(turn, 'Say which file: /read path, or /read path:10-20.');
      const range = { ...(line === undefined ? {} : { line }), ...(limit === undefined ? {} : { limit }) };
      const isFolder = await resources.workspace.files.stat(path, { signal: turn.signal }).then(
        ({ kind }) => kind === 'directory',
        () => false,
      );
      const tool = isFolder ? listTool(resources) : readTool(resources);
      await sayResult(turn, tool, isFolder ? { path } : { path, ...range });
    },
  },
  {
    name: 'search',
    description: 'Searches file contents and file names.',
    hint: 'text, or a name such as *.ts',
    run: async (resources, input, turn) => {
      if (input === '') return say(turn, 'Say what to search for: /search text, or /search *.ts for names.');
      const isName = /[*?]/u.test(input) && !/\s/u.test(input);
      await sayResult(
        turn,
        isName ? findTool(resources) : searchTool(resources),
        isName ? { pattern: input } : { query: input },
      );
    },
  },
  {
    name: 'edit',
    description: 'Edits a file: shows the diff, asks, writes.',
    hint: 'path "old text" "new text", or a unified diff',
    run: async (resources, input, turn) => {
      if (!isEdit(input)) return say(turn, fenced(editUsage));
      await sayOutcome(turn, editTool(resources, input), { request: input });
    },
  },
  {
    name: 'run',
    description: 'Runs a command in a terminal.',
    hint: 'command',
    run: async (resources, input, turn) => {
      if (input === '') return say(turn, 'Say what to run: /run command.');
      await sayOutcome(turn, commandTool(resources), { command: input });
    },
  },
  {
    name: 'test',
    description: 'Finds the tests of the project and runs them.',
    hint: 'arguments',
    run: async (resources, input, turn) => {
      const tests = await findTests(resources.workspace.files, turn.signal);
      if (tests === undefined) return say(turn, 'I found no tests that I know how to run; /run runs any command.');
      await say(turn, `Found in ${tests.because}: ${tests.command}.`);
      const command = input === '' ? tests.command : `${tests.command} ${input}`;
      await sayOutcome(turn, commandTool(resources), { command, timeout: 1800 });
    },
  },
  {
    name: 'plan',
    description: 'Shows the plan, adds steps to it, and ticks them off.',
    hint: 'what to do, or done 2, or clear',
    run: (resources, input, turn) => planCommand(resources, input, turn),
  },
  {
    name: 'status',
    description: 'Shows the git status of the workspace.',
    run: async (resources, _, turn) => sayResult(turn, gitStatus(resources), {}),
  },
  {
    name: 'open',
    description: 'Lists the files that are open in the editor.',
    needs: 'editor',
    run: (resources, _, turn) => openFiles(resources, turn),
  },
  {
    name: 'undo',
    description: 'Undoes my newest change, or the newest of a file.',
    hint: '[path]',
    run: (resources, input, turn) => undo(resources, input.trim(), turn),
  },
  {
    name: 'compact',
    description: 'Summarizes the conversation to free space in the context.',
    needs: 'model',
    run: async ({ compact }, _, turn) => {
      const outcome = await compact?.(turn);
      await say(turn, compactMessages[outcome ?? 'nothing']);
    },
  },
  {
    name: 'model',
    description: 'Explains how to add a model.',
    needs: 'no-model',
    run: (_, __, turn) => say(turn, `${noModelConfigured}\n\n${fenced(modelSetup.trimEnd())}\n\nThen start me again.`),
  },
  {
    name: 'help',
    description: 'Lists the commands.',
    run: async ({ compact, session }, __, turn) => {
      const has = needsOf({ model: compact !== undefined, editor: session.editor.isOffered });
      const lines = commandsWith(has).map(({ name, hint, description }) => {
        const call = hint === undefined ? `/${name}` : `/${name} ${hint}`;
        return `- \`${call}\`: ${description}`;
      });
      await say(turn, `${lines.join('\n')}\n\nI answer anything else from the files.`);
    },
  },
];

const compactMessages = {
  done: 'Done. I continue from the summary.',
  failed: 'The conversation could not be summarized and did not change.',
  nothing: 'There is nothing to summarize.',
};

/** The needs that a session meets. */
export const needsOf = (has: Omit<CommandNeeds, 'no-model'>): CommandNeeds => ({ ...has, 'no-model': !has.model });

const commandsWith = (has: CommandNeeds): readonly Command[] =>
  commands.filter(({ needs }) => needs === undefined || has[needs]);

/** The available commands in the form of the protocol. */
export const availableCommands = (has: CommandNeeds): readonly AvailableCommand[] =>
  commandsWith(has).map(({ name, description, hint }) => ({
    type: 'command',
    name,
    description,
    ...(hint === undefined ? {} : { input: { type: 'text', hint } }),
  }));

/** Runs the command of the prompt; resolves with false if there is none. */
export async function runCommandOf(resources: SessionResources, turn: Turn): Promise<boolean> {
  const call = turn.command;
  const command = commands.find(({ name }) => name === call?.name);
  if (command === undefined || call === undefined) return false;
  await command.run(resources, call.input, turn);
  return true;
}

/** Reports an unknown command; resolves with false if the prompt is not a command. */
export async function refuseUnknownCommand(turn: Turn): Promise<boolean> {
  const name = /^\s*\/([a-z][\w:-]*)(?=\s|$)/iu.exec(turn.text.slice(0, 200))?.[1];
  if (name === undefined) return false;
  await say(turn, `Unknown command /${name}; /help lists the commands.`);
  return true;
}

/** Writes a message, unless the turn was cancelled. */
async function say(turn: Turn, words: string): Promise<void> {
  if (!turn.signal.aborted) await turn.message.append(`${words}\n`);
}

/** Runs a tool and shows its result as the answer, with its remarks below it. */
async function sayResult(turn: Turn, tool: Tool, input: ToolInput): Promise<void> {
  const { content, isError } = await runTool({ tool, input, turn });
  const [found = '', ...remarks] = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  await say(turn, [isError ? found : fenced(found), ...remarks].join(''));
}

/** Runs a tool that shows its own work; only errors are written. */
async function sayOutcome(turn: Turn, tool: Tool, input: ToolInput): Promise<void> {
  const { content, isError } = await runTool({ tool, input, turn });
  const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  // The output of a command is already in its terminal; the last line says how it ended.
  await say(turn, tool.kind === 'execute' ? (words.split('\n').at(-1) ?? '') : isError ? words : `Done. ${words}`);
}

/** `/edit` as a tool: the change is made from the user's input. */
const editTool = (resources: SessionResources, input: string): Tool => ({
  name: 'edit',
  description: 'Changes files.',
  kind: 'edit',
  asksFirst: true,
  inputSchema: { type: 'object' },
  describe: () => {
    const path = /^\S+/u.exec(input)?.[0] ?? '';
    return /^(?:```|diff|---)/u.test(path)
      ? { title: 'Apply a diff' }
      : { title: `Edit ${shownName(path)}`, ...locationsOf(resources.session.cwd, path) };
  },
  run: async (_, context) => {
    const changes = await planEdit(resources, input, context.signal);
    await changeFiles(resources, changes, context);
    const names = changes.map(({ path }) => shownPath(resources.session.cwd, path));
    return { rawOutput: { paths: changes.map(({ path }) => path) }, forModel: `Changed ${names.join(', ')}.` };
  },
});

interface ReadPlace {
  readonly path: string;
  readonly line?: number;
  readonly limit?: number;
}

/** `path`, `path:12` or `path:12-20`; a number belongs to the path if nothing else would be left. */
export function readPlace(input: string): ReadPlace {
  const [, path, from, to] = /^(.+?):(\d+)(?:-(\d+))?$/u.exec(input.trim()) ?? [];
  if (path === undefined || from === undefined) return { path: input.trim() };
  const line = Math.max(1, Number(from));
  return to === undefined ? { path, line } : { path, line, limit: Math.max(1, Number(to) - line + 1) };
}
