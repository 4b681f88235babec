/**
 * A conversation in the form that the model gets: plain JSON, so that it can be stored.
 *
 * Every tool call is followed by its result; services refuse conversations in which one is missing.
 */

/** Plain JSON that a service wants to get back unchanged; only the service reads it. */
export type ModelMetadata = Readonly<Record<string, unknown>>;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image or another file. */
export interface FilePart {
  readonly type: 'file';
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

interface ThoughtPart {
  readonly type: 'thought';
  readonly text: string;
  readonly metadata?: ModelMetadata;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** The arguments. */
  readonly input: unknown;
  readonly metadata?: ModelMetadata;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  /** The id of the call. */
  readonly id: string;
  readonly name: string;
  readonly content: readonly (TextPart | FilePart)[];
  readonly isError: boolean;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly (TextPart | FilePart)[] }
  | { readonly role: 'assistant'; readonly content: readonly (TextPart | ThoughtPart | ToolCallPart)[] }
  | { readonly role: 'tool'; readonly content: readonly ToolResultPart[] };

/** A conversation with a model; changed in place while a turn runs. */
export interface Conversation {
  messages: readonly ModelMessage[];
  /** Tokens of the last request and its answer; undefined if unknown. */
  usedTokens?: number;
  /** The cost so far; undefined if no price is known. */
  cost?: { readonly amount: number; readonly currency: string };
}

export const textPart = (text: string): TextPart => ({ type: 'text', text });

export const userText = (text: string): ModelMessage => ({ role: 'user', content: [textPart(text)] });

/** The text of the parts. */
export function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
