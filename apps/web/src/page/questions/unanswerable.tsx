/** A question that must not or cannot be answered on this page. */
import type { ElicitationQuestion } from '@acp-stack/react';
import type { ReactNode } from 'react';

import { Button } from '../ui/button.tsx';

export interface UnanswerableProps {
  readonly question: ElicitationQuestion;
  readonly title: string;
  /** One sentence. */
  readonly reason: string;
}

/** Says why; the question can only be declined or closed. */
export function Unanswerable({ question, title, reason }: UnanswerableProps): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-4">
      <h2 dir="auto" className="font-semibold break-words">
        {title}
      </h2>
      <p dir="auto" className="text-sm text-warn">
        {reason}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={question.decline}>Decline</Button>
        <Button look="quiet" onClick={question.cancel}>
          Close without an answer
        </Button>
      </div>
    </div>
  );
}
