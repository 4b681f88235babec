/** Installs an agent of the registry, after the user has seen the facts. */
import { useEffect, useState, type ReactNode } from 'react';

import type { HostFact } from '../../host-methods.ts';
import { useHost } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';

export interface InstallAgentProps {
  readonly name: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'confirming'; readonly id: string; readonly facts: readonly HostFact[] }
  | { readonly kind: 'installing' }
  | { readonly kind: 'failed'; readonly problem: string };

export function InstallAgent({ name, onDone, onCancel }: InstallAgentProps): ReactNode {
  const host = useHost();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const fail = (error: unknown): void => {
    setState({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  };
  useEffect(() => {
    host.call('installAgent', { name }).then((answer) => {
      if ('confirm' in answer) setState({ kind: 'confirming', ...answer.confirm });
      else onDone();
    }, fail);
    // Asked once for each agent.
  }, [host, name]);
  const install = (confirm: string): void => {
    setState({ kind: 'installing' });
    host.call('installAgent', { name, confirm }).then((answer) => {
      // The facts have changed since they were shown.
      if ('confirm' in answer) setState({ kind: 'confirming', ...answer.confirm });
      else onDone();
    }, fail);
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      {state.kind === 'asking' ? <p className="text-muted">Reading the registry…</p> : undefined}
      {state.kind === 'installing' ? (
        <p role="status" className="text-muted">
          Installing…
        </p>
      ) : undefined}
      {state.kind === 'failed' ? (
        <p role="alert" dir="auto" className="break-words text-bad">
          {state.problem}
        </p>
      ) : undefined}
      {state.kind === 'confirming' ? (
        <>
          <p>The agent is a program that runs with your rights. Check what will be installed:</p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {state.facts.map((fact) => (
              <div key={fact.name} className="contents">
                <dt className="text-muted">{fact.name}</dt>
                <dd dir="auto" className="break-all">
                  {fact.text}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : undefined}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        {state.kind === 'confirming' ? (
          <Button
            look="primary"
            icon="download"
            onClick={() => {
              install(state.id);
            }}
          >
            Install
          </Button>
        ) : undefined}
      </div>
    </div>
  );
}
