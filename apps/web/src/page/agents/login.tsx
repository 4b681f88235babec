/** The ways to log in to an agent, and the login itself. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

import type { AgentDescription, HostLoginMethod } from '../../host-methods.ts';
import { useHost } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { LoginTerminal } from './login-terminal.tsx';

export interface LoginProps {
  /** The name of the agent in the hub. */
  readonly name: string;
  readonly onDone: () => void;
}

type State =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'waiting'; readonly method: string }
  | { readonly kind: 'terminal'; readonly terminalId: string; readonly command: string };

export function Login({ name, onDone }: LoginProps): ReactNode {
  const host = useHost();
  const [methods, setMethods] = useState<AgentDescription['authMethods']>();
  const [state, setState] = useState<State>({ kind: 'choosing' });
  const [problem, setProblem] = useState<string>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    host.call('describeAgent', { name }).then(
      ({ authMethods }) => {
        setMethods(authMethods);
      },
      (error: unknown) => {
        setProblem(messageOf(error));
      },
    );
    return () => {
      isShown.current = false;
    };
  }, [host, name]);
  const logIn = async ({ methodId, name: method }: HostLoginMethod): Promise<void> => {
    setProblem(undefined);
    setState({ kind: 'waiting', method });
    try {
      const answer = await host.call('login', { name, methodId, columns: 80, rows: 20 });
      if (!isShown.current) return;
      if ('terminalId' in answer) setState({ kind: 'terminal', ...answer });
      else onDone();
    } catch (error) {
      setState({ kind: 'choosing' });
      setProblem(messageOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {problem === undefined ? undefined : (
        <p role="alert" dir="auto" className="text-sm break-words text-bad">
          {problem}
        </p>
      )}
      {state.kind === 'terminal' ? (
        <LoginTerminal
          terminalId={state.terminalId}
          command={state.command}
          onEnd={(failure) => {
            if (failure === undefined) onDone();
            else {
              setState({ kind: 'choosing' });
              setProblem(failure);
            }
          }}
        />
      ) : (
        <MethodList
          methods={methods}
          waiting={state.kind === 'waiting' ? state.method : undefined}
          onChoose={(method) => {
            void logIn(method);
          }}
        />
      )}
    </div>
  );
}

interface MethodListProps {
  readonly methods: readonly HostLoginMethod[] | undefined;
  readonly waiting: string | undefined;
  readonly onChoose: (method: HostLoginMethod) => void;
}

function MethodList({ methods, waiting, onChoose }: MethodListProps): ReactNode {
  if (methods === undefined) return <p className="text-sm text-muted">Asking the agent…</p>;
  if (methods.length === 0) return <p className="text-sm text-muted">This agent offers no login.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {methods.map((method) => (
        <li key={method.methodId} className="flex items-center gap-3 rounded-md border border-line p-3">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="text-sm font-medium">
              {method.name}
            </p>
            {method.description === undefined ? undefined : (
              <p dir="auto" className="text-xs text-muted">
                {method.description}
              </p>
            )}
            {method.obstacle === undefined ? undefined : (
              <p dir="auto" className="text-xs text-warn">
                {method.obstacle}
              </p>
            )}
          </div>
          <Button
            disabled={method.obstacle !== undefined || waiting !== undefined}
            aria-label={`Log in: ${method.name}`}
            onClick={() => {
              onChoose(method);
            }}
          >
            {waiting === method.name ? 'Waiting…' : 'Log in'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
