/** What a mock model answers in one turn, through either API. */
import type { Matcher } from '../matching/matcher.ts';

/** One tool call of the model. */
export interface ScriptedToolCall {
  /** The name of the tool. */
  readonly name: string;
  /** The id of the call; generated when absent. */
  readonly id?: string;
  /** The arguments. */
  readonly input?: unknown;
  /** The arguments as text, which need not be JSON; a list is streamed in its pieces. */
  readonly arguments?: string | readonly string[];
}

/** The token counts that a turn reports. */
export interface ScriptedUsage {
  /** Tokens that the model read, including cached ones. */
  readonly input: number;
  /** Tokens that the model wrote, including reasoning. */
  readonly output: number;
  /** How many input tokens came from a cache. */
  readonly cached?: number;
  /** How many output tokens were reasoning. */
  readonly reasoning?: number;
}

/** Why the model stopped. */
export type ScriptedFinish = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** One answer of the model; an empty one if nothing is set. */
export interface ModelTurn {
  /** The requests that it answers, matched by their body; any when absent. */
  readonly when?: Matcher;
  /** Answers every matching request and is never used up. */
  readonly repeat?: boolean;
  /** The reasoning; a list is streamed in its pieces, a string word by word. */
  readonly reasoning?: string | readonly string[];
  /** The text; a list is streamed in its pieces, a string word by word. */
  readonly text?: string | readonly string[];
  /** The tool calls after the text, in this order. */
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** The reported token counts; when absent none, or zeros where the API always has numbers. */
  readonly usage?: ScriptedUsage;
  /** `tool_calls` if there are any, else `stop`. */
  readonly finish?: ScriptedFinish;
  /** An error instead of an answer. */
  readonly error?: ScriptedError;
  /** Sent byte for byte instead of the events. */
  readonly raw?: string;
  /** Sizes in bytes of the pieces that the stream is cut into, used in rotation. */
  readonly chunkBytes?: number | readonly number[];
  /** Milliseconds between two events. */
  readonly delay?: number;
  /** Waits after this many events until the request is released. */
  readonly hold?: number;
  /** Stops sending: before the headers, or after this many events. */
  readonly hang?: 'silent' | number;
  /** Destroys the connection after this many events; with `hold` at the same place, when it is released. */
  readonly reset?: number;
}

/** How a service refuses a request. */
export interface ScriptedError {
  /** The HTTP status, for instance 429. */
  readonly status: number;
  /** The error message. */
  readonly message?: string;
  /** The value of the header: seconds, or a date. */
  readonly retryAfter?: number | string;
}

/** The pieces that a text is streamed in. */
export function piecesOf(text: string | readonly string[] | undefined): readonly string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? text.split(/(?<=\s)(?=\S)/u).filter((piece) => piece !== '') : text;
}

/** The pieces that the arguments of a call are streamed in. */
export function argumentPieces(call: ScriptedToolCall): readonly string[] {
  if (typeof call.arguments === 'object') return call.arguments;
  const text = call.arguments ?? JSON.stringify(call.input ?? {});
  const middle = Math.ceil(text.length / 2);
  return text.length < 2 ? [text] : [text.slice(0, middle), text.slice(middle)];
}

/** The calls of a turn, each with an id. */
export function toolCallsOf(
  { toolCalls = [] }: ModelTurn,
  turn: number,
): readonly (ScriptedToolCall & { id: string })[] {
  return toolCalls.map((call, index) => ({ ...call, id: call.id ?? `call_${turn}_${index}` }));
}

export const finishOf = ({ finish, toolCalls = [] }: ModelTurn): ScriptedFinish =>
  finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop');
