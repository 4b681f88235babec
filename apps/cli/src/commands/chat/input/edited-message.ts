/** Lets the user write a message in an editor that runs in the terminal. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { splitShellWords } from '../../../text/split-shell-words.ts';

interface EditorPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gives the terminal to a program; resolves with its exit code. */
  readonly run: (command: string, args: readonly string[]) => PromiseLike<number | null>;
}

/** The text that the editor leaves behind; undefined if the editor says that nothing is to be changed. */
export async function editedMessage(text: string, { env, run }: EditorPlace): Promise<string | undefined> {
  const set = [env['VISUAL'], env['EDITOR']].find((each) => each !== undefined && each.trim() !== '');
  const [command = 'vi', ...args] = splitShellWords(set ?? 'vi') ?? [];
  // Only the user can read the folder.
  const folder = await mkdtemp(join(tmpdir(), 'acp-message-'));
  try {
    const file = join(folder, 'message.md');
    await writeFile(file, text === '' ? '' : `${text}\n`, { mode: 0o600 });
    const exitCode = await run(command, [...args, file]).then(undefined, (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The editor ${command} could not be started: ${reason}. Set EDITOR to another one.`);
    });
    return exitCode === 0 ? (await readFile(file, 'utf8')).replace(/(?:\r?\n)+$/u, '') : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
