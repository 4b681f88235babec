/**
 * The JSON value of a text that a program sent. What is nested deeper than any message of the protocol is left out, so
 * that the checks may walk through the value.
 */

/** Levels of arrays and objects that are kept. */
const deepest = 500;

/** The value; nothing if the text is not JSON. */
export function parseText(text: string): { readonly value?: unknown } {
  try {
    const value = JSON.parse(text) as unknown;
    return { value: text.length > 2 * deepest ? pruned(value) : value };
  } catch {
    return {};
  }
}

/** Replaces what is too deep by null, in place and without recursion. */
function pruned(value: unknown): unknown {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: Container[] = [];
    for (const container of level)
      for (const [key, child] of Object.entries(container)) {
        if (!isContainer(child)) continue;
        if (depth >= deepest) container[key as never] = null as never;
        else next.push(child);
      }
    level = next;
  }
  return value;
}

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
