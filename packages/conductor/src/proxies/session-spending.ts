/**
 * What one session has spent, as its agent reports it: turns, tokens and cost.
 *
 * Each report is returned as the difference to the one before, so that differences can be added up over sessions. The
 * cost that is reported is the sum since the session began. Tokens of a turn are known at its end; until then the
 * growth of the context stands for them, which is never more.
 */
import type { SessionUpdate } from '@acp-stack/sdk';

/** An amount of everything that is limited. */
export interface Spent {
  readonly turns: number;
  readonly tokens: number;
  readonly cost: number;
}

export const nothingSpent: Spent = { turns: 0, tokens: 0, cost: 0 };

export const sumOf = (left: Spent, right: Spent): Spent => ({
  turns: left.turns + right.turns,
  tokens: left.tokens + right.tokens,
  cost: left.cost + right.cost,
});

interface SpendingOptions {
  /** The only currency that counts. */
  readonly currency: string;
  /** Whether what was spent before the first report counts; it does in a session that is new here. */
  readonly countsEarlier: boolean;
}

export class SessionSpending {
  readonly #options: SpendingOptions;
  #spent = nothingSpent;
  /** Undefined until it was reported once. */
  #context: number | undefined;
  #cost: number | undefined;
  #tokensOfTurn = 0;

  constructor(options: SpendingOptions) {
    this.#options = options;
    if (options.countsEarlier) [this.#context, this.#cost] = [0, 0];
  }

  /** Everything so far. */
  get spent(): Spent {
    return this.#spent;
  }

  /** Whether what was spent before the first report counts. */
  get countsEarlier(): boolean {
    return this.#options.countsEarlier;
  }

  /** Whether anything was spent or reported. */
  get hasSpent(): boolean {
    const { turns, tokens, cost } = this.#spent;
    return turns + tokens + cost + (this.#context ?? 0) + (this.#cost ?? 0) > 0;
  }

  /** Counts a turn. */
  begin(): Spent {
    return this.#add({ ...nothingSpent, turns: 1 });
  }

  /** Takes a turn back that was refused. */
  undo(): Spent {
    return this.#add({ ...nothingSpent, turns: -1 });
  }

  /** Counts what an update reports; returns the difference. */
  observe(update: SessionUpdate): Spent {
    if (update.sessionUpdate === 'usage_update') {
      const { used, cost } = update;
      const tokens = Math.max(0, used - (this.#context ?? used));
      this.#context = used;
      this.#tokensOfTurn += tokens;
      const amount = cost?.currency === this.#options.currency ? cost.amount : undefined;
      const growth = amount === undefined ? 0 : Math.max(0, amount - (this.#cost ?? amount));
      // A smaller amount is a mistake of the agent, and not money back.
      if (amount !== undefined) this.#cost = Math.max(amount, this.#cost ?? 0);
      return this.#add({ turns: 0, tokens, cost: growth });
    }
    if (update.sessionUpdate !== 'state_update' || update.state !== 'idle') return nothingSpent;
    const tokens = Math.max(0, (update.usage?.totalTokens ?? 0) - this.#tokensOfTurn);
    this.#tokensOfTurn = 0;
    return this.#add({ ...nothingSpent, tokens });
  }

  #add(difference: Spent): Spent {
    this.#spent = sumOf(this.#spent, difference);
    return difference;
  }
}
