/** Reads a request for a response of the Responses API. */
import { text, type ContentBlock } from '@acp-stack/sdk';
import { z } from 'zod';

import { OpenaiError, unsupported } from '../errors/openai-error.ts';
import { askedBy, type Asked, type Message } from './asked.ts';
import { fileBlock, imageBlock } from './content-parts.ts';
import { refuseUnsupported } from './unsupported.ts';

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.string().nullish(),
  filename: z.string().optional(),
  file_data: z.string().optional(),
});
const item = z.looseObject({
  type: z.string().optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z.union([z.string(), z.array(part)]).nullish(),
});

interface Part {
  readonly type: string;
  readonly text?: string | undefined;
  readonly image_url?: string | null | undefined;
  readonly filename?: string | undefined;
  readonly file_data?: string | undefined;
}

interface Item {
  readonly type?: string | undefined;
  readonly role?: Exclude<Message['role'], 'tool'> | undefined;
  readonly content?: string | readonly Part[] | null | undefined;
}

/** A request for a response; it may have other fields. */
export interface ResponseRequest {
  readonly model: string;
  readonly input: string | readonly Item[];
  readonly instructions?: string | null | undefined;
  readonly previous_response_id?: string | null | undefined;
  readonly conversation?: string | { readonly id: string } | null | undefined;
  readonly stream?: boolean | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** The body of the request. */
export const responseRequest: z.ZodType<ResponseRequest> = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item).min(1)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
  stream: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** What a request asks. Throws if it asks for something that an agent cannot do. */
export function readResponse(body: ResponseRequest): Asked {
  refuseUnsupported({ ...body });
  const { model, input, instructions, conversation } = body;
  const messages = typeof input === 'string' ? [userSays(input)] : input.flatMap(readItem);
  const asked = askedBy([
    ...(instructions === undefined || instructions === null
      ? []
      : [{ ...userSays(instructions), role: 'system' as const }]),
    ...messages,
  ]);
  if (asked.news.length === 0)
    throw new OpenaiError(400, 'There is nothing new for the agent: the last item has to be a message of the user.', {
      param: 'input',
    });
  const named = typeof conversation === 'string' ? conversation : conversation?.id;
  return {
    ...asked,
    model,
    conversationName: named ?? body.metadata?.['conversation'],
    previous: body.previous_response_id ?? undefined,
    isStream: body.stream === true,
  };
}

const userSays = (words: string): Message => ({ role: 'user', content: [text(words)] });

function readItem({ type = 'message', role, content }: Item, index: number): readonly Message[] {
  const param = `input[${index}]`;
  // What an answer of another model was thought out with is not for an agent.
  if (type === 'reasoning') return [];
  if (type !== 'message' || role === undefined)
    throw unsupported(
      param,
      `${param} is not supported: an agent takes messages, and this is ${JSON.stringify(type)}.`,
    );
  if (content === undefined || content === null) return [{ role, content: [] }];
  if (typeof content === 'string') return [{ role, content: [text(content)] }];
  return [{ role, content: content.map((each, at) => block(each, `${param}.content[${at}]`)) }];
}

function block(given: Part, param: string): ContentBlock {
  if (given.type === 'input_image') {
    if (typeof given.image_url === 'string') return imageBlock(given.image_url, param);
    throw unsupported(param, 'Images are not stored here: send the image as image_url, not a file_id.');
  }
  return given.type === 'input_file' ? fileBlock(given, param) : text(given.text ?? '');
}
