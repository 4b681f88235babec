/**
 * The first frame of a chat, drawn with a few escape sequences while the program is still loading.
 *
 * Raw mode is on from here: keys wait, and are not echoed into the frame.
 */
import type { Terminal } from '../../terminal/terminal.ts';
import { sizeOf } from '../../terminal/terminal-size.ts';

/** The number of lines of the frame; the cursor is on the last one. */
export const firstFrameLines = 3;

export async function paintFirstFrame({ stdin, stdout }: Terminal, words: string): Promise<void> {
  const { setRawMode } = stdin as { readonly setRawMode?: (isRaw: boolean) => unknown };
  setRawMode?.call(stdin, true);
  const width = Math.max(1, sizeOf(stdout).columns - 1);
  const rule = '─'.repeat(width);
  await stdout.write(`${rule}\r\n❯ \r\n${words.slice(0, width)}\r`);
}

/** Removes the frame and leaves raw mode, if no screen follows. */
export async function eraseFirstFrame({ stdin, stdout }: Terminal): Promise<void> {
  const { setRawMode } = stdin as { readonly setRawMode?: (isRaw: boolean) => unknown };
  await stdout.tryWrite(`\u001b[${firstFrameLines - 1}A\r\u001b[J`);
  setRawMode?.call(stdin, false);
}
