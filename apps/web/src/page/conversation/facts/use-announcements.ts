/** What a screen reader is told of the messages of the agent, while they are written. */
import type { SessionStore } from '@acp-stack/react';
import { isBusy, textOf } from '@acp-stack/transcript';
import { useEffect, useState } from 'react';

import { Sentences } from './sentences.ts';

/** The last sentences of the agent, for a live region. */
export function useAnnouncements(session: SessionStore): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const sentences = new Sentences();
    let last: string | undefined;
    const look = (isFirst: boolean): void => {
      const transcript = session.transcript();
      const entry = transcript.entries.at(-1);
      const isMessage = entry?.type === 'agent_message';
      const before = last === undefined ? undefined : transcript.entries.get(last);
      const parts: string[] = [];
      // The end of a message that something else follows.
      if (before?.type === 'agent_message' && before.id !== entry?.id) {
        parts.push(sentences.next(before.id, textOf(before.content), true));
      }
      last = isMessage ? entry.id : undefined;
      if (isMessage) {
        const text = textOf(entry.content);
        if (isFirst || session.status === 'opening') sentences.skip(entry.id, text);
        else parts.push(sentences.next(entry.id, text, !isBusy(transcript)));
      }
      const words = parts.filter((part) => part !== '').join(' ');
      if (words !== '') setSaid(words);
    };
    look(true);
    return session.subscribeTranscript(() => {
      look(false);
    });
  }, [session]);
  return said;
}
