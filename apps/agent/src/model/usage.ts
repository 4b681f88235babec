/** The tokens of all requests of a turn, and their cost if the price is known. */
import type { Usage } from '@acp-stack/sdk';

import type { Conversation } from './message.ts';
import type { Model, ModelUsage, Price } from './model.ts';

export class TurnUsage {
  #total: Usage | undefined;

  /** The sum of everything that was added; undefined if no service reported anything. */
  get total(): Usage | undefined {
    return this.#total;
  }

  add(usage: ModelUsage): void {
    const { input, output } = usage;
    if (input === undefined && output === undefined) return;
    const before = this.#total ?? { totalTokens: 0, inputTokens: 0, outputTokens: 0 };
    this.#total = {
      totalTokens: before.totalTokens + (input ?? 0) + (output ?? 0),
      inputTokens: before.inputTokens + (input ?? 0),
      outputTokens: before.outputTokens + (output ?? 0),
      ...sum('thoughtTokens', before.thoughtTokens, usage.thought),
      ...sum('cachedReadTokens', before.cachedReadTokens, usage.cachedRead),
      ...sum('cachedWriteTokens', before.cachedWriteTokens, usage.cachedWrite),
    };
  }
}

function sum(key: keyof Usage, before: number | null | undefined, more: number | undefined): object {
  return before === undefined && more === undefined ? {} : { [key]: (before ?? 0) + (more ?? 0) };
}

/** Stores in the conversation how full the context is, and the cost. */
export function noteUsage(conversation: Conversation, model: Model, usage: ModelUsage): void {
  const { input, output } = usage;
  if (input !== undefined || output !== undefined) conversation.usedTokens = (input ?? 0) + (output ?? 0);
  if (model.price === undefined) return;
  const { currency = 'USD' } = model.price;
  // A cost in another currency cannot be added.
  const before = conversation.cost?.currency === currency ? conversation.cost.amount : 0;
  conversation.cost = { amount: before + costOf(usage, model.price), currency };
}

const million = 1_000_000;

/** The cost of a request. */
function costOf(usage: ModelUsage, price: Price): number {
  const { input = 0, output = 0, cachedRead = 0, cachedWrite = 0 } = usage;
  const plain = Math.max(0, input - cachedRead - cachedWrite);
  const { cachedRead: readPrice = price.input, cachedWrite: writePrice = price.input } = price;
  return (plain * price.input + cachedRead * readPrice + cachedWrite * writePrice + output * price.output) / million;
}
