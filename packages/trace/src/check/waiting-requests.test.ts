import { describe, expect, test } from 'vitest';

import { schemas } from '../load-schema.test-support.ts';
import { WaitingRequests, type WaitingRequest } from './waiting-requests.ts';

const request = (name: string): WaitingRequest => ({
  name,
  method: undefined,
  result: undefined,
  schema: schemas(1, false),
});

describe('WaitingRequests', () => {
  test('keeps two requests with the same id, oldest first', () => {
    const waiting = new WaitingRequests();
    waiting.add(1, request('a'));
    waiting.add(1, request('b'));
    expect(waiting.find(1).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('tells a number from the same digits as text, and null from both', () => {
    const waiting = new WaitingRequests();
    waiting.add(1, request('number'));
    waiting.add(null, request('null'));
    expect(waiting.find('1')).toEqual([]);
    expect(waiting.find(null)).toHaveLength(1);
  });

  test('forgets a request once it is answered, and remembers where', () => {
    const waiting = new WaitingRequests();
    const first = request('a');
    waiting.add(1, first);
    waiting.add(1, request('b'));
    expect(waiting.answeredOn(1)).toBeUndefined();
    waiting.answer(1, first, 7);
    expect(waiting.find(1).map(({ name }) => name)).toEqual(['b']);
    expect(waiting.answeredOn(1)).toBe(7);
  });

  test('keeps a waiting request while very many others are answered', () => {
    const waiting = new WaitingRequests(4);
    waiting.add('slow', request('slow'));
    for (let id = 0; id < 100; id += 1) {
      const quick = request('quick');
      waiting.add(id, quick);
      waiting.answer(id, quick, id);
    }
    expect(waiting.find('slow')).toHaveLength(1);
  });

  test('forgets old ones beyond its limit, never the newest', () => {
    const waiting = new WaitingRequests(4);
    for (let id = 0; id < 100; id += 1) waiting.add(id, request(`r${id}`));
    const kept = Array.from({ length: 100 }, (_, id) => id).filter((id) => waiting.find(id).length > 0);
    expect(kept).toEqual([96, 97, 98, 99]);
  });

  test('forgets the oldest of many with the same id', () => {
    const waiting = new WaitingRequests();
    for (let count = 0; count < 100; count += 1) waiting.add(1, request(`r${count}`));
    expect(waiting.find(1).map(({ name }) => name)).toEqual(Array.from({ length: 8 }, (_, index) => `r${92 + index}`));
  });

  test('tells very long ids apart without keeping them', () => {
    const waiting = new WaitingRequests();
    const long = 'x'.repeat(10_000);
    waiting.add(`${long}1`, request('a'));
    expect(waiting.find(`${long}1`)).toHaveLength(1);
    expect(waiting.find(`${long}2`)).toHaveLength(0);
  });
});
