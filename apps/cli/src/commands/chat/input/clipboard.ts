/** The clipboard of the desktop: the picture in it by whichever program of the system can hand it over, words for it by the terminal. */
import { execFile } from 'node:child_process';

const mostBytes = 20 * 1024 * 1024;
/** Milliseconds; a program that waits for something is not waited for. */
const timeout = 3000;

const readers: readonly (readonly [string, ...string[]])[] = [
  ['wl-paste', '--no-newline', '--type', 'image/png'],
  ['xclip', '-selection', 'clipboard', '-target', 'image/png', '-out'],
  ['pngpaste', '-'],
];

/** The bytes of a PNG; undefined when there is none, or nobody to ask. */
export async function clipboardPicture(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array | undefined> {
  for (const [command, ...args] of readers) {
    const bytes = await output(command, args, env);
    if (bytes !== undefined && isPng(bytes)) return bytes;
  }
  return undefined;
}

/** Has the terminal put words into the clipboard, also at the other end of ssh. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
export const clipboardCode = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u001b\\`;

function output(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array | undefined> {
  const options = { encoding: 'buffer' as const, maxBuffer: mostBytes, timeout: timeout, env: { ...env } };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
  });
}

const signature = [0x89, 0x50, 0x4e, 0x47];
const isPng = (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte);
