/** The rows that match the filter; a text is looked for in the whole messages too, by the program. */
import type { RowFilter } from '@acp-stack/trace/inspect';
import { useEffect, useRef, useState } from 'react';

import { useInspector } from '../store/use-inspector.ts';
import type { WireSnapshot } from '../store/wire-store.ts';
import { ShownRows } from './shown-rows.ts';

/** Milliseconds without a change of the text before the messages are searched. */
const pause = 250;

/** Returns a list that is added to in place. */
export function useShownRows({ rows }: WireSnapshot, filter: RowFilter, query: string): ShownRows {
  const found = useFound(filter.text);
  const key = `${query}\n${found === undefined ? '' : found.size}`;
  const shown = useRef<{ readonly key: string; readonly rows: ShownRows }>(undefined);
  if (shown.current?.key !== key || !shown.current.rows.continues(rows)) {
    shown.current = { key, rows: new ShownRows(rows, filter, found) };
  } else shown.current.rows.add(rows);
  return shown.current.rows;
}

/** The messages with the text inside; undefined until they were searched. */
function useFound(text: string | undefined): ReadonlySet<number> | undefined {
  const { call } = useInspector();
  const [found, setFound] = useState<{ readonly text: string; readonly indexes: ReadonlySet<number> }>();
  useEffect(() => {
    if (text === undefined || text === '') return undefined;
    const timer = setTimeout(() => {
      call('search', { text }).then(
        ({ indexes }) => {
          setFound({ text, indexes: new Set(indexes) });
        },
        // The rows are filtered by their summaries all the same.
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [text, call]);
  return found?.text === text ? found?.indexes : undefined;
}
