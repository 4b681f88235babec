/** The conversation of a session. */
import { useEntryIds, useSessionState, useTranscript, type SessionStore } from '@acp-stack/react';
import type { Transcript } from '@acp-stack/transcript';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';

import type { ConversationBody } from './conversation-body.tsx';
import { EmptyState } from './empty-state.tsx';
import { useAnnouncements } from './facts/use-announcements.ts';
import { useEntryTimes } from './facts/use-entry-time.ts';

/** Markdown and the list are not needed before the first message. */
const loadBody = async (): Promise<{ default: typeof ConversationBody }> => ({
  default: (await import('./conversation-body.tsx')).ConversationBody,
});
const Body = lazy(loadBody);

const hasPlans = ({ plans }: Transcript): boolean => plans.size > 0;

/** Shows a session from its first entry to what goes on now. */
export function Conversation({ session }: { readonly session: SessionStore }): ReactNode {
  useEntryTimes(session);
  const hasEntries = useEntryIds(session).length > 0;
  const isPlanned = useTranscript(session, hasPlans);
  const { status, sending } = useSessionState(session);
  // A long history is drawn once, when it is complete.
  const isReady = status !== 'opening';
  // What draws it is loaded while it arrives.
  useEffect(() => {
    if (hasEntries) loadBody().catch(() => undefined);
  }, [hasEntries]);
  const isEmpty = !hasEntries && !isPlanned && sending.length === 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isEmpty || !isReady ? (
        <EmptyState session={session} isReady={isReady} />
      ) : (
        <Suspense fallback={<div className="min-h-0 flex-1" />}>
          <Body session={session} renderConversation={renderConversation} />
        </Suspense>
      )}
      <LiveRegion session={session} />
    </div>
  );
}

const renderConversation = (session: SessionStore): ReactNode => <Conversation session={session} />;

function LiveRegion({ session }: { readonly session: SessionStore }): ReactNode {
  const said = useAnnouncements(session);
  return (
    <div role="log" aria-live="polite" aria-label="New text of the agent" className="sr-only">
      {said}
    </div>
  );
}
