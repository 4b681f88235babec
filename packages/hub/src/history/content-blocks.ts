/** Content blocks that follow one another in a message: plain text continues plain text. */

interface PlainText {
  readonly type: 'text';
  readonly text: string;
}

/** A block that has nothing but text, without its empty fields; undefined if it has more. */
function plainText(block: unknown): PlainText | undefined {
  const { type, text, ...others } = Object(block) as Readonly<Record<string, unknown>>;
  if (type !== 'text' || typeof text !== 'string') return undefined;
  return Object.values(others).every((value) => value === null || value === undefined) ? { type, text } : undefined;
}

/** Two blocks as one; undefined if they are not plain text. */
export function joinedText(first: unknown, second: unknown): PlainText | undefined {
  const before = plainText(first);
  const after = plainText(second);
  if (before === undefined || after === undefined) return undefined;
  return { type: 'text', text: before.text + after.text };
}

/** The blocks with another one at the end. */
export function withBlock(blocks: readonly unknown[], block: unknown): readonly unknown[] {
  const added = plainText(block);
  const joined = joinedText(blocks.at(-1), added);
  if (joined === undefined) return [...blocks, added ?? block];
  return added?.text === '' ? blocks : [...blocks.slice(0, -1), joined];
}
