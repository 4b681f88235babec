import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import type { CommandError } from '../../errors/command-error.ts';
import { strayOutputDeadline } from './stray-output-deadline.ts';

function watch(): {
  readonly observer: ReturnType<typeof strayOutputDeadline>;
  readonly clock: VirtualClock;
  given: string[];
} {
  const clock = new VirtualClock();
  const given: string[] = [];
  const giveUp = ({ message, details }: CommandError): void => void given.push([message, ...details].join('\n'));
  return { observer: strayOutputDeadline({ seconds: 10, giveUp, clock }), clock, given };
}

const noise = 'Listening on port 80';
const message = { direction: 'received', text: '{}', message: {} } as const;

test('a program that prints something else than messages is given up in time, with its first line', async () => {
  const { observer, clock, given } = watch();
  observer.line('installing', 'stderr');
  await clock.advance(60_000);
  for (let second = 0; second < 9; second += 1) {
    observer.line(noise, 'stdout');
    await clock.advance(1000);
  }
  expect(given).toEqual([]);
  await clock.advance(1000);
  expect(given).toEqual([
    'it prints something that is not ACP, and sent no message within 10 seconds; is it an agent, and does it need an option such as --acp?\nListening on port 80',
  ]);
});

test.each(['a message', 'the end'])('%s comes before that, and nothing is given up', async (what) => {
  const { observer, clock, given } = watch();
  observer.line(noise, 'stdout');
  void (what === 'a message' ? observer.frame?.(message) : observer.ended?.(undefined));
  observer.line(noise, 'stdout');
  await clock.advance(60_000);
  expect(given).toEqual([]);
});
