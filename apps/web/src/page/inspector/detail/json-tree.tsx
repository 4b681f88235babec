/** JSON as a tree that folds; a text that is not JSON is shown as it is. */
import { useState, type ReactNode } from 'react';

import { CopyButton } from '../../markdown/code-block.tsx';
import { classes } from '../../ui/classes.ts';

/** Containers up to this depth are open at first. */
const openDepth = 4;
/** Members of one container that are shown at once. */
const maxMembers = 200;

export function JsonTree({ text }: { readonly text: string }): ReactNode {
  const value = parsed(text);
  if (value === undefined) return <pre className="p-3 font-mono text-xs break-all whitespace-pre-wrap">{text}</pre>;
  return (
    <div role="tree" aria-label="JSON" className="p-3 font-mono text-xs">
      <Node name={undefined} value={value.json} depth={0} />
    </div>
  );
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth }: NodeProps): ReactNode {
  const isContainer = typeof value === 'object' && value !== null;
  const [isOpen, setOpen] = useState(depth < openDepth);
  const [shown, setShown] = useState(maxMembers);
  if (!isContainer) {
    return (
      <div role="treeitem" aria-selected={false} className="flex gap-1 ps-4">
        <Name name={name} />
        <Scalar value={value} />
      </div>
    );
  }
  const members = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return (
    <div role="treeitem" aria-expanded={isOpen} aria-selected={false}>
      <div className="group/part flex h-4 items-center">
        <button
          type="button"
          className="flex cursor-pointer gap-1 rounded-sm text-start hover:bg-hover"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <span aria-hidden className={classes('w-3 text-muted', isOpen ? 'rotate-90' : undefined)}>
            ›
          </span>
          <Name name={name} />
          <span className="text-muted">{isOpen ? open : `${open} ${members.length} ${close}`}</span>
        </button>
        {name === undefined ? undefined : (
          <span className="opacity-0 group-focus-within/part:opacity-100 group-hover/part:opacity-100 [@media(hover:none)]:opacity-100">
            <CopyButton text={() => JSON.stringify(value, undefined, 2)} label={`Copy ${name}`} />
          </span>
        )}
      </div>
      {isOpen ? (
        <div role="group" className="ms-1.5 border-s border-line ps-2">
          {members.slice(0, shown).map(([key, member]) => (
            <Node key={key} name={key} value={member} depth={depth + 1} />
          ))}
          {members.length > shown ? (
            <button
              type="button"
              className="cursor-pointer text-accent underline"
              onClick={() => {
                setShown(shown + maxMembers);
              }}
            >
              {members.length - shown} more
            </button>
          ) : undefined}
          <span className="text-muted">{close}</span>
        </div>
      ) : undefined}
    </div>
  );
}

const Name = ({ name }: { readonly name: string | undefined }): ReactNode =>
  name === undefined ? undefined : <span className="shrink-0 text-code-title">{name}:</span>;

function Scalar({ value }: { readonly value: unknown }): ReactNode {
  const look = typeof value === 'string' ? 'text-code-string' : value === null ? 'text-muted' : 'text-code-number';
  return <span className={classes('break-all whitespace-pre-wrap', look)}>{JSON.stringify(value)}</span>;
}
