/**
 * Messages of the user as content blocks of a prompt.
 *
 * Images, audio and embedded resources need an agent that takes them. What it does not take is refused in one sentence
 * instead of being left out.
 */
import { UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { audio, embeddedResource, image, resourceLink, text, type ContentBlock } from '@acp-stack/sdk';

import type { UserPart } from './conversation.ts';

/** Whether the agent takes content of this kind in a prompt. */
export type Takes = (kind: 'image' | 'audio' | 'embeddedContext') => boolean;

/** The content blocks for `parts`; throws if the agent does not take one of them. */
export function promptContent(parts: readonly UserPart[], takes: Takes): readonly ContentBlock[] {
  return parts.map((part) => (part.type === 'text' ? text(part.text) : fileBlock(part, takes)));
}

type FilePart = Extract<UserPart, { readonly type: 'file' }>;

const blocks = { image, audio } as const;

function fileBlock({ data, mediaType, filename }: FilePart, takes: Takes): ContentBlock {
  const name = filename ?? 'file';
  if (data instanceof URL) return resourceLink(data.href, filename ?? nameIn(data), { mimeType: mediaType });
  const family = mediaType.split('/')[0];
  if (family === 'image' || family === 'audio') {
    if (!takes(family)) throw refused(`${family} in prompts`, `The agent takes no ${family}; send a link or text.`);
    return blocks[family](data, mediaType);
  }
  const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data);
  const isText = family === 'text' || /[/+](?:json|xml|yaml)$/u.test(mediaType);
  const uri = `attachment:///${encodeURIComponent(name)}`;
  if (takes('embeddedContext'))
    return embeddedResource({
      uri,
      mimeType: mediaType,
      ...(isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') }),
    });
  if (isText) return text(`${name}:\n${bytes.toString('utf8')}`);
  throw refused(`files of the type ${mediaType} in prompts`, 'The agent takes no embedded files; send a link or text.');
}

const nameIn = (url: URL): string => url.pathname.split('/').findLast((part) => part !== '') ?? url.href;

const refused = (functionality: string, message: string): Error =>
  new UnsupportedFunctionalityError({ functionality, message });
