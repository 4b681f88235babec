/**
 * The runtime context of a prompt, as a turn is given it (draft): within the agent's limit, in order.
 *
 * What exceeds the limit is cut off at the end, and the last item says how much. It is never stored or sent on
 * (RCTX-03).
 */
import type { PromptRequest, RuntimeContext } from '@acp-stack/schema/v2/unstable';

/** How much runtime context an agent takes. */
export interface RuntimeContextOptions {
  /** Characters of all items together, with their titles; 65,536 when absent. */
  readonly limit?: number;
}

const defaultLimit = 65_536;
/** Also limits items without text. */
const maxItems = 1000;

/** The limit in characters; 0 if the agent does not take runtime context. */
export function contextLimit(option: boolean | RuntimeContextOptions | undefined): number {
  if (option === undefined || option === false) return 0;
  return option === true ? defaultLimit : (option.limit ?? defaultLimit);
}

/** The prompt with its context cut to `limit`; without it if the agent does not take any. */
export function withinContextLimit(params: PromptRequest, limit: number): PromptRequest {
  const { runtimeContext, ...prompt } = params;
  if (!runtimeContext || limit === 0) return prompt;
  return { ...prompt, runtimeContext: trimContext(runtimeContext, limit) };
}

/** The beginning of `items` with at most `limit` characters, plus a note about the rest. */
export function trimContext(items: readonly RuntimeContext[], limit: number): readonly RuntimeContext[] {
  const kept: RuntimeContext[] = [];
  let room = limit;
  for (const [index, item] of items.entries()) {
    const { title, text } = item;
    const needed = (title?.length ?? 0) + text.length;
    if (needed > room || index === maxItems) {
      const left = items.slice(index).reduce((sum, each) => sum + each.text.length, 0);
      const beginning = beginningOf(text, room - (title?.length ?? 0));
      const cut = beginning === '' ? [] : [{ ...item, text: beginning }];
      return noted([...kept, ...cut], left - beginning.length);
    }
    room -= needed;
    kept.push(item);
  }
  return kept;
}

/** Not cut between the halves of a surrogate pair, which some services refuse. */
const beginningOf = (text: string, length: number): string =>
  length <= 0 ? '' : text.slice(0, length).replace(/[\u{D800}-\u{DBFF}]$/u, '');

/** Adds a note about what is missing to the last item. */
function noted(items: readonly RuntimeContext[], left: number): readonly RuntimeContext[] {
  const note = `[${left} characters of context were left out here]`;
  const last = items.at(-1);
  if (last === undefined) return [{ text: note }];
  return [...items.slice(0, -1), { ...last, text: `${last.text}\n${note}` }];
}
