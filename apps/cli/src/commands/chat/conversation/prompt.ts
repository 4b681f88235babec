/** A prompt of the user: text, mentioned files, and images. */
import { basename, extname, isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { image, resourceLink, text, type ContentBlock } from '@acp-stack/sdk';
import { readRegularFile, UnreadableFileError } from '@acp-stack/workspace/user-folders';

import { mentionedFiles } from '../../../context/mentioned-files.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

export interface Picture {
  /** The placeholder in the text. */
  readonly mark: string;
  readonly data: Uint8Array;
  readonly mimeType: string;
}

/** A long text, which is shown as a mark. */
export interface Paste {
  /** The placeholder in the text. */
  readonly mark: string;
  readonly text: string;
}

/** A text that goes to the agent with a prompt, such as the output of a command of the user. */
export interface SharedText {
  readonly name: string;
  readonly text: string;
}

export interface Prompt {
  readonly text: string;
  readonly pictures: readonly Picture[];
  readonly pastes?: readonly Paste[];
  /** Shown before, and sent before the text. */
  readonly shared?: readonly SharedText[];
}

/** The text of a prompt with the pasted texts in place of their marks. */
export function sentText({ text: words, pastes = [] }: Prompt): string {
  const texts = new Map(pastes.map((paste) => [paste.mark, paste.text]));
  return words.replaceAll(/\[Pasted text #\d+, [^\]\n]+\]/gu, (mark) => texts.get(mark) ?? mark);
}

const maxPictureBytes = 20 * 1024 * 1024;
const pictureTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

export interface PromptPlace {
  readonly cwd: string;
  /** Whether the agent accepts the content of a file in a prompt. */
  readonly acceptsResources?: boolean;
}

/** The content blocks of a prompt: what is shared, the text, then mentioned files and images. */
export async function promptContent(prompt: Prompt, place: PromptPlace): Promise<readonly ContentBlock[]> {
  const { text: words, pictures, shared = [] } = prompt;
  const { cwd } = place;
  const files = await mentionedFiles(words, cwd);
  const links = files.map(({ path, name }) => resourceLink(pathToFileURL(path).href, name));
  const shown = pictures.filter(({ mark }) => words.includes(mark)).map(({ data, mimeType }) => image(data, mimeType));
  return [
    ...shared.map((each) => sharedBlock(each, place)),
    ...(words.trim() === '' ? [] : [text(sentText(prompt))]),
    ...links,
    ...shown,
  ];
}

function sharedBlock({ name, text: words }: SharedText, { acceptsResources }: PromptPlace): ContentBlock {
  if (acceptsResources !== true) return text(`${words}\n`);
  const uri = `shared:${encodeURIComponent(name)}`;
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: words } };
}

/** Converts content blocks back to a prompt for editing; links are left out, because the text mentions their files. */
export function promptOf(content: readonly ContentBlock[]): Prompt {
  const pictures: Picture[] = [];
  const words = content.flatMap((block) => {
    if (block.type === 'text') return [(block as { readonly text: string }).text];
    if (block.type !== 'image') return [];
    const { data, mimeType } = block as { readonly data: string; readonly mimeType: string };
    const mark = `[Image ${pictures.length + 1}: ${escapeLine(mimeType)}]`;
    pictures.push({ mark, data: Buffer.from(data, 'base64'), mimeType });
    return [mark];
  });
  return { text: words.join(' '), pictures };
}

/** The image at a pasted path; undefined if there is none, or if it is too large, which is warned about. */
export async function pictureAt(
  pasted: string,
  cwd: string,
  warn: (text: string) => void,
): Promise<(Omit<Picture, 'mark'> & { readonly name: string }) | undefined> {
  const path = pastedPath(pasted);
  const mimeType = pictureTypes[extname(path).toLowerCase()];
  if (mimeType === undefined || path.includes('\n')) return undefined;
  const absolute = isAbsolute(path) ? path : resolve(cwd, path);
  const name = escapeLine(basename(absolute));
  try {
    return { data: await readRegularFile(absolute, { maxBytes: maxPictureBytes }), mimeType, name };
  } catch (error) {
    if (error instanceof UnreadableFileError && error.code === 'too-large')
      warn(`${name} is larger than ${maxPictureBytes / 1024 / 1024} MiB, so only its path is sent; make it smaller.`);
    return undefined;
  }
}

/** Terminals paste the path of a dropped file in quotes, with escaped spaces, or as a URL. */
function pastedPath(pasted: string): string {
  const words = pasted.trim();
  const [, , quoted] = /^(['"])(.*)\1$/su.exec(words) ?? [];
  if (quoted !== undefined) return quoted;
  if (words.startsWith('file://') && URL.canParse(words)) return pathIn(words);
  return words.replaceAll(/\\(.)/gu, '$1');
}

function pathIn(address: string): string {
  try {
    return decodeURIComponent(new URL(address).pathname);
  } catch {
    // Not a valid percent-encoding, so the path is used as it is.
    return address.replace(/^file:\/\/[^/]*/u, '');
  }
}
