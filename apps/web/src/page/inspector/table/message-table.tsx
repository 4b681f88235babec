/** The list of messages: only the rows that can be seen are in the page. */
import type { MergedRow, WireRow } from '@acp-stack/trace/inspect';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { Direction } from './direction.tsx';
import {
  isUpdate,
  nameOf,
  severityOf,
  shortFinding,
  shownLatency,
  shownSize,
  shownTime,
  summaryOf,
} from './row-words.ts';

export interface MessageTableProps {
  /** Added to in place. */
  readonly items: readonly MergedRow<WireRow>[];
  /** How many there are. */
  readonly count: number;
  /** Where the selected item is; -1 if none is selected, or it is not shown. */
  readonly position: number;
  /** The index of the selected row. */
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  /** Whether the end of the list stays in view. */
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
}

const rowHeight = 28;
const columns = 'grid grid-cols-[4rem_8.5rem_minmax(8rem,14rem)_minmax(0,1fr)_4rem_3.5rem] items-center gap-3 px-3';
const narrow = 'max-md:grid-cols-[3.5rem_minmax(0,1fr)_3.5rem]';

export function MessageTable({
  items,
  count,
  position,
  selected,
  onSelect,
  isFollowing,
  onFollow,
}: MessageTableProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useEffect(() => {
    if (isFollowing && count > 0) virtual.scrollToIndex(count - 1);
  }, [isFollowing, count, virtual]);
  const select = (to: number): void => {
    const item = items[Math.min(Math.max(to, 0), items.length - 1)];
    if (item === undefined) return;
    onSelect(item.row.index);
    virtual.scrollToIndex(Math.min(Math.max(to, 0), items.length - 1));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      PageDown: position + page,
      PageUp: position - page,
      Home: 0,
      End: items.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onFollow(event.key === 'End');
    select(to);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div aria-hidden className={classes(columns, narrow, 'h-8 shrink-0 border-b border-line text-xs text-muted')}>
        <span>Time</span>
        <span className="max-md:hidden">Direction</span>
        <span>Method</span>
        <span className="max-md:hidden">Content</span>
        <span className="text-end">Took</span>
        <span className="text-end max-md:hidden">Size</span>
      </div>
      <div
        ref={box}
        role="listbox"
        aria-label="Messages"
        aria-activedescendant={selected === undefined ? undefined : `row-${selected}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onWheel={() => {
          const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
          onFollow(scrollTop + clientHeight >= scrollHeight - rowHeight);
        }}
        className="min-h-0 flex-1 overflow-auto font-mono text-xs"
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            return item === undefined ? undefined : (
              <Row
                key={item.row.index}
                item={item}
                count={item.rows.length}
                top={start}
                isSelected={index === position}
                position={index + 1}
                total={items.length}
                onSelect={onSelect}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  readonly item: MergedRow<WireRow>;
  /** Changes when a chunk is added to the item, which stays the same object. */
  readonly count: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly position: number;
  readonly total: number;
  readonly onSelect: (index: number) => void;
}

const Row = memo(function Row({ item, count, top, isSelected, position, total, onSelect }: RowProps): ReactNode {
  const { row } = item;
  const severity = severityOf(item);
  const finding = item.rows.find(({ findings }) => findings !== undefined)?.findings?.[0];
  const isBad = severity === 'error' || row.kind === 'error' || row.kind === 'problem' || row.kind === 'stdout';
  return (
    <div
      id={`row-${row.index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={total}
      onClick={() => {
        onSelect(row.index);
      }}
      className={classes(
        columns,
        narrow,
        'absolute inset-x-0 cursor-default border-b border-line/50 whitespace-nowrap',
        isSelected
          ? 'bg-accent-soft'
          : isBad
            ? 'bg-bad-soft'
            : severity === 'warning'
              ? 'bg-warn-soft'
              : 'hover:bg-hover',
      )}
      style={{ top, height: rowHeight }}
    >
      <span className="text-muted tabular-nums">{shownTime(row.ts)}</span>
      <span className="truncate text-muted max-md:hidden">
        <Direction row={row} />
      </span>
      <span className={classes('truncate', isBad ? 'text-bad' : severity === 'warning' ? 'text-warn' : undefined)}>
        <span className={isUpdate(row) ? 'max-md:hidden' : undefined}>{nameOf(row)}</span>
        {/* Where there is no room for a column of its own. */}
        <span dir="auto" aria-hidden className={classes('text-muted md:hidden', isUpdate(row) ? undefined : 'ms-2')}>
          {summaryOf(item)}
        </span>
        {count > 1 ? <span className="ms-2 rounded-sm bg-panel px-1 text-muted">{count} chunks</span> : undefined}
      </span>
      <span dir="auto" className="truncate text-muted max-md:hidden">
        {finding === undefined ? '' : `${shortFinding(finding)} · `}
        {summaryOf(item)}
      </span>
      <span className="text-end text-muted tabular-nums">{shownLatency(row.took)}</span>
      <span className="text-end text-muted tabular-nums max-md:hidden">{shownSize(row.size)}</span>
    </div>
  );
});
