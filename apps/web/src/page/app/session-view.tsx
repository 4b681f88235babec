/** One session: the conversation, the questions of the agent, and the input. */
import type { SessionStore } from '@acp-stack/react';
import type { ReactNode } from 'react';

import { Composer } from '../composer/composer.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { SessionFiles } from '../editor/session-files.tsx';
import { Questions } from '../questions/questions.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

export interface SessionViewProps {
  readonly session: SessionStore;
  /** Whether it is the session that keys are for. */
  readonly isActive: boolean;
}

export function SessionView({ session, isActive }: SessionViewProps): ReactNode {
  return (
    <SessionFiles session={session} isActive={isActive}>
      <ErrorBoundary isPart>
        <Conversation session={session} />
      </ErrorBoundary>
      <ErrorBoundary isPart>
        <Questions session={session} />
        <Composer session={session} />
      </ErrorBoundary>
    </SessionFiles>
  );
}
