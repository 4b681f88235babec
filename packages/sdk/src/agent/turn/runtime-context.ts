/**
 * The context beside a prompt, as a turn is given it (draft): no more than the agent asked for, in the order in which it came.
 *
 * What is too much is left out from the end, and the last item says how much that was. Nothing of it is kept, told or handed on (RCTX-03).
 */
import type { PromptRequest, RuntimeContext } from '@acp-stack/schema/v2/unstable';

/** How much context beside a prompt an agent takes. */
export interface RuntimeContextOptions {
  /** Characters of all items together, with their titles; what is beyond is left out. 65,536 when absent. */
  readonly limit?: number;
}

const defaultLimit = 65_536;
/** Items are few; a title and no text counts too. */
const mostItems = 1000;

/** The characters that an agent takes; none where it did not say that it takes any. */
export function contextLimit(option: boolean | RuntimeContextOptions | undefined): number {
  if (option === undefined || option === false) return 0;
  return option === true ? defaultLimit : (option.limit ?? defaultLimit);
}

/** The prompt with the context that the agent takes; what it did not offer to take is ignored. */
export function withinContextLimit(params: PromptRequest, limit: number): PromptRequest {
  const { runtimeContext, ...prompt } = params;
  if (!runtimeContext || limit === 0) return prompt;
  return { ...prompt, runtimeContext: trimContext(runtimeContext, limit) };
}

/** The beginning of `items` that has no more than `limit` characters; the note about the rest comes on top. */
export function trimContext(items: readonly RuntimeContext[], limit: number): readonly RuntimeContext[] {
  const kept: RuntimeContext[] = [];
  let room = limit;
  for (const [index, item] of items.entries()) {
    const { title, text } = item;
    const needed = (title?.length ?? 0) + text.length;
    if (needed > room || index === mostItems) {
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

/** Not cut in the middle of a character, which some services refuse. */
const beginningOf = (text: string, length: number): string =>
  length <= 0 ? '' : text.slice(0, length).replace(/[\u{D800}-\u{DBFF}]$/u, '');

/** The last item tells what is missing. */
function noted(items: readonly RuntimeContext[], left: number): readonly RuntimeContext[] {
  const note = `[${left} characters of context were left out here]`;
  const last = items.at(-1);
  if (last === undefined) return [{ text: note }];
  return [...items.slice(0, -1), { ...last, text: `${last.text}\n${note}` }];
}
