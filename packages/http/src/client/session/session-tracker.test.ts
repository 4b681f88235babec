import { describe, expect, test } from 'vitest';

import { SessionTracker } from './session-tracker.ts';

const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const answer = (id: number, result: object = {}): object => ({ jsonrpc: '2.0', id, result });
const answered = (id: number): object => ({ jsonrpc: '2.0', method: '_acp-stack.dev/answered', params: { id } });
const load = request(1, 'session/load', { sessionId: 'a' });

interface Fixture {
  readonly tracker: SessionTracker;
  readonly events: string[];
  /** What the program gets of a message. */
  readonly arrives: (message: object) => unknown;
}

function setUp(keepsOrder = true): Fixture {
  const events: string[] = [];
  const tracker = new SessionTracker(keepsOrder, {
    opened: (sessionId) => void events.push(`opened ${sessionId}`),
    closed: (sessionId) => void events.push(`closed ${sessionId}`),
    failed: ({ id }) => void events.push(`failed ${String(id)}`),
  });
  const arrives = (message: object): unknown => {
    const passing = tracker.arrived(message, JSON.stringify(message));
    if (typeof passing === 'boolean') return passing ? message : undefined;
    return passing.message;
  };
  return { tracker, events, arrives };
}

describe('a tracker', () => {
  test('knows which session an answer of ours is about', () => {
    const { tracker, arrives } = setUp();
    arrives(request(5, 'session/request_permission', { sessionId: 'a' }));
    expect(tracker.sent(answer(5)).sessionId).toBe('a');
    expect(tracker.sent(answer(5)).sessionId).toBeUndefined();
  });

  test('keeps what cancels a request behind it', () => {
    const { tracker } = setUp();
    tracker.sent(request(1, 'session/prompt', { sessionId: 'a' }));
    const cancel = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } };
    expect(tracker.sent(cancel)).toMatchObject({ sessionId: undefined, orderKey: 'a' });
  });

  test('tells which sessions begin and end with an answer, and which requests fail', () => {
    const { tracker, events, arrives } = setUp();
    tracker.sent(request(1, 'session/new'));
    arrives(answer(1, { sessionId: 'b' }));
    tracker.sent(request(2, 'session/close', { sessionId: 'b' }));
    arrives({ jsonrpc: '2.0', id: 2, error: { code: -32_603, message: 'no' } });
    tracker.sent(request(3, 'session/close', { sessionId: 'b' }));
    arrives(answer(3));
    expect(events).toEqual(['opened b', 'failed 2', 'closed b']);
  });

  test('knows an answer by the other form of its id', () => {
    const { tracker, events, arrives } = setUp();
    tracker.sent(request(1, 'session/new'));
    arrives({ jsonrpc: '2.0', id: '1', result: { sessionId: 'b' } });
    expect(events).toEqual(['opened b']);
    expect(tracker.of(1)).toBeUndefined();
  });

  describe('with a server that says when a session has said everything', () => {
    test('keeps the answer to a load back until then, and puts it there', () => {
      const { tracker, arrives } = setUp();
      tracker.sent(load);
      expect(arrives(answer(1))).toBeUndefined();
      expect(arrives(answered(1))).toEqual(answer(1));
      expect(tracker.of(1)).toBeUndefined();
    });

    test('lets the answer pass when everything was said before it', () => {
      const { tracker, arrives } = setUp();
      tracker.sent(load);
      expect(arrives(answered(1))).toBeUndefined();
      expect(arrives(answer(1))).toEqual(answer(1));
    });

    test('holds up no other message meanwhile', () => {
      const { tracker, arrives } = setUp();
      tracker.sent(load);
      tracker.sent(request(2, 'session/new'));
      tracker.sent(request(3, 'session/resume', { sessionId: 'b' }));
      arrives(answer(1));
      for (const message of [answer(2), answer(3), { jsonrpc: '2.0', method: 'note' }]) {
        expect(arrives(message)).toEqual(message);
      }
    });

    test('gives the answer back when nothing more is waited for', () => {
      const { tracker, arrives } = setUp();
      tracker.sent(load);
      arrives(answer(1));
      expect(tracker.release(1)).toBe(JSON.stringify(answer(1)));
      expect(arrives(answer(1))).toEqual(answer(1));
    });

    test('shows nothing of it to the program, however often and about whatever it is said', () => {
      const { arrives } = setUp();
      expect([arrives(answered(1)), arrives({ ...answered(1), params: null })]).toEqual([undefined, undefined]);
    });
  });

  test('keeps nothing back with any other server', () => {
    const { tracker, arrives } = setUp(false);
    tracker.sent(load);
    expect(arrives(answer(1))).toEqual(answer(1));
    expect(arrives(answered(1))).toEqual(answered(1));
  });
});
