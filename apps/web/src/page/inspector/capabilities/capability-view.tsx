/** What both sides of a run offered, used and lack. */
import type { CapabilityRow } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { useAsked, useInspector } from '../store/use-inspector.ts';

export interface CapabilityViewProps {
  readonly run: number;
  /** Changes when messages were added, so that the table is asked for again. */
  readonly version: number;
}

export function CapabilityView({ run, version }: CapabilityViewProps): ReactNode {
  const { call } = useInspector();
  const answer = useAsked((signal) => call('capabilities', { run }, signal), `${run} ${version}`, { keepsOld: true });
  if (answer === undefined) return <p className="p-3 text-sm text-muted">Loading …</p>;
  if (answer instanceof Error) return <p className="p-3 text-sm text-bad">{answer.message}</p>;
  const { table } = answer;
  if (table.version === undefined) {
    return <p className="p-3 text-sm text-muted">The two sides have not introduced themselves yet.</p>;
  }
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3 text-sm" tabIndex={0} role="region" aria-label="Capabilities">
      <p className="mb-3 text-muted">Protocol version {table.version}.</p>
      {(['agent', 'client'] as const).map((side) => (
        <Side key={side} side={side} rows={table.rows.filter((row) => row.side === side)} />
      ))}
    </div>
  );
}

function Side({
  side,
  rows,
}: {
  readonly side: 'agent' | 'client';
  readonly rows: readonly CapabilityRow[];
}): ReactNode {
  return (
    <table className="mb-6 w-full border-collapse text-start">
      <caption className="mb-1 text-start font-semibold">{side === 'agent' ? 'Agent' : 'Client'}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            Capability
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            Offered
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            Used
          </th>
          <th scope="col" className="py-1 text-start font-normal max-md:hidden">
            Meaning
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path} className="border-b border-line/50 align-top">
            <th scope="row" className="py-1 pe-3 text-start font-mono text-xs font-normal">
              {row.path}
              {row.stability === 'stable' ? undefined : <span className="ms-2 text-muted">draft</span>}
            </th>
            <td className={classes('py-1 pe-3', row.isOffered ? 'text-good' : 'text-muted')}>
              {row.isOffered ? 'yes' : 'no'}
            </td>
            <td className={classes('py-1 pe-3', isMistake(row) ? 'text-bad' : undefined)}>{wordsOfUse(row)}</td>
            <td className="py-1 text-muted max-md:hidden">{row.description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isMistake = ({ isOffered, used = 0 }: CapabilityRow): boolean => !isOffered && used > 0;

/** How often it was used, and what is wrong with that. */
function wordsOfUse(row: CapabilityRow): string {
  if (row.used === undefined) return 'cannot be seen';
  if (isMistake(row)) return `${row.used} times, but not offered`;
  if (row.used === 0) return row.isOffered ? 'not used' : '';
  return row.used === 1 ? 'once' : `${row.used} times`;
}
