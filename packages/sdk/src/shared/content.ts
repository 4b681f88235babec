/** Functions that make content blocks: `text('…')` instead of an object with a type. */
import type {
  Annotations,
  ContentBlock,
  ContentBlockVariants,
  EmbeddedResourceResource,
  ResourceLink,
} from '@acp-stack/schema/v2/unstable';

import { encodeBase64 } from '@acp-stack/schema/base64';

/** The content of a prompt: a string, a block, or an array of both. */
export type PromptInput = string | ContentBlock | readonly (string | ContentBlock)[];

/** Hints that every block may have. */
export interface ContentHints {
  /** The audience, the priority and the time of the last change. */
  readonly annotations?: Annotations;
}

/** A text block. */
export function text(words: string, hints: ContentHints = {}): ContentBlockVariants['text'] {
  return { type: 'text', text: words, ...hints };
}

/** An image block, from bytes or base64. */
export function image(
  data: string | Uint8Array,
  mimeType: string,
  more: ContentHints & { readonly uri?: string } = {},
): ContentBlockVariants['image'] {
  return { type: 'image', data: base64(data), mimeType, ...more };
}

/** An audio block, from bytes or base64. */
export function audio(
  data: string | Uint8Array,
  mimeType: string,
  hints: ContentHints = {},
): ContentBlockVariants['audio'] {
  return { type: 'audio', data: base64(data), mimeType, ...hints };
}

/** A link to a resource that the agent can read itself. */
export function resourceLink(
  uri: string,
  name: string,
  more: Omit<ResourceLink, 'uri' | 'name'> = {},
): ContentBlockVariants['resource_link'] {
  return { type: 'resource_link', uri, name, ...more };
}

/** A resource with its content: `text`, or `blob` in base64. */
export function embeddedResource(
  resource: EmbeddedResourceResource,
  hints: ContentHints = {},
): ContentBlockVariants['resource'] {
  return { type: 'resource', resource, ...hints };
}

/** The blocks of a prompt. Throws a `TypeError` if there are none: an empty prompt is never sent. */
export function promptBlocks(input: PromptInput): readonly ContentBlock[] {
  const parts = isList(input) ? input : [input];
  if (parts.length === 0) throw new TypeError('A prompt needs at least one content block.');
  return parts.map((part) => (typeof part === 'string' ? text(part) : part));
}

const isList = (input: PromptInput): input is readonly (string | ContentBlock)[] => Array.isArray(input);

const base64 = (data: string | Uint8Array): string => (typeof data === 'string' ? data : encodeBase64(data));
