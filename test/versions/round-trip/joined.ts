/** The content of a message, whichever way it was cut into pieces: plain texts that follow each other are one. */

export interface Block {
  readonly type: string;
  readonly text?: unknown;
}

export function joined(blocks: readonly Block[]): readonly unknown[] {
  const parts: unknown[] = [];
  for (const block of blocks) {
    const text = Object.keys(block).length === 2 && block.type === 'text' ? String(block.text) : undefined;
    const last = parts.at(-1);
    if (text === undefined) parts.push(block);
    else if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else if (text !== '') parts.push(text);
  }
  return parts;
}
