/** What the scripted model reads in a request, and what it answers, whatever the API. */
import type { Fields } from '../../conversation/message.ts';

/** A tool that the agent offers to the model. */
export interface OfferedTool {
  /** The name by which the model calls it. */
  readonly name: string;
  /** What the agent says about it. */
  readonly description: string;
  /** The JSON Schema of its parameters. */
  readonly parameters: Fields;
}

/** One entry of the conversation that the agent sends to the model. */
export interface ModelEntry {
  /** What said it. */
  readonly role: 'system' | 'user' | 'model' | 'tool';
  /** What was said. */
  readonly text: string;
}

/** A request to the model. */
export interface ModelRequest {
  /** Counts the requests to the service; the ids in a reply are made of it, so that no two replies share one. */
  readonly number: number;
  /** The name of the model. */
  readonly model: string;
  /** Whether the reply is sent in pieces. */
  readonly isStream: boolean;
  /** The conversation so far. */
  readonly entries: readonly ModelEntry[];
  /** What the model may call. */
  readonly tools: readonly OfferedTool[];
}

/** What the model answers. */
export type ModelReply =
  | { readonly kind: 'text'; readonly text: string; readonly thought?: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: Fields }
  | { readonly kind: 'endless' }
  | { readonly kind: 'error'; readonly message: string };
