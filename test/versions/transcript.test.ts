/** Random sessions as transcripts, and sessions of both versions as one client sees them. */
import { validators, type SessionUpdate } from '@acp-stack/schema/v2/unstable';
import {
  currentMode,
  differences,
  emptyTranscript,
  entriesOf,
  fold,
  fromJson,
  mergeReplay,
  textOf,
  toJson,
  toMarkdown,
  toUpdates,
  TranscriptStore,
  type Transcript,
} from '@acp-stack/transcript';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { ProgramFixture } from '../requirements/program-fixture.ts';
import { olderAgent, promptOf } from '../requirements/version-1.ts';
import { anyCharacter } from '../support/any-character.ts';
import { schemaValues } from './round-trip/schema-values.ts';
import { cut, NaiveTranscript, viewOf } from './transcript/naive-transcript.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const isLong = process.env['ACP_LONG'] === '1';
const runs = isLong ? { numRuns: 5000 } : { numRuns: 300, seed: 8 };
const timeout = isLong ? 1_800_000 : 300_000;

const ids = ['messageId', 'toolCallId', 'terminalId', 'compactionId', 'sessionId', 'planId'];
const base64 = fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));

/** Few ids, so that updates meet, and bytes that are bytes. */
function meeting(value: unknown, id: string, data: string): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (ids.includes(key)) return [key, id];
      if (key === 'data' && !('mimeType' in value)) return [key, data];
      return [key, ['plan', 'output'].includes(key) ? meeting(field, id, data) : (field as unknown)];
    }),
  );
}

const anyUpdate = fc
  .tuple(schemaValues(2)<SessionUpdate>('SessionUpdate'), fc.constantFrom('a', 'b', '__proto__'), base64)
  .map(([update, id, data]) => meeting(update, id, data) as SessionUpdate);
const spoken = fc
  .record({
    sessionUpdate: fc.constantFrom('agent_message_chunk', 'agent_thought_chunk', 'session_message_chunk'),
    messageId: fc.constantFrom('a', 'b'),
    content: fc.record({ type: fc.constant('text'), text: fc.string({ unit: anyCharacter, maxLength: 5 }) }),
  })
  .map((update) => update as SessionUpdate);
const printed = fc
  .record({
    sessionUpdate: fc.constant('terminal_output_chunk' as const),
    terminalId: fc.constantFrom('a', 'b'),
    data: base64,
  })
  .map((update): SessionUpdate => update);
const history = fc.array(
  fc.oneof({ weight: 5, arbitrary: anyUpdate }, { weight: 2, arbitrary: spoken }, { weight: 1, arbitrary: printed }),
  { maxLength: 60, size: 'max' },
);

const folded = (updates: readonly SessionUpdate[], before = emptyTranscript()): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), before);

describe('a transcript of any session', () => {
  test('is what the rules say, after every update', { timeout }, () => {
    fc.assert(
      fc.property(history, (updates) => {
        const naive = new NaiveTranscript();
        let transcript = emptyTranscript();
        for (const update of updates) {
          naive.tell(update);
          transcript = fold(transcript, update);
        }
        expect(viewOf(transcript)).toEqual(naive.view());
      }),
      runs,
    );
  });

  test('does not depend on how text and bytes are cut into pieces', { timeout }, () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (updates, places) => {
        const pieces = updates.flatMap((update, index) => cut(update, places[index % places.length] ?? 0));
        expect(viewOf(folded(pieces))).toEqual(viewOf(folded(updates)));
      }),
      runs,
    );
  });

  test('is the same object when its history is told again', { timeout }, () => {
    fc.assert(
      fc.property(history, (updates) => {
        const transcript = folded(updates);
        expect(mergeReplay(transcript, folded(structuredClone(updates)))).toBe(transcript);
        const store = new TranscriptStore({ transcript });
        {
          using _ = store.replay();
          for (const update of updates) store.apply(update);
        }
        expect(store.snapshot()).toBe(transcript);
      }),
      runs,
    );
  });

  test(
    'shares with the one before all that an update does not touch, and leaves that one as it was',
    { timeout },
    () => {
      fc.assert(
        fc.property(history, (updates) => {
          let before = emptyTranscript();
          for (const update of updates) {
            const view = JSON.stringify(viewOf(before));
            const after = fold(before, update);
            const changes = differences(before, after);
            // A message that was in parts and is replaced loses the later ones.
            expect(changes.filter(({ kind }) => kind !== 'entry-removed').length).toBeLessThan(2);
            if (JSON.stringify(viewOf(after)) === view) expect(after).toBe(before);
            else expect(changes.length + Number(before.lastPlanId !== after.lastPlanId)).toBeGreaterThan(0);
            expect(JSON.stringify(viewOf(before))).toBe(view);
            before = after;
          }
        }),
        { ...runs, numRuns: Math.ceil(runs.numRuns / 5) },
      );
    },
  );

  test('comes back from JSON, in updates that the schema accepts', { timeout }, () => {
    fc.assert(
      fc.property(history, (updates) => {
        const transcript = folded(updates);
        const json = JSON.parse(JSON.stringify(toJson(transcript))) as object;
        const restored = fromJson(json);
        const { lastPlan: _, ...view } = viewOf(transcript) as { lastPlan?: string };
        expect(viewOf(restored)).toMatchObject(view);
        expect(JSON.parse(JSON.stringify(toJson(restored)))).toEqual(json);
        const refused = toUpdates(transcript).filter((update) => !validators.SessionUpdate.check(update).ok);
        expect(refused).toEqual([]);
      }),
      runs,
    );
  });

  test('can be written as Markdown', { timeout }, () => {
    fc.assert(
      fc.property(history, (updates) => {
        expect(toMarkdown(folded(updates))).toMatch(/^# .+\n$/su);
      }),
      runs,
    );
  });
});

describe('a session with an agent of version 1', () => {
  test('is a transcript like any other', async () => {
    const fixture = new ProgramFixture([]);
    try {
      const store = new TranscriptStore();
      const older = await olderAgent(fixture);
      const { tester, session } = older;
      session.onUpdate(store.apply);
      await promptOf(older, 'Water the roses');
      const text = (words: string): object => ({ type: 'text', text: words });
      await tester.update('s1', 'agent_thought_chunk', { content: text('Ro') });
      await tester.update('s1', 'agent_thought_chunk', { content: text('ses') });
      await tester.update('s1', 'agent_message_chunk', { content: text('I will ') });
      await tester.update('s1', 'agent_message_chunk', { content: text('look.') });
      await tester.update('s1', 'plan', { entries: [{ content: 'Look', priority: 'high', status: 'pending' }] });
      await tester.update('s1', 'tool_call', {
        toolCallId: 'c',
        title: 'Look',
        kind: 'read',
        content: [{ type: 'content', content: text('3') }],
      });
      await tester.update('s1', 'tool_call_update', {
        toolCallId: 'c',
        status: 'completed',
        title: null,
        content: null,
      });
      await tester.update('s1', 'agent_message_chunk', { messageId: 'm2', content: text('Done.') });
      const transcript = store.snapshot();
      expect(transcript.entries.toArray().map(({ type }) => type)).toEqual([
        'user_message',
        'agent_thought',
        'agent_message',
        'tool_call',
        'agent_message',
      ]);
      expect(
        entriesOf(transcript, 'user_message', 'agent_thought', 'agent_message').map(({ content }) => textOf(content)),
      ).toEqual(['Water the roses', 'Roses', 'I will look.', 'Done.']);
      expect(entriesOf(transcript, 'tool_call')).toMatchObject([{ title: 'Look', status: 'completed', kind: 'read' }]);
      expect(entriesOf(transcript, 'tool_call')[0]?.content.length).toBe(1);
      expect(transcript.plans.toArray()).toMatchObject([{ plan: { type: 'items', entries: [{ content: 'Look' }] } }]);
      expect(currentMode(transcript)).toBeUndefined();
    } finally {
      fixture.end();
    }
  });
});
