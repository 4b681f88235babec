/** What an agent can do, as a table in words. */
import { useEffect, useState, type ReactNode } from 'react';

import type { AgentDescription } from '../../host-methods.ts';
import { useHost } from '../connect/connection.tsx';
import { Icon } from '../ui/icons.tsx';
import { capabilityGroups } from './capability-words.ts';

export function DescribeAgent({ name }: { readonly name: string }): ReactNode {
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
      <p className="text-muted">
        <bdi>{info.title ?? info.name}</bdi> {info.version}, version {version} of the protocol,{' '}
        {authMethods.length === 0 ? 'no login needed' : `${authMethods.length} ways to log in`}
      </p>
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
