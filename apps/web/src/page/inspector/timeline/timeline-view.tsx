/** Requests as bars over time, by session; zoomed with the wheel and the keys + and -. */
import type { WireRow } from '@acp-stack/trace/inspect';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { shownLatency, shownTime } from '../table/row-words.ts';
import { drawnSpans, spanGroups, type Span } from './spans.ts';

export interface TimelineViewProps {
  readonly rows: readonly WireRow[];
  /** Changes with the rows, which are added to in place. */
  readonly version: number;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

const lineHeight = 22;
const largestZoom = 10_000;
/** Pixels of the smallest bar. */
const minBarWidth = 3;
/** The share of the whole time after which the words of a bar stand before it, where there is room for them. */
const late = 0.8;

export function TimelineView({ rows, version, selected, onSelect }: TimelineViewProps): ReactNode {
  // oxlint-disable-next-line react/exhaustive-deps -- the rows are added to in place, and `version` says so
  const groups = useMemo(() => spanGroups(rows), [rows, version]);
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const start = rows[0]?.ts ?? 0;
  const length = Math.max((rows.at(-1)?.ts ?? 0) - start, 0.001);
  const [view, setView] = useState({ left: 0, width: 800 });
  const look = (): void => {
    const { scrollLeft: left, clientWidth: width } = box.current ?? { scrollLeft: 0, clientWidth: 800 };
    setView((before) => (before.left === left && before.width === width ? before : { left, width }));
  };
  useLayoutEffect(look, [zoom, groups]);
  const pixel = length / Math.max(view.width * zoom, 1);
  // One screen to each side, so that scrolling shows no gap.
  const inSight = {
    from: start + (view.left - view.width) * pixel,
    to: start + (view.left + 2 * view.width) * pixel,
    gap: minBarWidth * pixel,
  };
  const scale = (factor: number): void => {
    setZoom((before) => Math.min(Math.max(before * factor, 1), largestZoom));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') scale(1.5);
    else if (event.key === '-') scale(1 / 1.5);
    else if (event.key === '0') setZoom(1);
  };
  const place = ({ start: from, end }: Span): { left: string; width: string } => ({
    left: `${((from - start) / length) * 100}%`,
    width: `max(${minBarWidth}px, ${((end - from) / length) * 100}%)`,
  });
  if (groups.length === 0) return <p className="p-3 text-sm text-muted">No request has been sent yet.</p>;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b border-line px-3 py-1 text-xs text-muted">
        <span className="flex-1">
          {shownTime(length)} s, from {shownTime(start)} s
        </span>
        <Button size="small" look="quiet" onClick={() => scale(1 / 1.5)}>
          Zoom out
        </Button>
        <Button size="small" look="quiet" onClick={() => scale(1.5)}>
          Zoom in
        </Button>
        <Button size="small" look="quiet" onClick={() => setZoom(1)}>
          Whole
        </Button>
      </div>
      <div
        ref={box}
        role="region"
        aria-label="Timeline of requests"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={look}
        onWheel={(event) => {
          if (event.ctrlKey) scale(event.deltaY < 0 ? 1.2 : 1 / 1.2);
        }}
        className="min-h-0 flex-1 overflow-auto text-xs"
      >
        <div style={{ width: `${zoom * 100}%` }} className="min-w-full">
          {groups.map((group) => (
            <section key={group.session ?? ''} aria-label={group.session ?? 'Connection'}>
              <h2 className="sticky start-0 inline-block px-3 pt-2 font-mono text-muted">
                {group.session ?? 'Connection'}
              </h2>
              <div className="relative mx-3 border-b border-line/60" style={{ height: group.lines * lineHeight + 6 }}>
                {drawnSpans(group.spans, inSight).map((span) => (
                  <Bar
                    key={span.index}
                    span={span}
                    style={place(span)}
                    isLate={(span.start - start) / length > late}
                    isSelected={span.index === selected}
                    onSelect={onSelect}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

interface BarProps {
  readonly span: Span;
  readonly style: { readonly left: string; readonly width: string };
  /** Whether it is near the end of the timeline. */
  readonly isLate: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (index: number) => void;
}

function Bar({ span, style, isLate, isSelected, onSelect }: BarProps): ReactNode {
  const took = span.state === 'open' ? 'no answer yet' : shownLatency(span.end - span.start);
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      title={`${span.method}: ${took}`}
      onClick={() => {
        onSelect(span.index);
      }}
      className={classes(
        'absolute cursor-pointer overflow-visible rounded-sm border text-start whitespace-nowrap',
        span.state === 'failed' ? 'border-bad bg-bad-soft' : 'border-accent bg-accent-soft',
        span.state === 'open' ? 'border-dashed' : undefined,
        isSelected ? 'outline-2 outline-accent' : undefined,
      )}
      style={{ ...style, top: span.line * lineHeight + 2, height: lineHeight - 4 }}
    >
      <span className={classes('px-1 font-mono', isLate ? 'absolute top-1/2 right-full -translate-y-1/2' : undefined)}>
        {span.method} <span className="text-muted">{took}</span>
      </span>
    </button>
  );
}
