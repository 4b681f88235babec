/** Asks whether to visit a page: the whole address is shown, and it is opened only when the user presses the link. */
import type { ElicitationQuestion } from '@acp-stack/react';
import { readWebPage, type WebPageRequest } from '@acp-stack/workspace/questions';
import { useMemo, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { AddressText } from './permission-subject.tsx';
import { ShownText } from './shown-text.tsx';
import { Unanswerable } from './unanswerable.tsx';

export interface WebPagePanelProps {
  readonly question: ElicitationQuestion;
  readonly request: WebPageRequest;
}

export function WebPagePanel({ question, request }: WebPagePanelProps): ReactNode {
  const page = useMemo(() => readWebPage(request), [request]);
  const { message, url, host, unicodeHost, warnings, obstacle } = page;
  if (obstacle !== undefined) {
    return <Unanswerable question={question} title={message} reason={`${obstacle} The address is ${url}`} />;
  }
  return (
    <div className="flex flex-col gap-3 p-4">
      <h2 dir="auto" className="font-semibold break-words">
        <ShownText text={message} />
      </h2>
      <p className="text-sm text-muted">
        The agent asks you to visit a page of <strong className="text-text">{host}</strong>
        {unicodeHost === undefined ? undefined : <> (shown as {unicodeHost})</>}. What you enter there does not pass
        through the agent.
      </p>
      <p
        dir="ltr"
        className="max-h-40 overflow-y-auto rounded-md border border-line bg-panel px-3 py-2 font-mono text-sm break-all"
      >
        <AddressText text={url} host={host} />
      </p>
      {warnings.map(({ kind, message: words }) => (
        <p key={kind} className="text-sm text-warn">
          {words}
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex h-9 items-center rounded-md border border-accent bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-hover"
          onClick={() => {
            question.accept();
          }}
        >
          Open {host}
        </a>
        <Button onClick={question.decline}>Decline</Button>
        <Button look="quiet" onClick={question.cancel}>
          Close without an answer
        </Button>
      </div>
    </div>
  );
}
