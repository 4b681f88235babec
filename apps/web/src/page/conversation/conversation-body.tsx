/** What a conversation that has entries shows: its rows, what the agent does now, and its plans. Loaded when needed. */
import { useSessionState, useTranscript, type SessionStore } from '@acp-stack/react';
import { isBusy, unfinishedToolCalls, type Transcript } from '@acp-stack/transcript';
import type { ReactNode } from 'react';

import { ContentBlockView } from './entries/content-block.tsx';
import { NoteLine } from './entries/note-line.tsx';
import { EntryList } from './entry-list.tsx';
import { stopText } from './facts/stop-text.ts';
import { Plans } from './plans.tsx';

export interface ConversationBodyProps {
  readonly session: SessionStore;
  readonly renderConversation: (session: SessionStore) => ReactNode;
}

export function ConversationBody({ session, renderConversation }: ConversationBodyProps): ReactNode {
  return (
    <>
      <EntryList
        // Another session begins at its own end.
        key={session.id}
        session={session}
        end={<End session={session} />}
        renderConversation={renderConversation}
      />
      <Plans session={session} />
    </>
  );
}

/** What stands after the last row: prompts on their way, work without a row of its own, and why the agent stopped. */
function End({ session }: { readonly session: SessionStore }): ReactNode {
  const { sending } = useSessionState(session);
  const isWorking = useTranscript(session, isQuietlyBusy);
  const stop = useTranscript(session, stopText, isSameStop);
  return (
    <div className="flex min-h-6 flex-col gap-3">
      {sending.map(({ key, content }) => (
        <div key={key} className="rounded-md border border-dashed border-line px-3.5 py-2.5 opacity-80">
          <p className="mb-1 text-xs text-muted">Sending…</p>
          {content.map((block, index) => (
            <ContentBlockView key={index} block={block} isPlain />
          ))}
        </div>
      ))}
      {stop === undefined ? undefined : stop.kind === 'problem' ? (
        <NoteLine kind="error">{stop.text}</NoteLine>
      ) : (
        <p className="text-sm text-muted">{stop.text}</p>
      )}
      {isWorking ? (
        <p className="flex items-center gap-2 text-sm text-muted">
          <span aria-hidden="true" className="size-3 animate-spin rounded-full border-2 border-line border-t-accent" />
          Working…
        </p>
      ) : undefined}
    </div>
  );
}

/** Whether the agent works and no tool call shows it. */
const isQuietlyBusy = (transcript: Transcript): boolean =>
  isBusy(transcript) && transcript.state?.state !== 'requires_action' && unfinishedToolCalls(transcript).length === 0;

const isSameStop = (before: ReturnType<typeof stopText>, after: ReturnType<typeof stopText>): boolean =>
  before?.text === after?.text && before?.kind === after?.kind;
