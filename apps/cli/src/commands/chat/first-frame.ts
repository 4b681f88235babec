/**
 * The first picture of a chat, painted with nothing but a few escape codes while everything else is still being loaded.
 *
 * Keys are taken from here on: what is typed meanwhile waits, and is not echoed into the picture.
 */
import type { Terminal } from '../../terminal/terminal.ts';
import { sizeOf } from '../../terminal/terminal-size.ts';

/** How many lines the picture has; the cursor is left on the last one. */
export const firstFrameLines = 3;

export async function paintFirstFrame({ stdin, stdout }: Terminal, words: string): Promise<void> {
  const { setRawMode } = stdin as { readonly setRawMode?: (isRaw: boolean) => unknown };
  setRawMode?.call(stdin, true);
  const width = Math.max(1, sizeOf(stdout).columns - 1);
  const rule = '─'.repeat(width);
  await stdout.write(`${rule}\r\n❯ \r\n${words.slice(0, width)}\r`);
}

/** Takes the picture away and gives the keys back, when nothing follows it. */
export async function eraseFirstFrame({ stdin, stdout }: Terminal): Promise<void> {
  const { setRawMode } = stdin as { readonly setRawMode?: (isRaw: boolean) => unknown };
  await stdout.tell(`\u001b[${firstFrameLines - 1}A\r\u001b[J`);
  setRawMode?.call(stdin, false);
}
