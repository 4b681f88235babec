import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { encodeBase64 } from '@acp-stack/schema/base64';
import { fold } from '../updates/fold.ts';
import { fromJson, toJson } from './transcript-json.ts';
import { askElicitation, askPermission } from '../updates/pending-questions.ts';
import { lastPlan } from '../state/selectors.ts';
import { emptyTranscript, type Transcript } from '../state/transcript.ts';

const history: readonly SessionUpdate[] = [
  { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'a' } },
  { sessionUpdate: 'notice', severity: 'info', title: 'n' },
  { sessionUpdate: '_later', payload: [1, null] },
  { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: encodeBase64(new Uint8Array([0, 255, 10, 65])) },
  { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: 'P' } },
  { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'q', content: 'Q' } },
  { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: 'R' } },
  { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error: { code: 1, message: 'x' } },
];

const transcript = (terminalBytes: number): Transcript => {
  const told = history.reduce((before, update) => fold(before, update, { terminalBytes }), emptyTranscript());
  const request = {
    sessionId: 's',
    title: 'May I?',
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  } as const;
  const asked = askPermission(told, { id: 'q1', request });
  const url = {
    mode: 'url',
    message: 'Log in',
    sessionId: 's',
    elicitationId: 'e',
    url: 'https://example.org',
  } as const;
  return askElicitation(asked, { id: 'q2', request: url });
};

describe('a transcript as JSON', () => {
  test('comes back as it was, with the bytes that were dropped', () => {
    const before = transcript(3);
    const text = JSON.stringify(toJson(before));
    const after = fromJson(JSON.parse(text));
    expect(JSON.stringify(toJson(after))).toBe(text);
    expect(after.terminals.get('t')?.output).toMatchObject({
      total: 4,
      dropped: 1,
      bytes: new Uint8Array([255, 10, 65]),
    });
    expect([...after.entries]).toMatchObject(before.entries.toArray().map(({ id, type }) => ({ id, type })));
    expect([after.permissions.size, after.elicitations.size, lastPlan(after)?.id]).toEqual([1, 1, 'p']);
  });

  test('is not read in an unsupported version', () => {
    expect(() => fromJson({ ...toJson(transcript(9)), version: 2 })).toThrow('version 2');
    for (const value of [undefined, null, 5, 'x', [], {}, { version: 1 }]) {
      expect(() => fromJson(value)).toThrow('not a transcript');
    }
  });

  test('is refused when it is damaged', () => {
    const json = toJson(transcript(9));
    for (const damage of [
      { updates: 5 },
      { updates: [{}] },
      { updates: [null] },
      { updates: [{ sessionUpdate: 'agent_message', messageId: 'm', content: 5 }] },
      { permissions: undefined },
      { droppedBytes: { none: 1 } },
      { droppedBytes: { t: -1 } },
    ]) {
      expect(() => fromJson({ ...json, ...damage }), JSON.stringify(damage)).toThrow('damaged');
    }
  });
});
