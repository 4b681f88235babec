/** Two runs side by side: what is the same, what has changed, and what only one of them has. */
import type { ComparedRow, InspectedRun, JsonChange, WireRow } from '@acp-stack/trace/inspect';
import { useState, type ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/select.tsx';
import { rowAt } from '../store/row-at.ts';
import { useAsked, useInspector } from '../store/use-inspector.ts';
import { nameOf, shownLatency } from '../table/row-words.ts';

export interface CompareViewProps {
  readonly runs: readonly InspectedRun[];
  readonly rows: readonly WireRow[];
  readonly onSelect: (index: number) => void;
}

export function CompareView({ runs, rows, onSelect }: CompareViewProps): ReactNode {
  const [chosen, setChosen] = useState<{ readonly left?: number; readonly right?: number }>({});
  const [showsSame, setShowsSame] = useState(true);
  if (runs.length < 2) {
    return (
      <p className="p-3 text-sm text-muted">
        There is one run only. Restart the agent, open a file, or play the recorded client again; then two runs can be
        compared.
      </p>
    );
  }
  const left = chosen.left ?? runs.at(-2)?.run ?? 0;
  const right = chosen.right ?? runs.at(-1)?.run ?? 0;
  const choices = runs.map((run) => ({ value: String(run.run), label: runWords(run) }));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Select
          label="Left"
          value={String(left)}
          choices={choices}
          onChange={(run) => {
            setChosen({ ...chosen, left: Number(run) });
          }}
        />
        <Select
          label="Right"
          value={String(right)}
          choices={choices}
          onChange={(run) => {
            setChosen({ ...chosen, right: Number(run) });
          }}
        />
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={showsSame}
            onChange={(event) => {
              setShowsSame(event.target.checked);
            }}
          />
          Show what is the same
        </label>
      </div>
      <Comparison left={left} right={right} showsSame={showsSame} rows={rows} onSelect={onSelect} />
    </div>
  );
}

/** The name of a run in a list. */
const runWords = ({ run, label, name }: InspectedRun): string => `Run ${run}: ${label} ${name}`;

interface ComparisonProps {
  readonly left: number;
  readonly right: number;
  readonly showsSame: boolean;
  readonly rows: readonly WireRow[];
  readonly onSelect: (index: number) => void;
}

function Comparison({ left, right, showsSame, rows, onSelect }: ComparisonProps): ReactNode {
  const { call } = useInspector();
  const answer = useAsked((signal) => call('compare', { left, right }, signal), `${left} ${right} ${rows.length}`, {
    keepsOld: true,
  });
  if (answer === undefined) return <p className="p-3 text-sm text-muted">Comparing …</p>;
  if (answer instanceof Error) return <p className="p-3 text-sm text-bad">{answer.message}</p>;
  const shown = showsSame ? answer.rows : answer.rows.filter(({ state }) => state !== 'same');
  const differing = answer.rows.filter(({ state }) => state !== 'same').length;
  return (
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="Comparison">
      <p role="status" className="px-3 py-1.5 text-sm text-muted">
        {differing === 0 ? 'The two runs are the same.' : `${differing} of ${answer.rows.length} messages differ.`}
      </p>
      <table className="w-full table-fixed border-collapse font-mono text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">Left</th>
            <th scope="col">Right</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Line
              key={`${row.left} ${row.right}`}
              row={row}
              left={rowAt(rows, row.left)}
              right={rowAt(rows, row.right)}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const looks: Readonly<Record<ComparedRow['state'], string>> = {
  same: '',
  changed: 'bg-warn-soft',
  'only-left': 'bg-removed',
  'only-right': 'bg-added',
};

interface LineProps {
  readonly row: ComparedRow;
  readonly left: WireRow | undefined;
  readonly right: WireRow | undefined;
  readonly onSelect: (index: number) => void;
}

function Line({ row, left, right, onSelect }: LineProps): ReactNode {
  return (
    <tr className={classes('border-b border-line/50 align-top', looks[row.state])}>
      {([left, right] as const).map((each, side) => (
        <td key={side === 0 ? 'left' : 'right'} className="px-3 py-1">
          {each === undefined ? undefined : (
            <button
              type="button"
              className="block w-full cursor-pointer truncate text-start"
              onClick={() => {
                onSelect(each.index);
              }}
            >
              {each.from}: {nameOf(each)}{' '}
              <span className="text-muted">
                {shownLatency(side === 0 ? row.took?.left : row.took?.right)} {each.preview}
              </span>
            </button>
          )}
          {(row.changes ?? []).slice(0, maxChanges).map((change) => (
            <Change key={change.path} change={change} side={side === 0 ? 'left' : 'right'} />
          ))}
        </td>
      ))}
    </tr>
  );
}

/** Differences of one message that are shown. */
const maxChanges = 20;

function Change({ change, side }: { readonly change: JsonChange; readonly side: 'left' | 'right' }): ReactNode {
  const value = change[side];
  return (
    <p className="truncate">
      <span className="text-muted">{change.path}</span>{' '}
      <span className={side === 'left' ? 'bg-removed-word' : 'bg-added-word'}>
        {value === undefined ? 'absent' : JSON.stringify(value)}
      </span>
    </p>
  );
}
