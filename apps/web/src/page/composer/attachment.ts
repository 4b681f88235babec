/**
 * A picture, a text or another file that is sent with a message, and what may be attached.
 *
 * What does not fit is refused when it is attached, with a sentence, and not when the message is sent.
 */
import { audio, embeddedResource, image, resourceLink, text, type ContentBlock } from '@acp-stack/sdk';

export interface Attachment {
  /** Unique on this page. */
  readonly id: string;
  readonly kind: 'image' | 'audio' | 'text' | 'link';
  readonly name: string;
  /** The size of what is sent. */
  readonly bytes: number;
  readonly block: ContentBlock;
}

/** Why something was not attached: a sentence for people. */
export interface AttachmentProblem {
  readonly problem: string;
}

/** What the agent takes besides text and links. */
export interface Accepted {
  readonly image: boolean;
  readonly audio: boolean;
  readonly embeddedContext: boolean;
}

/** The limits of attachments. */
export const attachmentLimits: {
  readonly count: number;
  readonly imageBytes: number;
  readonly textBytes: number;
  readonly totalBytes: number;
  readonly imageSide: number;
} = {
  count: 20,
  imageBytes: 5 * 1024 * 1024,
  textBytes: 512 * 1024,
  // A hub takes messages of 15 MiB, and base64 adds a third.
  totalBytes: 10 * 1024 * 1024,
  imageSide: 2000,
};

let attached = 0;

export const newAttachment = (fields: Omit<Attachment, 'id'>): Attachment => {
  attached += 1;
  return { id: `attachment-${attached}`, ...fields };
};

/** Data of a file with its type; `text` if it is one. */
export interface FileData {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** An attachment with the content of a file; a picture has to be in a form that agents read. */
export function attachmentOf({ name, type, bytes }: FileData, accepted: Accepted): Attachment | AttachmentProblem {
  if (type.startsWith('image/')) {
    if (!accepted.image) return { problem: `The agent does not take pictures, so ${name} was not attached.` };
    if (bytes.length > attachmentLimits.imageBytes) return tooLarge(name, bytes, attachmentLimits.imageBytes);
    return newAttachment({ kind: 'image', name, bytes: bytes.length, block: image(bytes, type) });
  }
  if (type.startsWith('audio/') && accepted.audio) {
    if (bytes.length > attachmentLimits.imageBytes) return tooLarge(name, bytes, attachmentLimits.imageBytes);
    return newAttachment({ kind: 'audio', name, bytes: bytes.length, block: audio(bytes, type) });
  }
  if (bytes.length > attachmentLimits.textBytes) return tooLarge(name, bytes, attachmentLimits.textBytes);
  const words = asText(bytes);
  if (words === undefined) {
    return { problem: `${name} is neither a picture nor a text, so it was not attached; name it with @ instead.` };
  }
  return newAttachment({ kind: 'text', name, bytes: bytes.length, block: textBlock({ name, type, words }, accepted) });
}

/** An attachment that is only an address. */
export function linkAttachment(address: string): Attachment | AttachmentProblem {
  const { protocol, pathname, host } = URL.canParse(address) ? new URL(address) : new URL('invalid:');
  if (!['file:', 'https:', 'http:'].includes(protocol)) {
    return { problem: 'Only files and addresses of web pages can be attached as links.' };
  }
  const name = decoded(pathname.split('/').findLast((part) => part !== '') ?? host);
  return newAttachment({ kind: 'link', name, bytes: 0, block: resourceLink(address, name) });
}

/** A sentence if there are too many attachments, or too much in them; undefined if they can be sent. */
export function totalProblem(attachments: readonly Attachment[]): string | undefined {
  const { count, totalBytes } = attachmentLimits;
  if (attachments.length > count) return `At most ${count} files can be attached to a message; remove some of them.`;
  const bytes = attachments.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes <= totalBytes) return undefined;
  return `The attachments have ${sizeText(bytes)} together, and a message can have ${sizeText(totalBytes)}; remove some of them.`;
}

/** A size for people, such as `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/u, '')} MB`;
}

const tooLarge = (name: string, { length }: Uint8Array, limit: number): AttachmentProblem => ({
  problem: `${name} has ${sizeText(length)}, and at most ${sizeText(limit)} can be attached.`,
});

/** The text of a file; undefined if it is none. */
function asText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text as a resource, or as a part of the message for an agent that takes no resources. */
function textBlock(
  { name, type, words }: { readonly name: string; readonly type: string; readonly words: string },
  { embeddedContext }: Accepted,
): ContentBlock {
  if (!embeddedContext) return text(`${name}:\n\n${fenced(words)}`);
  const uri = `attachment:///${encodeURIComponent(name)}`;
  return embeddedResource({ uri, mimeType: type === '' ? 'text/plain' : type, text: words });
}

/** A text between fences that it does not contain. */
function fenced(words: string): string {
  const longest = Math.max(2, ...Array.from(words.matchAll(/`{3,}/gu), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${words.replace(/\n$/u, '')}\n${fence}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
