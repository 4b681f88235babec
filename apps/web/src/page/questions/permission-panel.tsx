/** A permission request: what it is about, and the options of the agent as they are. */
import { useTranscript, type PermissionQuestion, type SessionStore } from '@acp-stack/react';
import { findEntry } from '@acp-stack/transcript';
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';

import { Button } from '../ui/button.tsx';
import { Keys } from '../ui/keys.tsx';
import { permissionFacts } from './permission-facts.ts';
import { PermissionSubject } from './permission-subject.tsx';
import { keysOf, kindWords, optionByKey } from './question-keys.ts';

export interface PermissionPanelProps {
  readonly session: SessionStore;
  readonly question: PermissionQuestion;
  /** The panel that has the keys. */
  readonly panel: RefObject<HTMLElement | null>;
}

export function PermissionPanel({ session, question, panel }: PermissionPanelProps): ReactNode {
  const { request, isIncomplete, answer } = question;
  const { options, subject } = request;
  const toolCallId = subject?.type === 'tool_call' ? subject.toolCall.toolCallId : undefined;
  const known = useTranscript(session, (transcript) =>
    toolCallId === undefined ? undefined : findEntry(transcript, 'tool_call', toolCallId),
  );
  const facts = useMemo(() => permissionFacts(request, known), [request, known]);
  const since = useRef(0);
  useEffect(() => {
    const element = panel.current;
    since.current = performance.now();
    const onKeyDown = (event: KeyboardEvent): void => {
      const option = optionByKey(event, options, performance.now() - since.current);
      // What it is about has to be visible first.
      if (option === undefined || element?.querySelector('[data-loading]')) return;
      event.preventDefault();
      answer(option.optionId);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [panel, options, answer]);
  return (
    <div className="flex flex-col gap-3 p-4">
      <h2 dir="auto" className="font-semibold break-words">
        {facts.title}
      </h2>
      {isIncomplete ? (
        <p className="text-sm text-warn">
          A part of this request could not be read, so it may be about more than is shown here.
        </p>
      ) : undefined}
      <PermissionSubject session={session} facts={facts} />
      <ul aria-label="Options" className="flex flex-wrap gap-2">
        {options.map((option) => (
          <li key={option.optionId}>
            <Button
              className="h-auto max-w-full flex-wrap py-1.5 text-start"
              title={kindWords(option)}
              onClick={() => {
                answer(option.optionId);
              }}
            >
              <span dir="auto" className="break-words">
                {option.name}
              </span>
              <span className="text-xs font-normal text-muted">{kindWords(option)}</span>
              <span className="flex gap-1 pointer-coarse:hidden">
                {keysOf(option, options).map((key) => (
                  <Keys key={key} keys={key} />
                ))}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
