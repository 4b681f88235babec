/** What an agent can do, as a table in words. */
import { useEffect, useState, type ReactNode } from 'react';

import type { AgentDescription } from '../../host-methods.ts';
import { useHost } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { capabilityGroups } from './capability-words.ts';

export interface DescribeAgentProps {
  /** The name of the agent in the hub. */
  readonly name: string;
  /** Shows the ways to log in, of an agent that has some. */
  readonly onLogIn: () => void;
}

export function DescribeAgent({ name, onLogIn }: DescribeAgentProps): ReactNode {
  const host = useHost();
  const [description, setDescription] = useState<AgentDescription>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    host.call('describeAgent', { name }).then(setDescription, (error: unknown) => {
      setProblem(error instanceof Error ? error.message : String(error));
    });
  }, [host, name]);
  if (problem !== undefined) {
    return (
      <p role="alert" dir="auto" className="text-sm text-bad">
        {problem}
      </p>
    );
  }
  if (description === undefined) return <p className="min-h-40 text-sm text-muted">Asking the agent…</p>;
  const { info, version, capabilities, authMethods } = description;
  return (
    // Can have the focus, so that the dialog around it can be scrolled by keyboard.
    <div role="group" aria-label={`What ${name} can do`} tabIndex={0} className="flex flex-col gap-3 text-sm">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-muted">
          <bdi>{info.title ?? info.name}</bdi> {info.version}, version {version} of the protocol,{' '}
          {loginWords(authMethods)}
        </p>
        {authMethods.length > 0 && host.can('login') ? (
          <Button size="small" onClick={onLogIn}>
            Log in
          </Button>
        ) : undefined}
      </div>
      <table className="w-full border-collapse">
        <caption className="sr-only">What {name} can do</caption>
        {capabilityGroups(capabilities).map(({ title, lines }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={2} className="pt-3 pb-1 text-start text-xs font-medium text-muted">
                {title}
              </th>
            </tr>
            {lines.map((line) => (
              <tr key={line.title} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {line.title}
                </th>
                <td className="w-16 py-1.5">
                  <span className={line.isOffered ? 'flex items-center gap-1 text-good' : 'text-muted'}>
                    {line.isOffered ? <Icon name="check" /> : undefined}
                    {line.isOffered ? 'yes' : 'no'}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function loginWords({ length }: AgentDescription['authMethods']): string {
  if (length === 0) return 'no login needed';
  return length === 1 ? 'one way to log in' : `${length} ways to log in`;
}
