/** How the agent that the suite plays behaves in one run. */
import type { Answer } from '../conversation/conversation.ts';
import type { Fields } from '../conversation/message.ts';
import type { PlaceOptions } from './place/agent-place.ts';

export interface AgentScript extends PlaceOptions {
  /** What it offers; nothing but sessions if absent. */
  readonly capabilities?: Fields;
  /** More fields of the result of `initialize`. */
  readonly initialized?: Fields;
  /** More fields of the result of `session/new`. */
  readonly opened?: Fields;
  /** What it answers to these methods instead of the usual. */
  readonly answers?: Readonly<Record<string, Answer>>;
}
