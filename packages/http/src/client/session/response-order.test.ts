import { describe, expect, test } from 'vitest';

import { ResponseOrder } from './response-order.ts';

const answer = { message: { id: 1, result: {} }, text: '{}' };

describe('the order of an answer', () => {
  test('an answer waits until its session has said everything', () => {
    const order = new ResponseOrder();
    expect(order.arrived(1, answer)).toBe(false);
    expect(order.announced(1)).toBe(answer);
    expect(order.announced(1)).toBeUndefined();
  });

  test('an answer whose session has said everything goes on at once', () => {
    const order = new ResponseOrder();
    expect(order.announced(1)).toBeUndefined();
    expect(order.arrived(2, answer)).toBe(false);
    expect(order.arrived(1, answer)).toBe(true);
  });

  test('nothing is left of a response that is no longer awaited', () => {
    const order = new ResponseOrder();
    order.arrived(1, answer);
    expect(order.forget(1)).toBe(answer);
    expect(order.announced(1)).toBeUndefined();
    expect(order.forget(1)).toBeUndefined();
    expect(order.arrived(1, answer)).toBe(false);
  });
});
