/** What the scripted model reads in a request, and what it answers, whatever the API. */
import type { Fields } from '../conversation/message.ts';

/** A tool that the agent offers to the model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its parameters. */
  readonly parameters: Fields;
}

/** One entry of the conversation that the agent sends to the model. */
export interface ModelEntry {
  readonly role: 'system' | 'user' | 'model' | 'tool';
  readonly text: string;
}

/** A request to the model. */
export interface ModelRequest {
  readonly model: string;
  readonly isStream: boolean;
  readonly entries: readonly ModelEntry[];
  readonly tools: readonly OfferedTool[];
}

/** What the model answers. */
export type ModelReply =
  | { readonly kind: 'text'; readonly text: string; readonly thought?: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: Fields }
  | { readonly kind: 'endless' }
  | { readonly kind: 'error'; readonly message: string };
