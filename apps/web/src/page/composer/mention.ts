/** Files that a text mentions: `@src/main.ts`, or in quotation marks if the name has spaces: `@"my notes.md"`. */

/** How a file is written in a text. */
export const mentionText = (name: string): string => (/[\s"]/u.test(name) ? `@"${name}"` : `@${name}`);

/** Whether the text mentions the file, and not only one whose name begins like it. */
export function isMentioned(text: string, name: string): boolean {
  const written = mentionText(name);
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.slice(at + written.length);
    if (/^[\s([{"'`]?$/u.test(before) && /^(?:$|[\s,;:!?)\]}"'`]|\.(?:\s|$))/u.test(after)) return true;
  }
  return false;
}
