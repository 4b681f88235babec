import { describe, expect, test } from 'vitest';

import { RecentMap } from './recent-map.ts';

describe('RecentMap', () => {
  test('forgets old keys beyond its limit, never the newest', () => {
    const map = new RecentMap<number, string>(4);
    for (let key = 0; key < 100; key += 1) map.set(key, `v${key}`);
    const kept = Array.from({ length: 100 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
    expect(kept).toEqual([96, 97, 98, 99]);
  });

  test('answers with the value that was set last, wherever the older one is', () => {
    const map = new RecentMap<number, string>(2);
    map.set(1, 'older');
    map.set(2, 'between');
    map.set(1, 'newer');
    expect(map.get(1)).toBe('newer');
    map.delete(1);
    expect(map.get(1)).toBeUndefined();
  });
});
