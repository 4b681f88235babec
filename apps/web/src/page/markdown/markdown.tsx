/** A Markdown text, which may still be growing: only its open end is read and drawn again. */
import { memo, useMemo, useState, type ReactNode } from 'react';

import { Block } from './block.tsx';
import { definitionsIn, MarkdownBlocks, type MarkdownBlock } from './markdown-blocks.ts';
import { noDefinitions, type LinkDefinitions } from './markdown-lexer.ts';

export interface MarkdownProps {
  readonly text: string;
  /** Whether more text may follow at once. */
  readonly isOpen?: boolean;
}

/** Draws a text. */
export function Markdown({ text, isOpen = false }: MarkdownProps): ReactNode {
  const [blocks] = useState(() => new MarkdownBlocks());
  const { groups, open, definitions: closed } = blocks.update(text);
  // The last block of a complete text may define links too.
  const definitions = useMemo(() => (isOpen ? closed : definitionsIn(open, closed)), [isOpen, open, closed]);
  const end = isOpen ? open.at(-1)?.key : undefined;
  return (
    <div className="min-w-0 leading-relaxed [&>:first-child]:mt-0 [&>:last-child]:mb-0">
      {groups.map((group, index) => (
        <Group
          key={index}
          blocks={group}
          definitions={definitions}
          end={index === groups.length - 1 ? end : undefined}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly blocks: readonly MarkdownBlock[];
  readonly definitions: LinkDefinitions;
  /** The key of the block that is still being written. */
  readonly end: number | undefined;
}

/** A block stays in its group when it is closed, so that its elements stay too. */
const Group = memo(({ blocks, definitions, end }: GroupProps): ReactNode =>
  blocks.map(({ key, raw, type, level = 1 }) => (
    <Block
      key={key}
      raw={raw}
      type={type}
      level={level}
      // Blocks without brackets need no definitions, and are not drawn again for a new one.
      definitions={raw.includes('[') ? definitions : noDefinitions}
      isOpen={key === end}
    />
  )),
);
