/** A form of the agent: it is sent only with values that are valid, and mistakes are said at their fields. */
import type { ElicitationQuestion } from '@acp-stack/react';
import { readForm, type FormProblem, type FormRequest } from '@acp-stack/workspace/questions';
import { useId, useMemo, useRef, useState, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { FormFieldView } from './form-field-view.tsx';
import { enteredOf, patternsIn, valuesOf } from './form-values.ts';
import { matchPatterns } from './match-patterns.ts';
import { ShownText } from './shown-text.tsx';
import { Unanswerable } from './unanswerable.tsx';

export interface FormPanelProps {
  readonly question: ElicitationQuestion;
  readonly request: FormRequest;
}

export function FormPanel({ question, request }: FormPanelProps): ReactNode {
  const matched = useRef(new Map<string, boolean>());
  const form = useMemo(
    () => readForm(request, (pattern, text) => matched.current.get(`${pattern}\n${text}`) ?? true),
    [request],
  );
  const [entered, setEntered] = useState(() => enteredOf(form.initial));
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { message, title, description, fields, obstacle, secrets } = form;
  if (obstacle !== undefined) return <Unanswerable question={question} title={message} reason={obstacle} />;
  if (secrets.length > 0) {
    const names = secrets.map(({ label }) => label).join(', ');
    const reason = `The form asks for a secret (${names}), which a form must not do, so it cannot be filled in.`;
    return <Unanswerable question={question} title={message} reason={reason} />;
  }

  const send = async (): Promise<void> => {
    const pairs = patternsIn(fields, entered);
    const results = await matchPatterns(pairs);
    matched.current = new Map(pairs.map(({ pattern, text }, index) => [`${pattern}\n${text}`, results[index] ?? true]));
    const values = valuesOf(fields, entered);
    const found = form.check(values);
    setProblems(found);
    const [first] = found;
    if (first === undefined) question.accept((form.answer(values) as { readonly content?: never }).content ?? {});
    else element.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(first.field)}"]`)?.focus();
  };
  return (
    <form
      ref={element}
      noValidate
      aria-labelledby={formId}
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div id={formId}>
        <h2 dir="auto" className="font-semibold break-words whitespace-pre-wrap">
          {message}
        </h2>
        {[title, description].map((text) => (text === undefined ? undefined : <ShownText key={text} text={text} />))}
      </div>
      <div className="scroll-edges -mx-1 flex max-h-[45dvh] flex-col gap-4 overflow-y-auto p-1">
        {fields.map((field) => (
          <FormFieldView
            key={field.name}
            field={field}
            entered={entered[field.name]}
            problem={problems.find((problem) => problem.field === field.name)?.message}
            change={(value) => {
              setEntered((before) => ({ ...before, [field.name]: value }));
              setProblems((before) => before.filter((problem) => problem.field !== field.name));
            }}
            submit={() => void send()}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          Send answer
        </Button>
        <Button onClick={question.decline}>Decline</Button>
        <Button look="quiet" onClick={question.cancel}>
          Close without an answer
        </Button>
      </div>
    </form>
  );
}
