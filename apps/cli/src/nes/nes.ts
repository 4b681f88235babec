/**
 * `acp nes`: a file in a small editor, with an agent that suggests what to change next.
 *
 * Whatever happens, the terminal is given back as it was, and what was typed is in the file or beside it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { runInTerminal } from '../chat/run-in-terminal.ts';
import { RawTerminal } from '../chat/screen/raw-terminal.ts';
import { configFolder } from '../config/config-folder.ts';
import type { AgentFlags } from '../connect/agent-flags.ts';
import { CommandError } from '../connect/command-error.ts';
import { Log } from '../connect/log.ts';
import { logLevels } from '../connect/log-levels.ts';
import { Patience } from '../connect/patience.ts';
import { prepare, type AgentInvocation, type Preparation } from '../connect/visit-agent.ts';
import { FullScreen } from '../terminal/full-screen.ts';
import { Output } from '../terminal/output.ts';
import { hasColours } from '../terminal/palette.ts';
import { inOneLine } from '../terminal/plain-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { Adviser } from './adviser.ts';
import { EditedFile } from './edited-file.ts';
import { NesEditor } from './editor.ts';

export interface NesInvocation extends AgentInvocation {
  readonly flags: AgentFlags;
  readonly file: string | undefined;
}

export async function nes(invocation: NesInvocation, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = terminal;
  if (stdin.isTTY !== true || !stdout.isTerminal)
    throw new UsageError('acp nes is an editor and needs a terminal; start it in one');
  const prepared = await prepare(invocation, terminal);
  const { file, text } = await EditedFile.open(invocation.file ?? newName(prepared.cwd), prepared.cwd);
  const screen = new FullScreen(stdout);
  const editor = new NesEditor({ file, text, screen, hasColours: hasColours(stdout, terminal.env) });
  const patience = new Patience(undefined);
  const raw = new RawTerminal(terminal, { key: editor.press, end: editor.end });
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
  const adviser = new Adviser({
    server: prepared.server,
    cwd: prepared.cwd,
    connect: connectOptions(invocation, prepared, { editor, patience, terminal }),
    document: () => editor.document,
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
  editor.adviser = adviser;
  /** What is not saved when the program ends in a way that nobody waits for. */
  const keepUnsaved = (): string | undefined => rescue(file, editor.unsaved, configFolder(terminal.env));
  const lastResort = (): void => void keepUnsaved();
  process.on('exit', lastResort);
  let failure: Error | undefined;
  try {
    open();
    if (file.rescued !== undefined) editor.tell(`what was not saved before is in ${inOneLine(file.rescued)}`);
    adviser.start();
    await patience.until(editor.left);
  } catch (error) {
    // Before anything else: a second signal ends the program at once.
    failure = rescued(error, keepUnsaved());
  }
  process.off('exit', lastResort);
  resized[Symbol.dispose]();
  await close();
  patience.stop();
  await adviser.close();
  patience[Symbol.dispose]();
  if (failure === undefined) return 0;
  throw failure;
}

/** A name that no file has yet. */
function newName(cwd: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'untitled.txt' : `untitled-${number}.txt`;
    if (!existsSync(join(cwd, name))) return name;
  }
}

/** Keeps what was not saved, and says so; undefined when there is nothing to keep. */
function rescue(file: EditedFile, unsaved: string | undefined, elsewhere: string): string | undefined {
  if (unsaved === undefined) return undefined;
  try {
    return `what was not saved is in ${file.rescue(unsaved, elsewhere)}`;
  } catch {
    return 'what was not saved is lost';
  }
}

/** The failure, with what became of what was not saved. */
function rescued(failure: unknown, kept: string | undefined): Error {
  if (kept === undefined) return failure instanceof Error ? failure : new Error(String(failure));
  if (failure instanceof CommandError) return new CommandError(failure.exitCode, `${failure.message}; ${kept}`);
  return new Error(`${failure instanceof Error ? failure.message : String(failure)}; ${kept}`, { cause: failure });
}

interface Stage {
  readonly editor: NesEditor;
  readonly patience: Patience;
  readonly terminal: Terminal;
}

function connectOptions({ version }: NesInvocation, { log, trace }: Preparation, stage: Stage) {
  const { editor, patience, terminal } = stage;
  const level = logLevels.findLast((each) => log.says(each));
  // What would be written over the screen stands in the status line; a file gets all of it.
  const quiet = terminal.stderr.isTerminal ? new Log({ ...terminal, stderr: tellingOutput(editor) }, level) : log;
  return { log: quiet, patience, version, trace, observers: [] };
}

function tellingOutput(editor: NesEditor): Output {
  return new Output(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        editor.tell(chunk.toString('utf8').trim());
        done();
      },
    }),
  );
}
