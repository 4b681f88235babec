/** Finds the matches of a regular expression of an agent: in a context of its own, and in limited time. */
import { runInNewContext } from 'node:vm';

import type { ExpressionMatch, ExpressionSearch } from '@acp-stack/nes';

/** The time limit (ms) of an expression. */
const searchTimeout = 500;
/** Expressions that exceeded it or are invalid; they are not tried again. */
const failedSearches = new Set<string>();

const program = `
  const found = [];
  const expression = new RegExp(search, 'gu');
  for (const [number, line] of lines.entries()) {
    if (found.length >= limit) break;
    for (const match of line.matchAll(expression)) {
      if (match[0] === '') continue;
      // Replaced in its line, because an expression may look at its context.
      const sticky = new RegExp(search, 'uy');
      sticky.lastIndex = match.index;
      const rest = line.length - match.index - match[0].length;
      const after = line.replace(sticky, replace);
      found.push([number, match.index, match[0], after.slice(match.index, after.length - rest)]);
    }
  }
  JSON.stringify(found);`;

/** An invalid expression, or one that takes too long, has no matches. */
export const findMatches: ExpressionSearch = (search, replace, { lines, limit }) => {
  if (failedSearches.has(search)) return [];
  try {
    const found: unknown = runInNewContext(program, { search, replace, lines, limit }, { timeout: searchTimeout });
    return JSON.parse(String(found)) as readonly ExpressionMatch[];
  } catch {
    failedSearches.add(search);
    return [];
  }
};
