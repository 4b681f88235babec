/**
 * The tokens of a session: those of the running work, and when the context is nearly full.
 *
 * A report of the agent is about the whole context, so the work has what was added since it began; before a report, its
 * tokens are estimated from what the agent has written.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { ContextWarning, type Usage } from './context-warning.ts';

/** Characters of a token, on average of languages and code. */
const charactersPerToken = 4;

export interface TokenCount {
  readonly tokens: number;
  readonly isEstimated: boolean;
}

export class TokenUsage {
  readonly #warning = new ContextWarning();
  #characters = 0;
  /** The tokens in the context when the work began, and now. */
  #before: number | undefined;
  #now: number | undefined;

  /** Another session is open. */
  restart(usage: Usage | undefined): void {
    this.#warning.restart(usage);
    this.#now = usage?.used;
    this.begin();
  }

  /** The work begins. */
  begin(): void {
    this.#characters = 0;
    this.#before = this.#now;
  }

  /** Returns a warning if the context is nearly full. */
  record(update: SessionUpdate): string | undefined {
    if (update.sessionUpdate === 'usage_update') {
      const usage = update as unknown as Usage;
      this.#now = usage.used;
      return this.#warning.report(usage);
    }
    if (update.sessionUpdate === 'agent_message_chunk' || update.sessionUpdate === 'agent_thought_chunk') {
      const { text } = update.content as { readonly text?: unknown };
      this.#characters += typeof text === 'string' ? text.length : 0;
    }
    return undefined;
  }

  /** The tokens of the work; undefined while there are none. */
  get count(): TokenCount | undefined {
    const added = this.#before === undefined ? 0 : (this.#now ?? 0) - this.#before;
    if (added > 0) return { tokens: added, isEstimated: false };
    const tokens = Math.round(this.#characters / charactersPerToken);
    return tokens > 0 ? { tokens, isEstimated: true } : undefined;
  }
}
