/** Messages as arrows between the sides; only the rows that can be seen are in the page. */
import type { InspectedRun, MergedRow, WireRow } from '@acp-stack/trace/inspect';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { hasReceiver, isUpdate, nameOf, severityOf, shownLatency, shownTime, summaryOf } from '../table/row-words.ts';
import { lanesOf } from './lanes.ts';

export interface SequenceViewProps {
  readonly items: readonly MergedRow<WireRow>[];
  readonly runs: readonly InspectedRun[];
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

const rowHeight = 40;

export function SequenceView({ items, runs, selected, onSelect }: SequenceViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const count = items.length;
  // The items are added to in place; their number says when there are new ones.
  const lanes = useMemo(() => lanesOf(items.slice(0, count), runs), [items, count, runs]);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const center = (lane: number): number => ((lane + 0.5) / Math.max(1, lanes.length)) * 100;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="relative h-9 shrink-0 border-b border-line text-sm font-medium">
        {lanes.map((name, lane) => (
          <span key={name} className="absolute top-2 -translate-x-1/2" style={{ left: `${center(lane)}%` }}>
            {name}
          </span>
        ))}
      </div>
      <div
        ref={box}
        tabIndex={0}
        role="list"
        aria-label="Sequence of messages"
        className="min-h-0 flex-1 overflow-auto text-xs"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {lanes.map((name, lane) => (
            <span
              key={name}
              aria-hidden
              className="absolute inset-y-0 w-px bg-line"
              style={{ left: `${center(lane)}%` }}
            />
          ))}
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            if (item === undefined) return undefined;
            return (
              <Arrow
                key={item.row.index}
                item={item}
                top={start}
                from={center(lanes.indexOf(item.row.from))}
                to={hasReceiver(item.row) ? center(lanes.indexOf(item.row.to)) : undefined}
                isSelected={item.rows.some((row) => row.index === selected)}
                onSelect={onSelect}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface ArrowProps {
  readonly item: MergedRow<WireRow>;
  readonly top: number;
  /** Per cent of the width. */
  readonly from: number;
  /** Undefined for a line that has no receiver, such as stderr. */
  readonly to: number | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (index: number) => void;
}

function Arrow({ item, top, from, to, isSelected, onSelect }: ArrowProps): ReactNode {
  const { row } = item;
  const severity = severityOf(item);
  const isBad = severity === 'error' || row.kind === 'error' || row.kind === 'problem' || row.kind === 'stdout';
  const end = to ?? from;
  const isForward = end >= from;
  const colour = isBad ? 'text-bad' : severity === 'warning' ? 'text-warn' : 'text-accent';
  const took = row.took === undefined ? '' : ` · ${shownLatency(row.took)}`;
  const chunks = item.rows.length > 1 ? ` · ${item.rows.length} chunks` : '';
  return (
    <div role="listitem" className="absolute inset-x-0" style={{ top, height: rowHeight }}>
      <button
        type="button"
        aria-pressed={isSelected}
        title={`${shownTime(row.ts)} s · ${summaryOf(item)}`}
        onClick={() => {
          onSelect(row.index);
        }}
        className={classes('absolute inset-0 cursor-pointer', isSelected ? 'bg-accent-soft' : 'hover:bg-hover')}
      >
        <span
          className="absolute top-1 -translate-x-1/2 truncate text-center"
          style={{
            left: `${(from + end) / 2}%`,
            maxWidth: `${Math.max(Math.abs(end - from), 30)}%`,
          }}
        >
          <span className={classes('font-mono', isBad ? 'text-bad' : undefined)}>
            {isUpdate(row) ? summaryOf(item) : nameOf(row)}
          </span>
          <span className="text-muted">
            {took}
            {chunks}
          </span>
        </span>
        {to === undefined ? undefined : (
          <span
            aria-hidden
            className={classes(
              'absolute bottom-2 h-0 border-t',
              row.kind === 'answer' || row.kind === 'error' ? 'border-dashed' : undefined,
              colour,
              'border-current',
            )}
            style={{ left: `${Math.min(from, end)}%`, width: `${Math.abs(end - from)}%` }}
          >
            <span
              className={classes(
                'absolute -top-[4.5px] size-2 border-t border-current',
                isForward ? 'right-0 rotate-45 border-r' : 'left-0 -rotate-45 border-l',
              )}
            />
          </span>
        )}
      </button>
    </div>
  );
}
