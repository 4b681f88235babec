/** What can be done in a session that has no messages yet. */
import { useSessionState, useTranscript, type SessionStore } from '@acp-stack/react';
import type { Transcript } from '@acp-stack/transcript';
import type { ReactNode } from 'react';

import { Keys } from '../ui/keys.tsx';

const hasCommands = ({ availableCommands }: Transcript): boolean => (availableCommands ?? []).length > 0;

export function EmptyState({
  session,
  isReady,
}: {
  readonly session: SessionStore;
  readonly isReady: boolean;
}): ReactNode {
  const { cwd, hub } = useSessionState(session);
  const canCommand = useTranscript(session, hasCommands);
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto px-6">
      <div className="max-w-md text-start">
        <h2 className="text-lg font-semibold">{isReady ? 'What should the agent do?' : 'Opening the session…'}</h2>
        {isReady ? (
          <>
            <p className="mt-2 text-muted">
              {hub.agent === undefined ? 'The agent' : hub.agent} works in{' '}
              {cwd === undefined ? (
                'the folder of this session'
              ) : (
                <span className="font-mono text-sm break-all">{cwd}</span>
              )}
              . Ask about the code, or describe a change.
            </p>
            <ul className="mt-4 flex flex-col gap-2 text-sm text-muted">
              <li>
                <Keys keys="@" /> adds a file to your message; you can also paste or drop files and images.
              </li>
              {canCommand ? (
                <li>
                  <Keys keys="/" /> lists the commands of the agent.
                </li>
              ) : undefined}
              <li>
                <Keys keys="Enter" /> sends the message, <Keys keys="Shift+Enter" /> begins a new line.
              </li>
            </ul>
          </>
        ) : undefined}
      </div>
    </div>
  );
}
