/** The places in sessions where the text of a search was found. */
import { useEffect, useState, type ReactNode } from 'react';

import { useHost } from '../connect/connection.tsx';
import type { FoundText } from '../connect/host.ts';
import { openSession } from './session-actions.ts';

/** Milliseconds without typing after which the hub is asked. */
const pause = 200;

export function FoundTexts({ search, onOpen }: { readonly search: string; readonly onOpen: () => void }): ReactNode {
  const host = useHost();
  const [found, setFound] = useState<{ readonly search: string; readonly results: readonly FoundText[] }>();
  const isWanted = search.length >= 2 && host.canAsk('search');
  useEffect(() => {
    if (!isWanted) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      host.ask('search', { query: search, limit: 20 }, { signal: abort.signal }).then(
        ({ results }) => {
          setFound({ search, results });
        },
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, isWanted, host]);
  if (!isWanted || found?.search !== search) return undefined;
  return (
    <section aria-label="Found in the text">
      <h2 className="px-2 pt-2 pb-1 text-xs text-muted">In the text</h2>
      {found.results.length === 0 ? <p className="px-2 text-sm text-muted">No text matches.</p> : undefined}
      <ul>
        {found.results.map(({ sessionId, title, snippet, entryId }) => (
          <li key={`${sessionId} ${entryId ?? ''} ${snippet}`}>
            <a
              href={`#/s/${encodeURIComponent(sessionId)}`}
              className="block rounded-md px-2 py-1.5 text-sm no-underline hover:bg-hover"
              onClick={(event) => {
                event.preventDefault();
                openSession(sessionId);
                onOpen();
              }}
            >
              <span dir="auto" className="block truncate">
                {title ?? 'Untitled session'}
              </span>
              <span dir="auto" className="line-clamp-2 text-xs text-muted">
                {snippet}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
