import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { StartUpTimeout } from './start-up-timeout.ts';

function watch(): { clock: VirtualClock; watch: StartUpTimeout; verdicts: string[] } {
  const clock = new VirtualClock();
  const verdicts: string[] = [];
  const limits = { silence: 100, total: 1000 };
  return { clock, verdicts, watch: new StartUpTimeout(clock, limits, (verdict) => void verdicts.push(verdict)) };
}

describe('the time to start', () => {
  test('begins when the agent is told something', async () => {
    const { clock, watch: started, verdicts } = watch();
    await clock.advance(5000);
    expect(verdicts).toEqual([]);
    started.begin();
    await clock.advance(100);
    expect(verdicts).toEqual(['hanging']);
  });

  test('goes on while the agent prints, up to a limit', async () => {
    const { clock, watch: started, verdicts } = watch();
    started.begin();
    for (let at = 0; at < 1000; at += 50) {
      expect(verdicts).toEqual([]);
      started.printed();
      await clock.advance(50);
    }
    expect(verdicts).toEqual(['installing']);
  });

  test('is hanging again when the printing stops', async () => {
    const { clock, watch: started, verdicts } = watch();
    started.begin();
    await clock.advance(90);
    started.printed();
    await clock.advance(90);
    expect(verdicts).toEqual([]);
    await clock.advance(10);
    expect(verdicts).toEqual(['hanging']);
  });

  test('is over when the agent speaks', async () => {
    const { clock, watch: started, verdicts } = watch();
    started.begin();
    started.over();
    await clock.advance(5000);
    expect(verdicts).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
