/** What the agent asks the user for: a form, or a page to visit. */
import type { ElicitationQuestion } from '@acp-stack/react';
import type { ReactNode } from 'react';

import { FormPanel } from './form-panel.tsx';
import { Unanswerable } from './unanswerable.tsx';
import { WebPagePanel } from './web-page-panel.tsx';

export function ElicitationPanel({ question }: { readonly question: ElicitationQuestion }): ReactNode {
  const { request } = question;
  if (request.mode === 'form') return <FormPanel question={question} request={request} />;
  if (request.mode === 'url') return <WebPagePanel question={question} request={request} />;
  return (
    <Unanswerable
      question={question}
      title={request.message}
      reason="The agent asks in a way that this page does not know."
    />
  );
}
