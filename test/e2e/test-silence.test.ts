/** What `npm test` says while its tests say nothing. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { watchSilence } from '../../scripts/test/silence.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('watchSilence', () => {
  test('says every 15 seconds of silence that the tests still run', () => {
    const said: string[] = [];
    const silence = watchSilence((line: string) => said.push(line));
    vi.advanceTimersByTime(14_000);
    silence.heard();
    vi.advanceTimersByTime(14_000);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(16_000);
    expect(said).toEqual(['… still running after 29 s', '… still running after 44 s']);
    silence.stop();
    vi.advanceTimersByTime(60_000);
    expect(said).toHaveLength(2);
  });
});
