/** A subagent: what it is for, what it does, and its own conversation when it is opened. */
import { useSession, type SessionStore } from '@acp-stack/react';
import type { SubagentEntry } from '@acp-stack/transcript';
import type { ReactNode } from 'react';

import { useConnection } from '../../connect/connection.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useFold } from '../facts/folds.ts';
import { FoldLine } from './fold-line.tsx';
import { SessionLink } from './session-link.tsx';

export interface SubagentProps {
  readonly session: SessionStore;
  readonly entry: SubagentEntry;
  /** Draws the conversation of the subagent. */
  readonly renderConversation: (session: SessionStore) => ReactNode;
}

const states: Readonly<Record<string, string>> = {
  running: 'Working',
  idle: 'Done',
  requires_action: 'Waits for you',
};

export function Subagent({ session, entry, renderConversation }: SubagentProps): ReactNode {
  const [isOpen, setOpen] = useFold(session, entry.id, false);
  const { sessionId, title, description, state } = entry;
  return (
    <section aria-label={`Subagent ${title ?? sessionId}`} className="rounded-md border border-line">
      <div className="flex items-center gap-2 px-3 py-2">
        <FoldLine
          isOpen={isOpen}
          onToggle={() => {
            setOpen(!isOpen);
          }}
        >
          <Icon name="people" />
          <span dir="auto" className="min-w-0 flex-1 truncate text-text">
            {title ?? 'Subagent'}
          </span>
          <span className="shrink-0">{state === undefined ? '' : (states[state.state] ?? state.state)}</span>
        </FoldLine>
        <span className="shrink-0 text-sm">
          <SessionLink sessionId={sessionId}>Open</SessionLink>
        </span>
      </div>
      {typeof description === 'string' && description !== '' ? (
        <p dir="auto" className="px-3 pb-2 text-sm text-muted">
          {description}
        </p>
      ) : undefined}
      {isOpen ? <ChildConversation sessionId={sessionId} renderConversation={renderConversation} /> : undefined}
    </section>
  );
}

function ChildConversation({
  sessionId,
  renderConversation,
}: {
  readonly sessionId: string;
  readonly renderConversation: (session: SessionStore) => ReactNode;
}): ReactNode {
  const { agent } = useConnection();
  const child = useSession(agent, sessionId);
  if (child === undefined) return undefined;
  if (child.status === 'failed' || child.status === 'ended') {
    return <p className="border-t border-line px-3 py-2 text-sm text-muted">Its conversation cannot be opened here.</p>;
  }
  return <div className="flex h-96 flex-col border-t border-line">{renderConversation(child)}</div>;
}
