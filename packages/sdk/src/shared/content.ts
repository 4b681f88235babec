/** Pieces of content without ceremony: `text('…')` instead of an object with a type. */
import type {
  Annotations,
  ContentBlock,
  ContentBlockVariants,
  EmbeddedResourceResource,
  ResourceLink,
} from '@acp-stack/schema/v2/unstable';

import { encodeBase64 } from './base64.ts';

/** What a prompt can be written as: one text, or texts and blocks in their order. */
export type PromptInput = string | ContentBlock | readonly (string | ContentBlock)[];

/** Hints that any block may carry. */
export interface ContentHints {
  /** Whom it is for, and how much it matters. */
  readonly annotations?: Annotations;
}

/** A piece of text. */
export function text(words: string, hints: ContentHints = {}): ContentBlockVariants['text'] {
  return { type: 'text', text: words, ...hints };
}

/** A picture, from its bytes or from base64. */
export function image(
  data: string | Uint8Array,
  mimeType: string,
  more: ContentHints & { readonly uri?: string } = {},
): ContentBlockVariants['image'] {
  return { type: 'image', data: base64(data), mimeType, ...more };
}

/** A sound, from its bytes or from base64. */
export function audio(
  data: string | Uint8Array,
  mimeType: string,
  hints: ContentHints = {},
): ContentBlockVariants['audio'] {
  return { type: 'audio', data: base64(data), mimeType, ...hints };
}

/** A reference to something that the agent can look up itself. */
export function resourceLink(
  uri: string,
  name: string,
  more: Omit<ResourceLink, 'uri' | 'name'> = {},
): ContentBlockVariants['resource_link'] {
  return { type: 'resource_link', uri, name, ...more };
}

/** Something with its whole content: `text`, or `blob` in base64. */
export function embeddedResource(
  resource: EmbeddedResourceResource,
  hints: ContentHints = {},
): ContentBlockVariants['resource'] {
  return { type: 'resource', resource, ...hints };
}

/** The blocks that a prompt consists of. Throws when there are none: an empty prompt is never sent (LIFE-14). */
export function promptBlocks(input: PromptInput): readonly ContentBlock[] {
  const parts = isList(input) ? input : [input];
  if (parts.length === 0) throw new TypeError('A prompt needs at least one piece of content.');
  return parts.map((part) => (typeof part === 'string' ? text(part) : part));
}

const isList = (input: PromptInput): input is readonly (string | ContentBlock)[] => Array.isArray(input);

const base64 = (data: string | Uint8Array): string => (typeof data === 'string' ? data : encodeBase64(data));
