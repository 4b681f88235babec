/** One row of the conversation: an entry by its kind, or a group of tool calls. */
import { useEntry, useTranscript, type SessionStore } from '@acp-stack/react';
import { isBusy, type Entry, type EntryTypes, type Transcript } from '@acp-stack/transcript';
import { memo, useCallback, type ReactNode } from 'react';

import { AgentMessage, UserMessage } from './message.tsx';
import { CompactionNote, NoticeNote, SessionMessageNote, UnknownNote } from './notes.tsx';
import { Subagent } from './subagent.tsx';
import { Thought } from './thought.tsx';
import { ToolCallCard } from './tool-call-card.tsx';
import { ToolGroup } from './tool-group.tsx';

export interface RowViewProps {
  readonly session: SessionStore;
  readonly ids: readonly string[];
  readonly renderConversation: (session: SessionStore) => ReactNode;
}

/** Draws a row; it is drawn again only if one of its entries has changed. */
export const RowView = memo(({ session, ids, renderConversation }: RowViewProps): ReactNode => {
  const [id = ''] = ids;
  if (ids.length > 1) return <ToolGroup session={session} ids={ids} />;
  return <EntryView session={session} id={id} renderConversation={renderConversation} />;
});

interface EntryViewProps {
  readonly session: SessionStore;
  readonly id: string;
  readonly renderConversation: (session: SessionStore) => ReactNode;
}

function EntryView({ session, id, renderConversation }: EntryViewProps): ReactNode {
  const entry = useEntry(session, id);
  const isOpen = useIsOpen(session, id);
  if (entry === undefined) return undefined;
  const view = views[entry.type] as (entry: Entry, around: Around) => ReactNode;
  return view(entry, { session, isOpen, renderConversation });
}

interface Around {
  readonly session: SessionStore;
  readonly isOpen: boolean;
  readonly renderConversation: (session: SessionStore) => ReactNode;
}

const views: { readonly [Type in keyof EntryTypes]: (entry: EntryTypes[Type], around: Around) => ReactNode } = {
  user_message: (entry, { session }) => <UserMessage session={session} entry={entry} />,
  agent_message: (entry, { isOpen }) => <AgentMessage entry={entry} isOpen={isOpen} />,
  agent_thought: (entry, { session, isOpen }) => <Thought session={session} entry={entry} isOpen={isOpen} />,
  tool_call: (entry, { session }) => <ToolCallCard session={session} entry={entry} />,
  subagent: (entry, { session, renderConversation }) => (
    <Subagent session={session} entry={entry} renderConversation={renderConversation} />
  ),
  compaction: (entry, { session }) => <CompactionNote session={session} entry={entry} />,
  session_message: (entry, { session }) => <SessionMessageNote session={session} entry={entry} />,
  notice: (entry) => <NoticeNote entry={entry} />,
  unknown: (entry) => <UnknownNote entry={entry} />,
};

/** Whether the entry is the last one and the agent works, so that more text may follow. */
function useIsOpen(session: SessionStore, id: string): boolean {
  return useTranscript(
    session,
    useCallback((transcript: Transcript) => isBusy(transcript) && transcript.entries.at(-1)?.id === id, [id]),
  );
}

const labels: Readonly<Record<Entry['type'], string>> = {
  user_message: 'You',
  agent_message: 'Agent',
  agent_thought: 'Thought',
  tool_call: 'Tool call',
  subagent: 'Subagent',
  compaction: 'Compaction',
  session_message: 'Message of another session',
  notice: 'Notice',
  unknown: 'Update',
};

/** What a row is, for screen readers. */
export function rowLabel(session: SessionStore, ids: readonly string[]): string {
  if (ids.length > 1) return `${ids.length} tool calls`;
  const type = session.transcript().entries.get(ids[0] ?? '')?.type;
  return type === undefined ? 'Entry' : labels[type];
}
