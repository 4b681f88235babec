/** The questions of an agent that wait for the user. */
import { useSyncExternalStore } from 'react';

import type { AgentStore } from '../agent/agent-store.ts';
import type { ElicitationQuestion, PermissionQuestion, Questions, SettledQuestion } from '../questions/questions.ts';
import type { SessionStore } from '../session/session-store.ts';

const none: readonly never[] = [];

/**
 * The permission requests of a session that wait, oldest first. Those of an agent belong to no session that is open
 * here.
 */
export function usePermissions(asker: SessionStore | AgentStore | undefined): readonly PermissionQuestion[] {
  return useQuestions(asker, asker?.questions.permissions);
}

/** The elicitations of a session that wait, oldest first. Those of an agent belong to no session, as in a login. */
export function useElicitation(asker: SessionStore | AgentStore | undefined): readonly ElicitationQuestion[] {
  return useQuestions(asker, asker?.questions.elicitations);
}

/** The questions that were settled elsewhere a moment ago, such as by another client. */
export function useSettledQuestions(asker: SessionStore | AgentStore | undefined): readonly SettledQuestion[] {
  return useQuestions(asker, asker?.questions.settled);
}

function useQuestions<T>(
  asker: { readonly questions: Questions; readonly subscribeQuestions: SessionStore['subscribeQuestions'] } | undefined,
  read: (() => readonly T[]) | undefined,
): readonly T[] {
  const readOrNone = read ?? ((): readonly T[] => none);
  return useSyncExternalStore(asker?.subscribeQuestions ?? notChanging, readOrNone, readOrNone);
}

function notChanging(): () => void {
  return () => undefined;
}
