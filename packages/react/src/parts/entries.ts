/** The entries of a session, each in a component of its own. */
import { createElement, Fragment, memo, type ReactNode } from 'react';
import type { Entry } from '@acp-stack/transcript';

import { useEntry, useEntryIds } from '../hooks/use-transcript.ts';
import type { SessionStore } from '../session/session-store.ts';

/** What `Entries` is given. */
export interface EntriesProps {
  /** The session; nothing is drawn without one. */
  readonly session: SessionStore | undefined;
  /** Draws one entry; called again only for entries that have changed. Keep it the same function between renders. */
  readonly children: (entry: Entry) => ReactNode;
}

/** Draws all entries of a session in order; a chunk of a message draws only that message again. */
export function Entries({ session, children }: EntriesProps): ReactNode {
  const ids = useEntryIds(session);
  return createElement(
    Fragment,
    null,
    ids.map((id) => createElement(OneEntry, { key: id, session, id, draw: children })),
  );
}

interface OneEntryProps {
  readonly session: SessionStore | undefined;
  readonly id: string;
  readonly draw: EntriesProps['children'];
}

const OneEntry = memo(function OneEntry({ session, id, draw }: OneEntryProps): ReactNode {
  const entry = useEntry(session, id);
  return entry === undefined ? null : draw(entry);
});
