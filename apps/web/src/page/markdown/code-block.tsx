/** A block of code: its language, a button that copies it, colours, and a box in which long lines scroll. */
import { memo, useEffect, useState, type ReactNode } from 'react';

import { Icon } from '../ui/icons.tsx';
import type { CodeLine } from './highlight.ts';
import { useHighlight } from './use-highlight.ts';

export interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** Whether more of it is still being written. */
  readonly isOpen: boolean;
}

/** Lines that are drawn together: when code grows, only the last ones are drawn again. */
const linesOfPart = 40;

export function CodeBlock({ code, language, isOpen }: CodeBlockProps): ReactNode {
  const highlighted = useHighlight(code, language, isOpen);
  const lines = code.split('\n');
  const parts = Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, index) => {
    const start = index * linesOfPart;
    const end = start + linesOfPart;
    return {
      text: lines.slice(start, end).join('\n'),
      coloured: highlighted?.slice(start, end),
      isLast: end >= lines.length,
    };
  });
  return (
    <figure className="group/code my-3 overflow-hidden rounded-md border border-line bg-panel" dir="ltr">
      <figcaption className="flex h-8 items-center justify-between border-b border-line ps-3 pe-1 text-xs text-muted">
        <span>{language === '' ? 'Code' : language}</span>
        <CopyButton text={() => code} label="Copy code" />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={language === '' ? 'Code' : `Code in ${language}`}
        className="overflow-x-auto px-3 py-2.5 font-mono text-sm leading-relaxed"
      >
        <code>
          {parts.map(({ text, coloured, isLast }, index) => (
            <Part key={index} text={isLast ? text : `${text}\n`} lines={coloured} />
          ))}
        </code>
      </pre>
    </figure>
  );
}

interface PartProps {
  readonly text: string;
  /** The first lines in colours; the others are drawn without. */
  readonly lines: readonly CodeLine[] | undefined;
}

const Part = memo(
  ({ text, lines }: PartProps): ReactNode => {
    if (lines === undefined || lines.length === 0) return text;
    const rest = text.split('\n').slice(lines.length);
    return (
      <>
        {lines.map((line, index) => [
          index > 0 ? '\n' : '',
          ...line.map(({ text: piece, look }, place) =>
            look === '' ? (
              piece
            ) : (
              <span key={`${index}:${place}`} className={look}>
                {piece}
              </span>
            ),
          ),
        ])}
        {rest.length > 0 ? `\n${rest.join('\n')}` : ''}
      </>
    );
  },
  (before, after) =>
    before.text === after.text &&
    before.lines?.length === after.lines?.length &&
    (before.lines ?? []).every((line, index) => line === after.lines?.[index]),
);

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);
  return (
    <button
      type="button"
      aria-label={label}
      className="inline-flex h-6 cursor-pointer items-center gap-1 rounded-sm px-1.5 text-muted hover:bg-hover hover:text-text"
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => {
            setCopied(true);
          },
          () => undefined,
        );
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} className="size-3.5" />
      <span aria-live="polite">{isCopied ? 'Copied' : ''}</span>
    </button>
  );
}
