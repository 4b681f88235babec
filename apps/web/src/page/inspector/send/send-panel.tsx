/** Sends any message to the agent: a method by a form or as JSON, or any text as it is. */
import type { MethodForm } from '@acp-stack/trace/inspect';
import { useState, type ReactNode } from 'react';

import { Button, IconButton } from '../../ui/button.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Select } from '../../ui/select.tsx';
import { useAsked, useInspector } from '../store/use-inspector.ts';
import { valueKind } from './form-fields.ts';
import { JsonField } from './json-field.tsx';
import { FieldInput } from './params-form.tsx';

/** What the panel begins with. */
export type SendDraft =
  | { readonly kind: 'method'; readonly method: string; readonly params?: unknown }
  | { readonly kind: 'text'; readonly text: string };

export interface SendPanelProps {
  readonly draft: SendDraft;
  /** Changes when the agent has offered something else. */
  readonly run: number | undefined;
  /** Values that the session of a form begins with, such as the id of the last session. */
  readonly usual: Readonly<Record<string, unknown>>;
  readonly onSent: (index: number) => void;
  readonly onClose: () => void;
}

type Way = 'form' | 'json' | 'text';

export function SendPanel({ draft, run, usual, onSent, onClose }: SendPanelProps): ReactNode {
  const { call } = useInspector();
  const [way, setWay] = useState<Way>(draft.kind === 'text' ? 'text' : 'form');
  const [method, setMethod] = useState(draft.kind === 'method' ? draft.method : '');
  const [given, setGiven] = useState<{ readonly method: string; readonly params: unknown } | undefined>(
    draft.kind === 'method' && draft.params !== undefined ? { method: draft.method, params: draft.params } : undefined,
  );
  const [text, setText] = useState(draft.kind === 'text' ? draft.text : '');
  const [problem, setProblem] = useState<string>();
  const methods = useAsked((signal) => call('methods', {}, signal), `methods ${run}`);
  const forms = methods === undefined || methods instanceof Error ? [] : methods.methods;
  const form = useAsked(
    async (signal) => (method === '' ? undefined : (await call('methods', { name: method }, signal)).methods[0]),
    `method ${method} ${run}`,
  );
  const known = form instanceof Error ? undefined : form;
  const params = given?.method === method ? given.params : withUsual(known?.example, usual);
  const send = (): void => {
    const message =
      way === 'text' ? { text } : { method, params, isNotification: known?.facts.kind === 'notification' };
    call('send', message).then(
      ({ index }) => {
        setProblem(undefined);
        onSent(index);
      },
      (error: unknown) => {
        setProblem((error as Error).message);
      },
    );
  };
  return (
    <section aria-label="Send a message" className="flex min-h-0 flex-1 flex-col overflow-auto">
      <header className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <h2 className="min-w-0 flex-1 text-sm font-semibold">Send a message</h2>
        <IconButton label="Close the form" icon="close" size="small" onClick={onClose} />
      </header>
      <div className="flex flex-col gap-3 p-3">
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="How"
            value={way}
            choices={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
              { value: 'text', label: 'Any text', description: 'Sent as it is, also if it is wrong.' },
            ]}
            onChange={(next) => {
              setWay(next as Way);
              if (next === 'text' && text === '' && known !== undefined) setText(messageText(known, params));
            }}
          />
          {way === 'text' ? undefined : (
            <SearchSelect
              label="Method"
              value={method}
              choices={forms.map(choiceOf)}
              onChange={(next) => {
                setMethod(next);
              }}
            />
          )}
        </div>
        {way === 'text' ? (
          <textarea
            aria-label="Text"
            spellCheck={false}
            rows={12}
            value={text}
            className="w-full rounded-md border border-line bg-page px-3 py-2 font-mono text-xs"
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        ) : (
          <Params
            key={`${way} ${method}`}
            way={way}
            form={known}
            params={params}
            onChange={(next) => {
              setGiven({ method, params: next });
            }}
          />
        )}
        {problem === undefined ? undefined : (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
        <Button
          look="primary"
          className="self-start"
          disabled={way === 'text' ? text === '' : known === undefined}
          onClick={send}
        >
          Send
        </Button>
      </div>
    </section>
  );
}

const choiceOf = ({ name, facts, isOffered }: MethodForm): { value: string; label: string; description: string } => ({
  value: name,
  label: name,
  description: isOffered === false ? `Not offered by the agent. ${facts.description}` : facts.description,
});

interface ParamsProps {
  readonly way: 'form' | 'json';
  readonly form: MethodForm | undefined;
  readonly params: unknown;
  readonly onChange: (params: unknown) => void;
}

function Params({ way, form, params, onChange }: ParamsProps): ReactNode {
  if (form === undefined) return <p className="text-sm text-muted">Choose a method.</p>;
  const kind = form.facts.params === undefined ? undefined : valueKind(form.facts.params, form.definitions);
  return (
    <>
      <p className="text-sm text-muted">{form.facts.description}</p>
      {form.isOffered === false ? (
        <p className="text-sm text-warn">The agent has not offered this method; it may refuse it.</p>
      ) : undefined}
      {way === 'json' || kind === undefined ? (
        <JsonField name="Params" value={params} rows={10} onChange={onChange} />
      ) : (
        <FieldInput name="Params" kind={kind} value={params} onChange={onChange} />
      )}
    </>
  );
}

/** A message of the form in one line, which may then be changed into what no form can send. */
function messageText({ name: method, facts }: MethodForm, params: unknown): string {
  const id = facts.kind === 'notification' ? {} : { id: 'by-hand' };
  return JSON.stringify({ jsonrpc: '2.0', ...id, method, params });
}

/** The example with the usual values in the fields that it has. */
function withUsual(example: unknown, usual: Readonly<Record<string, unknown>>): unknown {
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Object.hasOwn(usual, name) ? usual[name] : value]),
  );
}
