/**
 * Loaded before a hub: SIGUSR2 sets the clock of the process, as an administrator, a time server or a machine that
 * wakes up does. The time of day goes back or forward; the time since the start only forward.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:perf_hooks';

const hour = 60 * 60 * 1000;
/** What the time of day and the time since the start are changed by, in milliseconds, one after the other. */
const steps = [
  [-26 * hour, 0],
  [3 * hour, 0],
  [400 * 24 * hour, 4000],
  [-800 * 24 * hour, 0],
  [5 * hour, 30_000],
];
let step = 0;
let days = 0;
let since = 0;

const RealDate = Date;
globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + days);
    else super(...args);
  }

  static now() {
    return RealDate.now() + days;
  }
};

const { performance } = timers;
const now = performance.now.bind(performance);
performance.now = () => now() + since;
const { hrtime } = process;
const bigint = hrtime.bigint.bind(hrtime);
process.hrtime = Object.assign(
  (before) => {
    const nanoseconds =
      process.hrtime.bigint() - (before === undefined ? 0n : BigInt(before[0]) * 1_000_000_000n + BigInt(before[1]));
    return [Number(nanoseconds / 1_000_000_000n), Number(nanoseconds % 1_000_000_000n)];
  },
  { bigint: () => bigint() + BigInt(since) * 1_000_000n },
);
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  const [day, elapsed] = steps[step % steps.length];
  step += 1;
  days += day;
  since += elapsed;
});
