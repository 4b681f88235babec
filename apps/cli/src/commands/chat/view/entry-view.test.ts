import { TranscriptStore } from '@acp-stack/transcript';
import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { entryView } from './entry-view.ts';

/** The last entry after the updates, as text. */
function shown(updates: readonly object[], { width = 80, isVerbose = false } = {}): readonly string[] {
  const store = new TranscriptStore();
  for (const update of updates) store.apply(update as SessionUpdate);
  const transcript = store.snapshot();
  const entry = transcript.entries.at(transcript.entries.size - 1);
  if (entry === undefined) return [];
  return entryView(entry, transcript, { width, cwd: '/', isVerbose, tick: 0 }).map(textOfLine);
}

const thought = (text: string): object => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId: 't',
  content: { type: 'text', text },
});

describe('a folded thought', () => {
  const long = 'The gardener wonders which of the roses in the northern bed has to be cut back first.';

  test('takes one line, ends with a whole word, and says how many lines of the screen are folded', () => {
    expect(shown([thought(long)], { width: 70 })).toEqual([
      '✻ The gardener wonders which of the … 1 more line, Ctrl+T shows it',
    ]);
    expect(shown([thought(`${long}\n\n${long}`)], { width: 40 })).toEqual(['✻ The gardener wonders … 5 more lines']);
    expect(shown([thought('First.\n\nSecond.')])).toEqual(['✻ First. … 1 more line, Ctrl+T shows it']);
  });

  test('is shown whole if it fits', () => {
    expect(shown([thought('A short thought.')])).toEqual(['✻ A short thought.']);
  });

  test('is not wider than the screen, however narrow that is', () => {
    for (let width = 20; width < 100; width += 1) {
      const [line = ''] = shown([thought(long.repeat(3))], { width });
      expect(line.length).toBeLessThanOrEqual(width);
    }
  });
});
