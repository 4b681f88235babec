/** Messages of the user and the agent. */
import { useSessionState, type SessionStore } from '@acp-stack/react';
import { textOf, type MessageEntry } from '@acp-stack/transcript';
import { useState, type ReactNode } from 'react';

import { CopyButton } from '../../markdown/code-block.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ContentBlockView } from './content-block.tsx';

/** A message of the user, with the name of the sender if another client sent it. */
export function UserMessage({
  session,
  entry,
}: {
  readonly session: SessionStore;
  readonly entry: MessageEntry;
}): ReactNode {
  const sender = senderOf(entry);
  const { hub } = useSessionState(session);
  const isOwn = sender === undefined || sender === hub.principal;
  return (
    <div className="rounded-md border border-line bg-panel px-3.5 py-2.5">
      {isOwn ? undefined : <p className="mb-1 text-xs text-muted">{sender}</p>}
      <Foldable isLong={isLong(entry)}>
        {entry.content.toArray().map((block, index) => (
          <ContentBlockView key={index} block={block} isPlain />
        ))}
      </Foldable>
    </div>
  );
}

const manyLines = 24;
const manyCharacters = 4000;

function isLong({ content }: MessageEntry): boolean {
  const text = textOf(content);
  return text.length > manyCharacters || text.split('\n').length > manyLines;
}

/** The start of a long message, until all of it is wanted. */
function Foldable({
  isLong: canFold,
  children,
}: {
  readonly isLong: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isFolded = canFold && !isOpen;
  return (
    <>
      <div className={classes('flex flex-col items-start gap-1.5', isFolded && 'max-h-72 overflow-hidden')}>
        {children}
      </div>
      {canFold ? (
        <Button
          size="small"
          look="quiet"
          aria-expanded={isOpen}
          className="mt-1"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show less' : 'Show all of it'}
        </Button>
      ) : undefined}
    </>
  );
}

/** The principal that sent a message, as a hub says; it leaves the name out for the sender. */
function senderOf({ _meta }: MessageEntry): string | undefined {
  const { principal } = Object(_meta?.['acp-stack.dev/hub']) as { readonly principal?: unknown };
  return typeof principal === 'string' ? principal : undefined;
}

/** A message of the agent. */
export function AgentMessage({ entry, isOpen }: { readonly entry: MessageEntry; readonly isOpen: boolean }): ReactNode {
  const blocks = entry.content.toArray();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {blocks.map((block, index) => (
        <ContentBlockView key={index} block={block} isOpen={isOpen && index === blocks.length - 1} />
      ))}
      {isOpen ? undefined : (
        // It takes no room of its own, and is seen when it can be used.
        <div className="absolute end-0 bottom-0 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 [@media(hover:none)]:opacity-100">
          <CopyButton text={() => textOf(entry.content)} label="Copy message" />
        </div>
      )}
    </div>
  );
}
