/**
 * The rows of a conversation, of which only those near the visible part exist in the page.
 *
 * The list follows its end while the reader is there. j and k, or the arrow keys, go from row to row.
 */
import { useEntryIds, useSessionState, type SessionStore } from '@acp-stack/react';
import {
  defaultRangeExtractor,
  elementScroll,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { showError } from '../ui/toast.tsx';
import { rowLabel } from './entries/entry-view.tsx';
import { Rows } from './facts/rows.ts';
import { rowKey } from './facts/row-keys.ts';
import { useForgetEarlier } from './facts/use-forget-earlier.ts';
import { ListRow } from './list-row.tsx';
import { useScrollEnd } from './scroll-end.ts';

export interface EntryListProps {
  readonly session: SessionStore;
  /** What stands after the last row. */
  readonly end: ReactNode;
  readonly renderConversation: (session: SessionStore) => ReactNode;
}

/** Pixels of a row that was not measured yet. */
const usualHeight = 120;
const estimateSize = (): number => usualHeight;

export function EntryList({ session, end, renderConversation }: EntryListProps): ReactNode {
  const ids = useEntryIds(session);
  const [model] = useState(() => new Rows());
  const rows = model.update(ids);
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, goToEnd, leaveEnd, noteScroll } = useScrollEnd(box, content);
  const [focused, setFocused] = useState<number>();
  const wanted = useRef<number>(undefined);
  const onForgotten = useCallback(() => {
    setFocused(undefined);
  }, []);
  useForgetEarlier(session, { isAtEnd, content, onForgotten });
  // Another function would make the list of all places anew.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize,
    getItemKey,
    overscan: 4,
    scrollToFn: (offset, options, instance) => {
      elementScroll(offset, options, instance);
      noteScroll();
    },
    // A scroll event that draws many rows at once would hold up the next one.
    useFlushSync: false,
    rangeExtractor: (range) => withFocused(isAtEnd ? throughEnd(range) : defaultRangeExtractor(range), range, focused),
    // The last rows are drawn before the box is measured.
    initialRect: { width: 800, height: 800 },
    initialOffset: () => rows.length * usualHeight,
  });
  const measure = useMeasure(virtualizer);
  const focusRow = (index: number): void => {
    if (rows.length === 0) return;
    const next = Math.max(0, Math.min(rows.length - 1, index));
    wanted.current = next;
    leaveEnd();
    setFocused(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  };
  // A row that was out of sight exists after the list was drawn again.
  useEffect(() => {
    const index = wanted.current;
    const row =
      index === undefined ? undefined : content.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row === undefined || row === null) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    const index = row === null ? (focused ?? rows.length - 1) : Number(row.dataset['index']);
    const next = rowKey(event, { index, count: rows.length, isOnRow: event.target === row });
    if (next === undefined) return;
    event.preventDefault();
    focusRow(next);
  };
  // Rows follow each other as in any text, so that what grows moves what is below it before it is seen.
  const items = virtualizer.getVirtualItems();
  const below = Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0));
  const tabStop = focused !== undefined && focused < rows.length ? focused : rows.length - 1;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]"
        onKeyDown={onKeyDown}
      >
        <div ref={content} className="mx-auto w-full max-w-[46rem] px-4 pt-6 pb-4">
          <EarlierButton session={session} />
          <div role="feed" aria-label="Conversation" style={{ paddingTop: items[0]?.start, paddingBottom: below }}>
            {items.map(({ key, index, start }, place) => {
              const row = rows[index];
              if (row === undefined) return undefined;
              return (
                <ListRow
                  key={key}
                  measure={measure}
                  index={index}
                  // The room of the rows between, which are not in the page.
                  room={place === 0 ? 0 : start - (items[place - 1]?.end ?? start)}
                  count={rows.length}
                  label={rowLabel(session, row.ids)}
                  isTabStop={index === tabStop}
                  onFocused={setFocused}
                  session={session}
                  ids={row.ids}
                  renderConversation={renderConversation}
                />
              );
            })}
          </div>
          {end}
        </div>
      </div>
      {isAtEnd ? undefined : (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button size="small" icon="arrow-down" className="pointer-events-auto rounded-full" onClick={goToEnd}>
            Jump to latest
          </Button>
        </div>
      )}
    </div>
  );
}

/** Reads the part of the history that was left out. */
function EarlierButton({ session }: { readonly session: SessionStore }): ReactNode {
  const { hasEarlier } = useSessionState(session);
  const [isAsked, setAsked] = useState(false);
  if (!hasEarlier) return undefined;
  return (
    <div className="flex justify-center pb-4">
      <Button
        size="small"
        disabled={isAsked}
        onClick={() => {
          setAsked(true);
          session
            .loadEarlier()
            .catch((error: unknown) => {
              showError('The earlier messages were not loaded', error);
            })
            .finally(() => {
              setAsked(false);
            });
        }}
      >
        {isAsked ? 'Loading earlier messages…' : 'Load earlier messages'}
      </Button>
    </div>
  );
}

/**
 * Measures a new row at once. While the box scrolls, the virtualizer itself would wait for the next frame, and a row
 * that has left by then would keep its estimated height and move what follows it.
 */
function useMeasure(virtualizer: Virtualizer<HTMLDivElement, HTMLElement>): (element: HTMLElement | null) => void {
  return useCallback(
    (element) => {
      virtualizer.measureElement(element);
      if (element === null) return;
      const index = virtualizer.indexFromElement(element);
      const isMeasured = virtualizer.itemSizeCache.has(virtualizer.options.getItemKey(index));
      if (!isMeasured) virtualizer.resizeItem(index, element.offsetHeight);
    },
    [virtualizer],
  );
}

/** At most so many rows that were added at once are drawn before they are scrolled to. */
const maxAdded = 30;

/**
 * The rows from those in sight to the end, to which the list is about to scroll: without them it would show an empty
 * place first, and what it shows would move when they are measured.
 */
function throughEnd(range: Range): number[] {
  const { count } = range;
  const indexes = defaultRangeExtractor(range);
  const next = Math.max((indexes.at(-1) ?? -1) + 1, count - maxAdded);
  return [...indexes, ...Array.from({ length: Math.max(0, count - next) }, (_, place) => next + place)];
}

/** A row that has the focus stays in the page. */
function withFocused(indexes: number[], { count }: Range, focused: number | undefined): number[] {
  if (focused === undefined || focused >= count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].toSorted((before, after) => before - after);
}
