/** The rows of a diff as tables. */
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import type { DiffRow, FileLine, Piece, SplitRow } from './diff-model.ts';

const tableLook = 'w-full border-collapse font-mono text-[0.8125rem] leading-5';
const numberLook =
  'w-px border-e border-line px-2 text-end align-top text-xs leading-5 text-muted select-none tabular-nums';
const codeLook = 'px-2 align-top whitespace-pre [tab-size:4]';

const looks = {
  ' ': { row: '', word: '', name: '' },
  '+': { row: 'bg-added', word: 'bg-added-word', name: 'Added: ' },
  '-': { row: 'bg-removed', word: 'bg-removed-word', name: 'Removed: ' },
} as const;

/** All lines in one column. */
export function UnifiedTable({ rows }: { readonly rows: readonly DiffRow[] }): ReactNode {
  return (
    <table className={tableLook}>
      <tbody>
        {rows.map((row, index) =>
          row.kind === 'line' ? (
            <tr key={index} className={looks[row.sign].row}>
              <td className={numberLook}>{row.oldLine}</td>
              <td className={numberLook}>{row.newLine}</td>
              <CodeCell line={row} />
            </tr>
          ) : (
            <OtherRow key={index} text={row.text} columns={3} />
          ),
        )}
      </tbody>
    </table>
  );
}

/** The lines before and after beside each other. */
export function SplitTable({ rows }: { readonly rows: readonly SplitRow[] }): ReactNode {
  return (
    <table className={classes(tableLook, 'table-fixed')}>
      <colgroup>
        <col className="w-12" />
        <col />
        <col className="w-12" />
        <col />
      </colgroup>
      <tbody>
        {rows.map((row, index) =>
          row.kind === 'pair' ? (
            <tr key={index}>
              <td className={numberLook}>{row.before?.oldLine}</td>
              <CodeCell line={row.before} isWrapped />
              <td className={classes(numberLook, 'border-s')}>{row.after?.newLine}</td>
              <CodeCell line={row.after} isWrapped />
            </tr>
          ) : (
            <OtherRow key={index} text={row.text} columns={4} />
          ),
        )}
      </tbody>
    </table>
  );
}

function CodeCell({
  line,
  isWrapped = false,
}: {
  readonly line: FileLine | undefined;
  readonly isWrapped?: boolean;
}): ReactNode {
  const wrap = isWrapped ? 'whitespace-pre-wrap break-words' : '';
  if (line === undefined) return <td className="bg-panel" />;
  const { row, word, name } = looks[line.sign];
  return (
    <td className={classes(codeLook, row, wrap)}>
      {name === '' ? undefined : <span className="sr-only">{name}</span>}
      <span aria-hidden="true" className="inline-block w-4 text-muted select-none">
        {line.sign}
      </span>
      <Pieces pieces={line.pieces} look={word} />
    </td>
  );
}

function Pieces({ pieces, look }: { readonly pieces: readonly Piece[]; readonly look: string }): ReactNode {
  return pieces.map(({ text, isChanged }, index) =>
    isChanged ? (
      <span key={index} className={classes('rounded-sm', look)}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}

function OtherRow({ text, columns }: { readonly text: string; readonly columns: number }): ReactNode {
  return (
    <tr className="bg-panel text-muted">
      <td colSpan={columns} className="px-3 py-0.5 text-xs whitespace-pre">
        {text}
      </td>
    </tr>
  );
}
