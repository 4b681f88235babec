import { describe, expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { Heartbeat } from './heartbeat.ts';

interface Fixture {
  readonly clock: VirtualClock;
  readonly heartbeat: Heartbeat;
  readonly asked: number[];
  readonly died: number[];
  ignoresSilence: boolean;
}

function setUp(): Fixture {
  const clock = new VirtualClock();
  const asked: number[] = [];
  const died: number[] = [];
  const all: Fixture = {
    clock,
    asked,
    died,
    ignoresSilence: false,
    heartbeat: new Heartbeat({
      clock,
      silence: 45,
      ask: () => void asked.push(clock.now()),
      onDead: () => void died.push(clock.now()),
      ignoresSilence: () => all.ignoresSilence,
    }),
  };
  return all;
}

describe('a heartbeat', () => {
  test('asks after each third of the silence, and gives up at its end', async () => {
    const { clock, asked, died } = setUp();
    const began = clock.now();
    await clock.advance(1000);
    expect(asked.map((time) => time - began)).toEqual([15, 30]);
    expect(died.map((time) => time - began)).toEqual([45]);
    expect(clock.pending).toBe(0);
  });

  test('counts from the last sign of life', async () => {
    const { clock, heartbeat, died } = setUp();
    for (let n = 0; n < 10; n += 1) {
      await clock.advance(40);
      heartbeat.touch();
    }
    expect(died).toEqual([]);
    await clock.advance(44);
    expect(died).toEqual([]);
    await clock.advance(1);
    expect(died).toHaveLength(1);
  });

  test('does not count while reading is paused', async () => {
    const all = setUp();
    all.ignoresSilence = true;
    await all.clock.advance(1000);
    expect(all.died).toEqual([]);
    all.ignoresSilence = false;
    await all.clock.advance(60);
    expect(all.died).toHaveLength(1);
  });

  test('ends when it is stopped', async () => {
    const { clock, heartbeat, died } = setUp();
    heartbeat.stop();
    await clock.advance(1000);
    expect(died).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
