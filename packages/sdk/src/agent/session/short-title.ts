/** Titles of sessions have the length that the protocol recommends (TITLE-02). */

/** How many UTF-16 code units a title has at most. */
const maxLength = 500;

/** The title, or its beginning and an ellipsis if it is too long. */
export function shortTitle(title: string): string {
  if (title.length <= maxLength) return title;
  // Half of a surrogate pair at the end is no character.
  return `${title.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
