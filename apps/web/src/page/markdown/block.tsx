/** The blocks of Markdown as elements. */
import type { Token, Tokens } from 'marked';
import { memo, useMemo, type ReactNode } from 'react';

import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icons.tsx';
import { CodeBlock } from './code-block.tsx';
import { completeMarkdown } from './complete-markdown.ts';
import { fencedCode } from './fenced-code.ts';
import { Inline, innerOf } from './inline.tsx';
import { tokensOf, type LinkDefinitions } from './markdown-lexer.ts';

/** Longer blocks, except code, are shown as they are written. */
const maxBlockLength = 100_000;

export interface BlockProps {
  readonly raw: string;
  readonly type: string;
  /** The level of a heading, from 1. */
  readonly level: number;
  readonly definitions: LinkDefinitions;
  /** Whether the text is still being written and this is its end. */
  readonly isOpen: boolean;
}

/** One block; it is drawn again only if its text has changed. */
export const Block = memo(({ raw, type, level, definitions, isOpen }: BlockProps): ReactNode => {
  const code = type === 'code' ? fencedCode(raw, isOpen) : undefined;
  const isPlain = raw.length > maxBlockLength;
  const tokens = useMemo(() => {
    if (code !== undefined || isPlain) return [];
    return tokensOf(isOpen ? completeMarkdown(raw, type) : raw, definitions);
  }, [code, isPlain, raw, type, definitions, isOpen]);
  if (code !== undefined) return <CodeBlock {...code} isOpen={isOpen && !code.isClosed} />;
  if (isPlain) return <p className="my-3 break-words whitespace-pre-wrap">{raw}</p>;
  return <Blocks tokens={tokens} around={{ isTight: false, isInner: false, level, definitions }} />;
});

/** Where blocks are. */
interface Surroundings {
  /** Whether they are in a list without empty lines. */
  readonly isTight: boolean;
  /** Whether they are in a list or a quote, whose direction they share. */
  readonly isInner: boolean;
  /** The level of headings, from 1. */
  readonly level: number;
  readonly definitions: LinkDefinitions;
}

interface BlocksProps {
  readonly tokens: readonly Token[];
  readonly around: Surroundings;
}

function Blocks({ tokens, around }: BlocksProps): ReactNode {
  return tokens.map((token, index) => <BlockToken key={index} token={token} around={around} />);
}

interface BlockTokenProps {
  readonly token: Token;
  readonly around: Surroundings;
}

function BlockToken({ token, around }: BlockTokenProps): ReactNode {
  const { isTight, isInner, level } = around;
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return undefined;
    case 'heading':
      return <Heading token={token as Tokens.Heading} level={level} />;
    case 'code':
      return (
        <CodeBlock code={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} isOpen={false} />
      );
    case 'blockquote':
      return (
        <blockquote {...directionOf(isInner)} className="my-3 border-s-2 border-line ps-4 text-muted">
          <Blocks tokens={innerOf(token)} around={{ ...around, isTight: false, isInner: true }} />
        </blockquote>
      );
    case 'list':
      return <List list={token as Tokens.List} around={around} />;
    case 'table':
      return <Table table={token as Tokens.Table} />;
    case 'hr':
      return <hr className="my-5 border-line" />;
    case 'html':
      return (
        <p {...directionOf(isInner)} className="my-3 break-words whitespace-pre-wrap">
          {token.raw.trimEnd()}
        </p>
      );
    case 'text':
      return isTight ? <Inline tokens={inlineOf(token)} /> : <Paragraph token={token} isInner={isInner} />;
    default:
      return <Paragraph token={token} isInner={isInner} />;
  }
}

/** The first letter decides the direction of a text; what has a direction of its own does not count. */
const directionOf = (isInner: boolean): { readonly dir?: 'auto' } => (isInner ? {} : { dir: 'auto' });

/** A text token of a list item may have no inner tokens. */
const inlineOf = (token: Token): readonly Token[] =>
  innerOf(token).length > 0 ? innerOf(token) : [{ ...token, type: 'escape' }];

function Paragraph({ token, isInner }: { readonly token: Token; readonly isInner: boolean }): ReactNode {
  return (
    <p {...directionOf(isInner)} className="my-3 break-words first:mt-0 last:mb-0">
      <Inline tokens={inlineOf(token)} />
    </p>
  );
}

const headings = ['text-xl', 'text-lg', 'text-base', 'text-base', 'text-sm', 'text-sm'];

/** The page has headings of its own, so those of a text begin below them. */
function Heading({ token, level }: { readonly token: Tokens.Heading; readonly level: number }): ReactNode {
  const Tag = (['h2', 'h3', 'h4', 'h5', 'h6'] as const)[level - 1] ?? 'h6';
  return (
    <Tag dir="auto" className={`mt-5 mb-2 font-semibold break-words first:mt-0 ${headings[token.depth - 1] ?? ''}`}>
      <Inline tokens={token.tokens} />
    </Tag>
  );
}

interface ListProps {
  readonly list: Tokens.List;
  readonly around: Surroundings;
}

function List({ list: { ordered, start, loose, items }, around }: ListProps): ReactNode {
  const content = items.map((item, index) => (
    <Item key={index} item={item} around={{ ...around, isTight: !loose, isInner: true }} />
  ));
  const direction = directionOf(around.isInner);
  if (ordered) {
    return (
      <ol {...direction} start={Number(start)} className="my-3 list-decimal ps-6">
        {content}
      </ol>
    );
  }
  const look = items.some(({ task }) => task) ? 'list-none' : 'list-disc';
  return (
    <ul {...direction} className={`my-3 ps-6 ${look}`}>
      {content}
    </ul>
  );
}

interface ItemProps {
  readonly item: Tokens.ListItem;
  readonly around: Surroundings;
}

/** In a long list that grows, only the last item is drawn again. */
const Item = memo(
  ({ item: { task, checked, tokens }, around }: ItemProps): ReactNode => (
    <li className={`my-1 ps-1 marker:text-muted ${task ? '-ms-6 list-none' : ''}`}>
      {task ? (
        <span
          role="img"
          aria-label={checked === true ? 'Done:' : 'To do:'}
          className={classes(
            'me-2 inline-flex size-3.5 items-center justify-center rounded-sm border align-[-0.1em]',
            checked === true ? 'border-accent bg-accent text-on-accent' : 'border-muted',
          )}
        >
          {checked === true ? <Icon name="check" className="size-3" /> : undefined}
        </span>
      ) : undefined}
      <Blocks tokens={tokens} around={around} />
    </li>
  ),
  (before, after) =>
    before.item.raw === after.item.raw &&
    before.around.isTight === after.around.isTight &&
    before.around.definitions === after.around.definitions,
);

const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' } as const;

/** A wide table scrolls in its own box. */
function Table({ table: { header, rows, align } }: { readonly table: Tokens.Table }): ReactNode {
  const alignment = (column: number): string => {
    const side = align[column];
    return side === null || side === undefined ? 'text-start' : alignments[side];
  };
  return (
    <div
      role="group"
      aria-label="Table"
      tabIndex={0}
      className="my-3 max-w-full overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="bg-panel">
          <tr>
            {header.map(({ tokens }, column) => (
              <th key={column} scope="col" dir="auto" className={`px-3 py-1.5 font-semibold ${alignment(column)}`}>
                <Inline tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-t border-line">
              {row.map(({ tokens }, column) => (
                <td key={column} dir="auto" className={`px-3 py-1.5 align-top ${alignment(column)}`}>
                  <Inline tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
