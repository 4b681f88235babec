/**
 * The questions of the agent of a session, above the input, one after the other.
 *
 * A question is announced at once. It gets the focus only if the user is not writing, and none of its options is chosen
 * beforehand.
 */
import {
  useElicitation,
  usePermissions,
  useSessionState,
  useSettledQuestions,
  type ElicitationQuestion,
  type PermissionQuestion,
  type SessionStore,
} from '@acp-stack/react';
import { useEffect, useRef, type ReactNode } from 'react';

import { focusComposer } from '../composer/composer-focus.ts';
import { isPressed } from '../ui/key-names.ts';
import { ElicitationPanel } from './elicitation-panel.tsx';
import { PermissionPanel } from './permission-panel.tsx';
import { settledText } from './settled-text.ts';
import { isTyping } from './typing.ts';

export function Questions({ session }: { readonly session: SessionStore }): ReactNode {
  const permissions = usePermissions(session);
  const elicitations = useElicitation(session);
  const settled = useSettledQuestions(session);
  const { hub } = useSessionState(session);
  const [permission] = permissions;
  const [elicitation] = elicitations;
  const first = permission ?? elicitation;
  return (
    <div className="mx-auto w-full max-w-[46rem] shrink-0 px-3 empty:hidden">
      <p role="status" className="text-sm text-muted empty:hidden">
        {settled.map((question) => (
          <span key={question.id} dir="auto" className="block pb-2">
            {settledText(question, hub.principal)}
          </span>
        ))}
      </p>
      {first === undefined ? undefined : (
        <Question
          // Another question is another panel, with a quiet time of its own.
          key={first.id}
          session={session}
          count={permissions.length + elicitations.length}
          permission={permission}
          elicitation={elicitation}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  readonly session: SessionStore;
  readonly count: number;
  readonly permission: PermissionQuestion | undefined;
  readonly elicitation: ElicitationQuestion | undefined;
}

function Question({ session, count, permission, elicitation }: QuestionProps): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (!isTyping(document.activeElement)) element?.focus({ preventScroll: true });
    return () => {
      // The focus of a panel that is gone returns to the input.
      if (element?.contains(document.activeElement) === true || document.activeElement === document.body) {
        queueMicrotask(() => {
          if (document.activeElement === document.body) focusComposer(session);
        });
      }
    };
  }, [session]);
  const title = permission?.request.title ?? elicitation?.request.message ?? '';
  return (
    <div
      ref={panel}
      role="group"
      aria-label="Question of the agent"
      tabIndex={-1}
      className="mb-2 rounded-lg border border-accent bg-raised outline-offset-0"
      onKeyDown={(event) => {
        // Escape never answers: it only leaves the question.
        if (!isPressed(event, 'Escape') || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        focusComposer(session);
      }}
    >
      <p role="alert" className="sr-only">
        The agent asks: {title}
      </p>
      {count > 1 ? <p className="px-4 pt-2 text-xs text-muted">1 of {count} questions</p> : undefined}
      {permission === undefined ? undefined : <PermissionPanel session={session} question={permission} panel={panel} />}
      {permission === undefined && elicitation !== undefined ? <ElicitationPanel question={elicitation} /> : undefined}
    </div>
  );
}
