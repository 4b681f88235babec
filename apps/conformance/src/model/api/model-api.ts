/** One API of model services: how its requests are read and its answers are written. */
import type { Fields } from '../../conversation/message.ts';
import type { ModelReply, ModelRequest } from '../script/model-reply.ts';

/** A request over HTTP. */
export interface HttpCall {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Fields;
}

/** A reply that is sent: an error has a shape of its own. */
export type SentReply = Exclude<ModelReply, { kind: 'error' }>;

/** The events of a stream: those before the text, each piece of text, and those after it. */
interface Frames {
  readonly before: readonly string[];
  readonly piece: (text: string) => string;
  readonly after: (text: string) => readonly string[];
  /** The media type, if they are not server-sent events. */
  readonly type?: string;
}

export interface ModelApi {
  /** Whether a path is its endpoint. */
  readonly serves: (path: string) => boolean;
  readonly read: (call: HttpCall) => Omit<ModelRequest, 'number'>;
  readonly frames: (reply: SentReply, request: ModelRequest, call: HttpCall) => Frames;
  /** The same without a stream. */
  readonly whole: (reply: SentReply, request: ModelRequest) => object;
  readonly error: (message: string) => object;
}

/** The text of a message: a string, or parts of which some have text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (typeof part === 'object' && part !== null && 'text' in part ? part.text : ''))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** The items of a list, as objects. */
export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter((each): each is Fields => typeof each === 'object' && each !== null) : [];

/** An event with data only. */
export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** An event with a name. */
export const namedEvent = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** The tokens that every answer reports. */
export const tokens = { input: 100, output: 10 } as const;
