/**
 * `acp nes`: edits a file, with next edit suggestions of an agent.
 *
 * When it ends, the terminal is restored, and the text is in the file or in a rescue file.
 */
import { describeError } from '@acp-stack/rpc';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { configFolder } from '@acp-stack/workspace/user-folders';

import { runInTerminal } from '../../terminal/run-in-terminal.ts';
import { RawTerminal } from '../../tui/raw-terminal.ts';
import { chooseTheme } from '../../tui/choose-theme.ts';
import { TerminalTheme } from '../../tui/terminal-theme.ts';
import { wantedTheme, type ThemeFlags } from '../../command-line/wanted-theme.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import { CommandError } from '../../errors/command-error.ts';
import { Log } from '../../log/log.ts';
import { logLevels } from '../../log/log-levels.ts';
import { CommandDeadline } from '../../connect/command-deadline.ts';
import { prepare, type AgentInvocation, type Preparation } from '../../connect/run-with-agent.ts';
import { FullScreen } from '../../tui/full-screen.ts';
import { Output } from '../../terminal/output.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { SuggestionAgent } from './suggestion-agent.ts';
import { EditedFile, type ReadFile } from './edited-file.ts';
import { NesEditor } from './editor.ts';
import type { OpenFile } from './open-file.ts';
import { WorkspaceFolder } from './workspace-folder.ts';

export interface NesInvocation extends AgentInvocation {
  readonly flags: AgentFlags & ThemeFlags;
  /** The files to edit; the first one is shown, and a new one is created if there is none. */
  readonly files: readonly string[];
  /** The command whose problems are the diagnostics; none when undefined or empty. */
  readonly diagnostics?: string | undefined;
}

export async function nes(invocation: NesInvocation, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = terminal;
  if (stdin.isTTY !== true || !stdout.isTerminal) throw new UsageError('acp nes needs a terminal');
  const prepared = await prepare(invocation, terminal);
  const { cwd } = prepared;
  const files = await openAll(invocation.files, cwd);
  const screen = new FullScreen(stdout);
  const workspace = new WorkspaceFolder(cwd);
  const wanted = wantedTheme(invocation.flags.theme, terminal.env, prepared.settings.theme);
  const theme = new TerminalTheme(chooseTheme(wanted, stdout, terminal.env), (better) => editor.use(better));
  const editor = new NesEditor({ files, workspace, screen, theme: theme.current });
  const deadline = new CommandDeadline(undefined);
  const keys = { key: editor.press, reply: theme.hear, end: editor.end };
  const raw = new RawTerminal(terminal, keys, { questions: theme.questions });
  const resized = stdout.onResize(editor.draw);
  const open = (): void => {
    raw.open();
    screen.open();
    editor.draw();
  };
  const close = async (): Promise<void> => {
    await screen.close();
    await raw.close();
  };
  const agent = new SuggestionAgent({
    server: prepared.server,
    cwd,
    connect: connectOptions(invocation, prepared, { editor, deadline, terminal }),
    documents: () => editor.documents,
    diagnostics: invocation.diagnostics,
    changed: editor.draw,
    choose: (methods, { signal }) => editor.choose(methods, signal),
    runInTerminal: async (command, { signal }) => {
      await close();
      try {
        return await runInTerminal(command, signal);
      } finally {
        open();
      }
    },
  });
  editor.agent = agent;
  /** Saves unsaved text if the program exits unexpectedly. */
  const rescueUnsaved = (): string | undefined => rescue(editor.unsaved, configFolder(terminal.env));
  const rescueAtExit = (): void => void rescueUnsaved();
  process.on('exit', rescueAtExit);
  let failure: Error | undefined;
  try {
    open();
    const earlierRescues = files.flatMap(({ file }) => file.rescued ?? []);
    if (earlierRescues.length > 0)
      editor.showMessage(`unsaved changes from before are in ${inOneLine(earlierRescues.join(' and '))}`);
    agent.start();
    await deadline.until(editor.left);
  } catch (error) {
    // First of all, because a second signal exits at once.
    failure = withRescueMessage(error, rescueUnsaved());
  }
  process.off('exit', rescueAtExit);
  resized[Symbol.dispose]();
  await close();
  deadline.stop();
  await agent.close();
  deadline[Symbol.dispose]();
  if (failure === undefined) return 0;
  throw failure;
}

/** Reads the files, without duplicates. */
async function openAll(names: readonly string[], cwd: string): Promise<readonly [ReadFile, ...ReadFile[]]> {
  const [first = newName(cwd), ...others] = names;
  const files: [ReadFile, ...ReadFile[]] = [await EditedFile.open(first, cwd)];
  for (const name of others) {
    const read = await EditedFile.open(name, cwd);
    if (files.every(({ file }) => file.path !== read.file.path)) files.push(read);
  }
  return files;
}

/** A name that is not in use. */
function newName(cwd: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'untitled.txt' : `untitled-${number}.txt`;
    if (!existsSync(join(cwd, name))) return name;
  }
}

/** Writes rescue files, and returns a message; undefined if there is nothing to save. */
function rescue(unsaved: readonly OpenFile[], elsewhere: string): string | undefined {
  if (unsaved.length === 0) return undefined;
  const kept: string[] = [];
  const lost: string[] = [];
  for (const { file, state } of unsaved) {
    try {
      kept.push(file.rescue(String(state.text), elsewhere));
    } catch {
      lost.push(file.name);
    }
  }
  const inFiles = kept.length === 0 ? [] : [`unsaved changes are in ${kept.join(' and ')}`];
  if (lost.length === 0) return inFiles.join('');
  return [...inFiles, `unsaved changes of ${lost.join(' and ')} are lost`].join(', ');
}

/** The error, with the message about rescue files. */
function withRescueMessage(failure: unknown, message: string | undefined): Error {
  if (message === undefined) return failure instanceof Error ? failure : new Error(String(failure));
  if (failure instanceof CommandError) return new CommandError(failure.exitCode, `${failure.message}; ${message}`);
  return new Error(`${describeError(failure)}; ${message}`, { cause: failure });
}

interface EditorParts {
  readonly editor: NesEditor;
  readonly deadline: CommandDeadline;
  readonly terminal: Terminal;
}

function connectOptions({ version }: NesInvocation, { log, trace }: Preparation, parts: EditorParts) {
  const { editor, deadline, terminal } = parts;
  const level = logLevels.findLast((each) => log.isEnabled(each));
  // Log lines would overwrite the screen, so they go to the status line, unless stderr is a file.
  const editorLog = terminal.stderr.isTerminal ? new Log({ ...terminal, stderr: statusOutput(editor) }, level) : log;
  return { log: editorLog, deadline, version, trace, observers: [] };
}

function statusOutput(editor: NesEditor): Output {
  return new Output(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        editor.showMessage(chunk.toString('utf8').trim());
        done();
      },
    }),
  );
}
