/** The clipboard: images are read by a program of the system, text is written through the terminal. */
import { execFile } from 'node:child_process';

import { programFile } from '@acp-stack/stdio';

const maxBytes = 20 * 1024 * 1024;
/** Milliseconds for each program. */
const timeout = 3000;

const readers: readonly (readonly [string, ...string[]])[] = [
  ['wl-paste', '--no-newline', '--type', 'image/png'],
  ['xclip', '-selection', 'clipboard', '-target', 'image/png', '-out'],
  ['pngpaste', '-'],
];

/** The PNG in the clipboard; undefined if there is none, or no program to read it. */
export async function clipboardPicture(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array | undefined> {
  for (const [command, ...args] of readers) {
    const bytes = await output(command, args, env);
    if (bytes !== undefined && isPng(bytes)) return bytes;
  }
  return undefined;
}

/**
 * The escape sequence that copies text through the terminal, also over ssh.
 * https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
export const clipboardCode = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u001b\\`;

function output(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array | undefined> {
  // None of these programs is one of Windows, which would look for them in the working directory.
  const file = programFile(command, { env });
  if (file === undefined) return Promise.resolve(undefined);
  const options = { encoding: 'buffer' as const, maxBuffer: maxBytes, timeout: timeout, env: { ...env } };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
  });
}

const signature = [0x89, 0x50, 0x4e, 0x47];
const isPng = (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte);
