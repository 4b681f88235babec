/** Text in a Markdown code fence. */

/** `words` in a fence that is longer than every run of backticks in it. */
export function fenced(words: string): string {
  const longest = Math.max(2, ...(words.match(/`+/gu) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${words}\n${fence}`;
}
