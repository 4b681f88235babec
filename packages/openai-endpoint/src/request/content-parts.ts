/** Parts of messages of OpenAI as content blocks of a prompt. */
import { audio, embeddedResource, image, resourceLink, text, type ContentBlock } from '@acp-stack/sdk';

import { OpenaiError, unsupported } from '../errors/openai-error.ts';

/** An image: its data, or a link that the agent may follow; this program fetches nothing. */
export function imageBlock(url: string, param: string): ContentBlock {
  if (/^https?:/iu.test(url) && URL.canParse(url)) return resourceLink(url, nameIn(url));
  const { mimeType, data } = readDataUrl(url, param);
  return image(data, mimeType);
}

/** Audio in base64. */
export const audioBlock = (data: string, format: 'wav' | 'mp3'): ContentBlock =>
  audio(data, format === 'mp3' ? 'audio/mpeg' : 'audio/wav');

/** A file in a message, as a data URL. */
export interface FilePart {
  readonly file_data?: string | undefined;
  readonly filename?: string | undefined;
}

/** A file that is in the message; one that was uploaded to OpenAI is not to be had. */
export function fileBlock({ file_data: url, filename = 'file' }: FilePart, param: string): ContentBlock {
  if (url === undefined)
    throw unsupported(param, 'Files are not stored here: send the content of the file as file_data, not a file_id.');
  const { mimeType, data } = readDataUrl(url, param);
  if (!/^text\/|[/+](?:json|xml|yaml)$/u.test(mimeType))
    return embeddedResource({ uri: `attachment:///${escaped(filename)}`, mimeType, blob: data });
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return text(`${filename}:\n${new TextDecoder().decode(bytes)}`);
}

function readDataUrl(url: string, param: string): { readonly mimeType: string; readonly data: string } {
  const { type, data } =
    /^data:(?<type>[\w.+-]+\/[\w.+-]+)(?:;[^;,]*)*?;base64,(?<data>[A-Za-z0-9+/]+={0,2})$/u.exec(url)?.groups ?? {};
  if (type === undefined || data === undefined || !isBase64(data))
    throw new OpenaiError(400, 'This is neither a link nor a data URL in base64, such as data:image/png;base64,….', {
      param,
      code: 'invalid_value',
    });
  return { mimeType: type, data };
}

/** With padding, the length is a multiple of four; without, any length that bytes can have. */
const isBase64 = (data: string): boolean => (data.endsWith('=') ? data.length % 4 === 0 : data.length % 4 !== 1);

/** A name as a part of an address; half a character, which has no escape, becomes a replacement character. */
const escaped = (name: string): string => encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}'));

const nameIn = (url: string): string => new URL(url).pathname.split('/').findLast((part) => part !== '') ?? url;
