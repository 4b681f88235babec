/** Requests of the agent that wait for an answer by hand. */
import type { OpenQuestion } from '@acp-stack/trace/inspect';
import { useState, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { JsonTree } from '../detail/json-tree.tsx';
import { JsonField } from '../send/json-field.tsx';
import { useInspector } from '../store/use-inspector.ts';
import { suggestedAnswers } from './suggested-answers.ts';

export function QuestionPanel({ questions }: { readonly questions: readonly OpenQuestion[] }): ReactNode {
  const [question] = questions;
  if (question === undefined) return undefined;
  return (
    <section
      aria-label="The agent asks"
      aria-live="assertive"
      className="max-h-1/2 shrink-0 overflow-auto border-t border-line bg-panel p-3"
    >
      <Question key={question.index} question={question} others={questions.length - 1} />
    </section>
  );
}

function Question({ question, others }: { readonly question: OpenQuestion; readonly others: number }): ReactNode {
  const { call } = useInspector();
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<unknown>({});
  const answer = (
    value: { readonly result: unknown } | { readonly error: { code: number; message: string } },
  ): void => {
    call('answer', { index: question.index, ...value }).catch((error: unknown) => {
      setProblem((error as Error).message);
    });
  };
  return (
    <>
      <h2 className="text-sm font-semibold">
        The agent asks: <code className="font-mono">{question.method}</code>
        {others === 0 ? '' : ` (and ${others} more)`}
      </h2>
      <JsonTree text={JSON.stringify(question.params)} />
      <div className="flex flex-wrap gap-2">
        {suggestedAnswers(question).map(({ label, result: value }) => (
          <Button
            key={label}
            size="small"
            onClick={() => {
              answer({ result: value });
            }}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          look="danger"
          onClick={() => {
            answer({ error: { code: -32_603, message: 'Refused in the inspector.' } });
          }}
        >
          Answer with an error
        </Button>
      </div>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-muted">Another answer</summary>
        <JsonField name="Result" value={result} onChange={setResult} />
        <Button
          size="small"
          className="mt-1"
          onClick={() => {
            answer({ result });
          }}
        >
          Send this result
        </Button>
      </details>
      {problem === undefined ? undefined : <p className="text-sm text-bad">{problem}</p>}
    </>
  );
}
