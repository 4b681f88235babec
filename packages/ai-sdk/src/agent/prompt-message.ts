/** A prompt of a client as a message for a model. */
import type { ContentBlock } from '@acp-stack/sdk';
import type { ModelMessage } from 'ai';

type UserContent = Exclude<Extract<ModelMessage, { readonly role: 'user' }>['content'], string>;

/** The fields of all kinds of blocks. */
interface AnyBlock {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string | null;
  readonly name?: string;
  readonly uri?: string | null;
  readonly resource?: {
    readonly uri?: string;
    readonly text?: string;
    readonly blob?: string;
    readonly mimeType?: string | null;
  };
}

/** The message; links and texts of resources are written out, because a model cannot open them. */
export function userMessage(prompt: readonly ContentBlock[]): ModelMessage {
  return { role: 'user', content: prompt.flatMap(partsOf) };
}

function partsOf(block: ContentBlock): UserContent {
  const { type, text = '', data = '', mimeType, name = '', uri, resource = {} } = block as AnyBlock;
  if (type === 'text') return text === '' ? [] : [{ type: 'text', text }];
  if (type === 'image' || type === 'audio') return [{ type: 'file', data, mediaType: mimeType ?? `${type}/*` }];
  if (type === 'resource_link') return [{ type: 'text', text: `[${name}](${uri ?? ''})` }];
  if (resource.text !== undefined)
    return [{ type: 'text', text: `<resource uri="${resource.uri ?? ''}">\n${resource.text}\n</resource>` }];
  if (resource.blob === undefined) return [];
  return [{ type: 'file', data: resource.blob, mediaType: resource.mimeType ?? 'application/octet-stream' }];
}
