import type { BridgeReport } from '@acp-stack/bridge';
import { describe, expect, test } from 'vitest';

import { LossLog } from './loss-log.ts';

const loss: BridgeReport = {
  kind: 'loss',
  row: 'plan',
  reason: 'The plan was left out.',
  from: 'agent',
  method: 'session/update',
  sessionId: 's',
};

describe('LossLog', () => {
  test('says the same once, and at the end how often it was', () => {
    const log = new LossLog();
    expect([log.line(loss), log.line({ ...loss, sessionId: 'other' })]).toEqual([
      'session/update of the agent: The plan was left out.',
      undefined,
    ]);
    expect(log.summary()).toBe('2 times: session/update of the agent: The plan was left out.');
  });

  test('has no summary when nothing happened twice', () => {
    const log = new LossLog();
    log.line(loss);
    expect(log.summary()).toBeUndefined();
  });

  test.each<[BridgeReport, string]>([
    [
      {
        kind: 'malformed',
        from: 'client',
        method: 'session/new',
        problems: [{ path: '/cwd', expected: 'a string', found: '3' }],
      },
      'session/new of the client is malformed: /cwd: expected a string; found 3',
    ],
    [
      { kind: 'bridge-failed', from: 'agent', method: 'session/update', error: new Error('no') },
      'session/update of the agent could not be converted: no',
    ],
    [
      { kind: 'ignored-by-bridge', from: 'agent', reason: 'it answered 3' },
      'a message of the agent was ignored: it answered 3',
    ],
  ])('has a sentence for %j', (report, sentence) => {
    expect(new LossLog().line(report)).toBe(sentence);
  });
});
