/** What a scripted model says in one turn, whichever interface it is asked through. */
import type { Matcher } from '../matching/matcher.ts';

/** One call of a tool by the model. */
export interface ScriptedToolCall {
  /** The tool that is called. */
  readonly name: string;
  /** One of its own when absent. */
  readonly id?: string;
  /** The arguments. */
  readonly input?: unknown;
  /** The arguments as text instead, which need not be JSON. A list is streamed piece by piece. */
  readonly arguments?: string | readonly string[];
}

/** What a turn is said to have used. */
export interface ScriptedUsage {
  /** Tokens that the model read, cached ones among them. */
  readonly input: number;
  /** Tokens that the model wrote, reasoning among them. */
  readonly output: number;
  /** How much of the input came from a cache. */
  readonly cached?: number;
  /** How much of the output was reasoning. */
  readonly reasoning?: number;
}

/** Why the model stopped. */
export type ScriptedFinish = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** One answer of the model; without anything, an empty one. */
export interface ModelTurn {
  /** Which requests it answers, by their body; any when absent. */
  readonly when?: Matcher;
  /** Answers every request that fits, and is never used up. */
  readonly repeat?: boolean;
  /** What the model thinks; a list is streamed piece by piece, a text word by word. */
  readonly reasoning?: string | readonly string[];
  /** What the model answers; a list is streamed piece by piece, a text word by word. */
  readonly text?: string | readonly string[];
  /** What the model calls after its text, in this order. */
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** What the turn is said to have used; when absent nothing, or zeros where the interface always has numbers. */
  readonly usage?: ScriptedUsage;
  /** `tool_calls` when there are any, else `stop`. */
  readonly finish?: ScriptedFinish;
  /** An error instead of an answer. */
  readonly error?: ScriptedError;
  /** What is sent instead of the events, byte for byte. */
  readonly raw?: string;
  /** Sizes of the pieces, in bytes, into which the stream is cut, used in turn. */
  readonly chunkBytes?: number | readonly number[];
  /** Milliseconds between two events. */
  readonly delay?: number;
  /** Waits after so many events until the request is released. */
  readonly hold?: number;
  /** Says nothing more: not even headers, or nothing after so many events. */
  readonly hang?: 'silent' | number;
  /** Tears the connection down after so many events; with `hold` at the same place, when it is released. */
  readonly reset?: number;
}

/** How a service refuses a request. */
export interface ScriptedError {
  /** The status of HTTP, such as 429. */
  readonly status: number;
  /** What the service says about it. */
  readonly message?: string;
  /** Seconds, or a date; as the header is written. */
  readonly retryAfter?: number | string;
}

/** The pieces in which a text is streamed. */
export function piecesOf(text: string | readonly string[] | undefined): readonly string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? text.split(/(?<=\s)(?=\S)/u).filter((piece) => piece !== '') : text;
}

/** The pieces in which the arguments of a call are streamed. */
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
