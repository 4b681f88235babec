/** Many tool calls in a row: one line that says what they did, and the calls when it is opened. */
import { useEntry, useTranscript, type SessionStore } from '@acp-stack/react';
import { isFinished, type ToolCallEntry, type Transcript } from '@acp-stack/transcript';
import { useCallback, type ReactNode } from 'react';

import { useFold } from '../facts/folds.ts';
import { FoldLine } from './fold-line.tsx';
import { ToolCallCard } from './tool-call-card.tsx';
import { groupText } from './tool-words.ts';

export interface ToolGroupProps {
  readonly session: SessionStore;
  readonly ids: readonly string[];
}

const sameEntries = (before: readonly ToolCallEntry[], after: readonly ToolCallEntry[]): boolean =>
  before.length === after.length && before.every((call, index) => call === after[index]);

export function ToolGroup({ session, ids }: ToolGroupProps): ReactNode {
  const calls = useTranscript(
    session,
    useCallback(({ entries }: Transcript) => ids.map((id) => entries.get(id)).filter(isCall), [ids]),
    sameEntries,
  );
  const [isOpen, setOpen] = useFold(session, `group ${ids[0] ?? ''}`, false);
  // What goes on, went wrong or changed a file is seen without opening the group.
  const shown = isOpen ? calls : calls.filter(isNotable);
  return (
    <div className="flex flex-col gap-2">
      <FoldLine
        isOpen={isOpen}
        onToggle={() => {
          setOpen(!isOpen);
        }}
      >
        <span className="min-w-0 flex-1">{groupText(calls)}</span>
      </FoldLine>
      {shown.map(({ id }) => (
        <GroupedCall key={id} session={session} id={id} />
      ))}
    </div>
  );
}

const isCall = (entry: unknown): entry is ToolCallEntry => (entry as ToolCallEntry | undefined)?.type === 'tool_call';

const isNotable = (call: ToolCallEntry): boolean =>
  !isFinished(call) || call.status === 'failed' || call.content.toArray().some(({ type }) => type === 'diff');

function GroupedCall({ session, id }: { readonly session: SessionStore; readonly id: string }): ReactNode {
  const entry = useEntry(session, id);
  return entry?.type === 'tool_call' ? <ToolCallCard session={session} entry={entry} /> : undefined;
}
