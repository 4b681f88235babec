/**
 * What the agent needs from a language model of any service.
 *
 * A request contains the whole conversation, and the answer is streamed. A model keeps no state and does not retry;
 * retries, tools and questions to the user are up to the caller.
 */
import type { ModelMessage, ModelMetadata } from './message.ts';
import type { ChosenModelSettings } from './model-settings.ts';

/** The thinking effort; services without such a setting ignore it. */
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
  /** The values chosen for the model's settings. */
  readonly settings?: ChosenModelSettings;
  /** Headers for this request only, such as its trace. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request at once, including the connection. */
  readonly signal: AbortSignal;
}

/** One part of an answer, in the order in which the model wrote it. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** A thought is complete; `metadata` has to be sent back to the service with it. */
  | { readonly type: 'thought-end'; readonly metadata?: ModelMetadata }
  | { readonly type: 'tool-start'; readonly id: string; readonly name: string }
  /** More of the arguments, as text. */
  | { readonly type: 'tool-input'; readonly id: string; readonly text: string }
  /** A call is complete; `input` is what the model wrote, and need not be JSON. */
  | {
      readonly type: 'tool-end';
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly metadata?: ModelMetadata;
    };

/** Token counts; undefined if the service does not report them. */
export interface ModelUsage {
  /** Includes the cached tokens. */
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

/** The price of a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** As `input` when absent. */
  readonly cachedRead?: number;
  /** As `input` when absent. */
  readonly cachedWrite?: number;
  /** A currency by its ISO 4217 code; USD when absent. */
  readonly currency?: string;
}

export interface Model {
  /** The name of the model at its service. */
  readonly id: string;
  /** The id of its provider. */
  readonly providerId: string;
  /** The size of the context window in tokens; undefined if unknown. */
  readonly contextWindow: number | undefined;
  /** Undefined if unknown. */
  readonly price: Price | undefined;
  /**
   * Sends one request; resolves when the answer is complete. `onPart` may return a promise to slow the stream down.
   *
   * Rejects with a `ModelError`, or with the reason of the signal.
   */
  answer(request: ModelRequest, onPart: (part: ModelPart) => void | Promise<void>): Promise<ModelEnd>;
}
