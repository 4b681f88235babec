/** Entries that are no messages: notices, compactions, messages between sessions, and updates of unknown kinds. */
import type { SessionStore } from '@acp-stack/react';
import {
  textOf,
  type CompactionEntry,
  type NoticeEntry,
  type SessionMessageEntry,
  type UnknownEntry,
} from '@acp-stack/transcript';
import type { ReactNode } from 'react';

import { Markdown } from '../../markdown/markdown.tsx';
import { useFold } from '../facts/folds.ts';
import { ContentBlockView } from './content-block.tsx';
import { FoldLine } from './fold-line.tsx';
import { JsonFold } from './json-fold.tsx';
import { NoteLine, type NoteKind } from './note-line.tsx';
import { SessionLink } from './session-link.tsx';

/** A notice of the agent to the user. */
export function NoticeNote({ entry: { notice } }: { readonly entry: NoticeEntry }): ReactNode {
  const { severity, title, description } = notice;
  const kind: NoteKind = severity === 'warning' || severity === 'error' ? severity : 'info';
  return (
    <NoteLine kind={kind}>
      <p dir="auto" className="font-medium">
        {title}
      </p>
      {typeof description === 'string' && description !== '' ? (
        <p dir="auto" className="mt-0.5 whitespace-pre-wrap text-text">
          {description}
        </p>
      ) : undefined}
    </NoteLine>
  );
}

const compactionTexts: Readonly<Record<string, string>> = {
  in_progress: 'Compacting the context…',
  completed: 'The context was compacted.',
  failed: 'The context could not be compacted.',
  cancelled: 'Compacting the context was cancelled.',
};

/** A compaction of the context, with its summary. */
export function CompactionNote({
  session,
  entry: { id, status, error, summary },
}: {
  readonly session: SessionStore;
  readonly entry: CompactionEntry;
}): ReactNode {
  const [isOpen, setOpen] = useFold(session, id, false);
  const text = `${compactionTexts[status] ?? 'Compaction of the context'}${error === undefined ? '' : ` ${error}`}`;
  const look = 'border-y border-dashed border-line py-2';
  if (summary.length === 0) return <p className={`${look} text-sm text-muted`}>{text}</p>;
  return (
    <div className={look}>
      <FoldLine
        isOpen={isOpen}
        onToggle={() => {
          setOpen(!isOpen);
        }}
      >
        {text} Summary
      </FoldLine>
      {isOpen ? (
        <div className="mt-2 text-sm">
          <Markdown text={textOf(summary)} isOpen={status === 'in_progress'} />
        </div>
      ) : undefined}
    </div>
  );
}

/** A message between this session and another one. */
export function SessionMessageNote({
  session,
  entry: { senderSessionId, recipientSessionId, content },
}: {
  readonly session: SessionStore;
  readonly entry: SessionMessageEntry;
}): ReactNode {
  const other = senderSessionId === session.id ? recipientSessionId : senderSessionId;
  const isSent = senderSessionId === session.id;
  return (
    <div className="rounded-md border border-line px-3.5 py-2.5">
      <p className="mb-1 text-xs text-muted">
        {isSent ? 'To ' : 'From '}
        {other === undefined ? 'another session' : <SessionLink sessionId={other}>another session</SessionLink>}
      </p>
      {content.toArray().map((block, index) => (
        <ContentBlockView key={index} block={block} />
      ))}
    </div>
  );
}

/** An update that this page does not know. */
export function UnknownNote({ entry: { update } }: { readonly entry: UnknownEntry }): ReactNode {
  return <JsonFold label={`Update of the kind ${update.sessionUpdate}`} value={update} />;
}
