/** Reads the prompt: from the command line, files and stdin, with attachments. */
import { basename, extname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

import type { ContentBlock } from '@acp-stack/sdk';

import { unreadableFile } from '../../errors/system-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** The maximum size of a prompt in bytes, more than any model accepts. */
const maxBytes = 16 * 1024 * 1024;

export interface PromptSources {
  /** The prompt on the command line; `-` for stdin. */
  readonly prompt: string | undefined;
  readonly files: readonly string[];
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** Returns the text of the prompt; throws if it is empty. */
export async function readPrompt({ prompt, files, signal }: PromptSources, terminal: Terminal): Promise<string> {
  const readsStdin = prompt === undefined && files.length === 0;
  const sources = readsStdin || prompt === '-' ? ['-', ...files] : files;
  if (sources.filter((source) => source === '-').length > 1)
    throw new UsageError('standard input can only be read once');
  if (readsStdin && terminal.stdin.isTTY === true) {
    throw new UsageError('missing prompt; add it to the command line, or use -f to read a file');
  }
  const texts = await Promise.all(
    sources.map((source) => (source === '-' ? readInput(terminal, signal) : readText(source, signal))),
  );
  const words = prompt === undefined || prompt === '-' ? [] : [prompt];
  const text = [...words, ...texts]
    .map((each) => each.trimEnd())
    .filter((each) => each !== '')
    .join('\n\n');
  if (text === '')
    throw new UsageError('the prompt is empty; give it on the command line, with -f or on standard input');
  return text;
}

async function readInput({ stdin }: Terminal, signal: AbortSignal | undefined): Promise<string> {
  // An input that is not destroyed keeps the process running.
  const stop = (): void => {
    (stdin as Partial<Readable>).destroy?.();
  };
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stdin) {
      size += chunk.length;
      if (size > maxBytes) throw new UsageError(`standard input is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readText(path: string, signal: AbortSignal | undefined): Promise<string> {
  return (await readBytes(path, signal)).toString('utf8');
}

async function readBytes(path: string, signal: AbortSignal | undefined): Promise<Buffer> {
  // Most prompts are words of the command line.
  const { readWholeFile } = await import('../../files/read-whole-file.ts');
  const bytes = await readWholeFile(path, { maxBytes, signal }).catch((error: unknown) => {
    throw unreadableFile(path, error);
  });
  if (bytes === undefined) throw new UsageError(`${path} is larger than ${maxBytes} bytes`);
  return bytes;
}

// -------------------------------------------------------------------------------------------- attachments

/** A file that is attached to the prompt. */
export interface Attachment {
  readonly path: string;
  readonly bytes: Buffer;
}

export async function readAttachments(paths: readonly string[], signal?: AbortSignal): Promise<readonly Attachment[]> {
  return Promise.all(paths.map(async (path) => ({ path: resolve(path), bytes: await readBytes(path, signal) })));
}

const pictures: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** The agent that receives an attachment. */
interface AttachmentOptions {
  readonly supports: (path: string) => boolean;
  /** Called if an image is too large. */
  readonly warn: (words: string) => void;
}

/**
 * The content block of an attachment: an image, an embedded file, or a link, by the capabilities of the agent (CONT-01,
 * CONT-03).
 */
export async function attachmentBlock(
  { path, bytes }: Attachment,
  { supports, warn }: AttachmentOptions,
): Promise<ContentBlock> {
  const uri = pathToFileURL(path).href;
  const mimeType = pictures[extname(path).toLowerCase()];
  if (mimeType !== undefined && supports('session.prompt.image')) {
    const { fittingPicture } = await import('../../picture/fitting-picture.ts');
    const { data, note } = await fittingPicture(bytes, basename(path));
    if (note !== undefined) warn(note);
    return { type: 'image', data: Buffer.from(data).toString('base64'), mimeType, uri };
  }
  if (mimeType === undefined && supports('session.prompt.embeddedContext') && !bytes.includes(0)) {
    return { type: 'resource', resource: { uri, text: bytes.toString('utf8') } };
  }
  return { type: 'resource_link', uri, name: basename(path), ...(mimeType === undefined ? {} : { mimeType }) };
}
