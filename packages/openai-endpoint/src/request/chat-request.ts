/** Reads a request for a chat completion. */
import { text, type ContentBlock } from '@acp-stack/sdk';
import { z } from 'zod';

import { OpenaiError } from '../errors/openai-error.ts';
import { askedBy, type Asked, type Message } from './asked.ts';
import { audioBlock, fileBlock, imageBlock, type FilePart } from './content-parts.ts';
import { refuseUnsupported } from './unsupported.ts';

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });
const userPart = z.discriminatedUnion('type', [
  textPart,
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.enum(['wav', 'mp3']) }),
  }),
  z.looseObject({
    type: z.literal('file'),
    file: z.looseObject({ filename: z.string().optional(), file_data: z.string().optional() }),
  }),
]);
const words = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);

/** A request for a chat completion; it may have other fields. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: Message['role'] | 'function';
    readonly content?: string | readonly Part[] | null | undefined;
  }[];
  readonly stream?: boolean | null | undefined;
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** A part of a message of the user. */
type UserPart =
  | { readonly type: 'text'; readonly text?: string | undefined }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' } }
  | { readonly type: 'file'; readonly file: FilePart };

/** A part of a message: only those of the user may be something else than text. */
type Part = UserPart | { readonly type: string; readonly text?: string | undefined };

/** The body of the request. */
export const chatRequest: z.ZodType<ChatRequest> = z.looseObject({
  model: z.string(),
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.looseObject({ role: z.enum(['system', 'developer', 'tool', 'function']), content: words.nullish() }),
        z.looseObject({ role: z.literal('assistant'), content: words.nullish() }),
        z.looseObject({ role: z.literal('user'), content: z.union([z.string(), z.array(userPart)]) }),
      ]),
    )
    .min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** What a request asks. Throws if it asks for something that an agent cannot do. */
export function readChat(body: ChatRequest): Asked {
  refuseUnsupported({ ...body });
  const asked = askedBy(body.messages.map(readMessage));
  if (asked.news.length === 0)
    throw new OpenaiError(400, 'There is nothing new for the agent: the last message has to be one of the user.', {
      param: 'messages',
    });
  return {
    ...asked,
    model: body.model,
    conversationName: body.metadata?.['conversation'],
    isStream: body.stream === true,
  };
}

function readMessage({ role, content }: ChatRequest['messages'][number], index: number): Message {
  const kind = role === 'function' ? 'tool' : role;
  if (content === undefined || content === null) return { role: kind, content: [] };
  if (typeof content === 'string') return { role: kind, content: [text(content)] };
  return {
    role: kind,
    content: content.map((part, at) => block(part as UserPart, `messages[${index}].content[${at}]`)),
  };
}

function block(part: UserPart, param: string): ContentBlock {
  if (part.type === 'image_url') return imageBlock(part.image_url.url, param);
  if (part.type === 'input_audio') return audioBlock(part.input_audio.data, part.input_audio.format);
  return part.type === 'file' ? fileBlock(part.file, param) : text(part.text ?? '');
}
