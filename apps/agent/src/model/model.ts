/**
 * What the agent needs from a language model, whoever serves it.
 *
 * A model is asked with everything that was said so far and answers piece by piece. It remembers nothing, tries once, and leaves repeating,
 * tools and the user to whoever asks.
 */
import type { ModelMessage, ModelMetadata } from './message.ts';

/** How hard the model is asked to think; services without such a setting ignore it. */
export type Effort = 'low' | 'medium' | 'high';

/** A tool as the model sees it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  readonly effort?: Effort;
  /** Ends the request at once, the connection included. */
  readonly signal: AbortSignal;
}

/** One piece of an answer, in the order in which the model wrote it. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** A thought is complete; `metadata` has to go back to the service with it. */
  | { readonly type: 'thought-end'; readonly metadata?: ModelMetadata }
  | { readonly type: 'tool-start'; readonly id: string; readonly name: string }
  /** More of the arguments, as text. */
  | { readonly type: 'tool-input'; readonly id: string; readonly text: string }
  /** A call is complete; `input` is what the model wrote, and need not be JSON. */
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly metadata?: ModelMetadata;
    };

/** Tokens; undefined where the service does not say. */
export interface ModelUsage {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly thought: number | undefined;
  readonly cachedRead: number | undefined;
  readonly cachedWrite: number | undefined;
}

export interface ModelEnd {
  readonly reason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';
  readonly usage: ModelUsage;
}

/** What a million tokens cost. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** As `input` when absent. */
  readonly cachedRead?: number;
  readonly cachedWrite?: number;
  /** A currency by its ISO 4217 code; USD when absent. */
  readonly currency?: string;
}

export interface Model {
  /** The name that the service knows it by. */
  readonly id: string;
  /** Who serves it. */
  readonly providerId: string;
  /** Tokens that fit into a conversation; undefined when nobody said. */
  readonly contextWindow: number | undefined;
  /** Undefined when nobody said. */
  readonly price: Price | undefined;
  /**
   * Asks once; resolves when the answer is complete. `onPart` may return a promise to slow the answer down.
   *
   * Rejects with a `ModelError`, or with the reason of the signal.
   */
  answer(request: ModelRequest, onPart: (part: ModelPart) => void | Promise<void>): Promise<ModelEnd>;
}
