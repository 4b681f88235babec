/** The time that an entry took or takes, as text. */
import { notedDuration, type SessionStore } from '@acp-stack/react';
import type { MessageEntry, ToolCallEntry } from '@acp-stack/transcript';
import { useEffect, useState } from 'react';

import { durationText, EntryTimes } from './entry-times.ts';

const known = new WeakMap<SessionStore, EntryTimes>();

/** Notes the times of a session while the component is shown. */
export function useEntryTimes(session: SessionStore): void {
  useEffect(() => {
    const times = timesOf(session);
    const note = (): void => {
      times.note(session.transcript(), Date.now(), session.status === 'open');
    };
    note();
    const ends = [session.subscribeTranscript(note), session.subscribe(note)];
    return () => {
      for (const end of ends) end();
    };
  }, [session]);
}

function timesOf(session: SessionStore): EntryTimes {
  const times = known.get(session) ?? new EntryTimes();
  known.set(session, times);
  return times;
}

/** Shorter times are not worth a word, in milliseconds. */
const shortest = 100;

/**
 * How long the entry has taken, updated each second while `isRunning`: as this page saw it, or else as the hub has
 * noted it; undefined if that is not known.
 */
export function useEntryTime(
  session: SessionStore,
  entry: MessageEntry | ToolCallEntry,
  isRunning: boolean,
): string | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isRunning]);
  const span = timesOf(session).spanOf(entry.id);
  if (span === undefined) {
    const noted = isRunning ? undefined : notedDuration(entry);
    return noted === undefined ? undefined : durationText(noted);
  }
  const length = (span.end ?? Math.max(now, span.start)) - span.start;
  return length < (span.end === undefined ? 1000 : shortest) ? undefined : durationText(length);
}
