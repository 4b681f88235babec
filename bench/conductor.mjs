/**
 * What a chain costs: a hop in this process, a crossing between processes against programs that only pass lines on,
 * many sessions, and the start of several commands.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { rounds, row } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/conductor-probe.mjs', import.meta.url));

/** Microseconds for one of the hops of a chain, above a chain without any. */
const perHop = (variant) => (round) => Math.max(0, (round[variant].cpu - round.none.cpu) / round[variant].hops);

/** Commands of the longer chain. */
const commands = 4;

/** Milliseconds above the start of one command, or above what four need on these cores if that is more. */
const aboveOne = ({ one, four }) =>
  Math.max(0, four.wall - Math.max(one.wall, (commands * one.cpu) / availableParallelism()));

/** A case runs all its variants in turn; each figure makes one row of them. */
const cases = [
  {
    case: 'hop',
    name: 'CPU added by a hop in this process',
    variants: ['none', 'sdk', 'relay', 'wrapper'],
    figures: [
      { name: 'proxy()', unit: 'µs', target: 2, of: perHop('sdk') },
      { name: 'a component that only passes on', unit: 'µs', of: perHop('relay') },
      { name: 'wrapHandler()', unit: 'µs', of: perHop('wrapper') },
    ],
  },
  {
    case: 'crossing',
    name: 'CPU of a crossing',
    variants: ['lines', 'blocks', 'agent', 'proxied', 'acp'],
    figures: [
      {
        name: 'to an agent, against a program that reads and writes lines',
        unit: '×',
        target: 1.3,
        of: ({ agent, lines }) => agent.cpu / lines.cpu,
      },
      {
        name: 'with a proxy that is a process, against a program that reads and writes lines',
        unit: '×',
        target: 1.3,
        // Each message passes through the conductor twice.
        of: ({ proxied, lines }) => proxied.cpu / 2 / lines.cpu,
      },
      {
        name: 'acp conduct, to an agent, against a program that reads and writes lines',
        unit: '×',
        target: 1.3,
        of: ({ acp, lines }) => acp.cpu / lines.cpu,
      },
      {
        name: 'to an agent, against a program that writes all lines of a block at once',
        unit: '×',
        of: ({ agent, blocks }) => agent.cpu / blocks.cpu,
      },
    ],
  },
  {
    case: 'sessions',
    name: '1,000 sessions at once through three proxies',
    variants: ['three'],
    figures: [{ name: 'that lost an update', unit: 'sessions', target: 0, of: ({ three }) => three.lost }],
  },
  {
    case: 'start',
    name: 'a chain of four commands',
    variants: ['one', 'four'],
    figures: [
      {
        name: 'time until it is initialized, above its slowest command or the CPU of all',
        unit: 'ms',
        target: 150,
        isOfDifferences: true,
        of: aboveOne,
      },
    ],
  },
];

/** Returns the rows of the table. */
export function benchConductor({ conductorShare: share, ...pace }) {
  const samples = rounds(
    cases.map((each) => ({ probe, ...each })),
    { ...pace, share },
  );
  return cases.flatMap(({ figures, name: subject }, index) =>
    figures.map(({ name, unit, target, of, isOfDifferences = false }) => ({
      ...row(
        { group: 'conductor', name: `${subject}: ${name}`, unit, better: 'lower' },
        samples[index].map(of),
        target,
      ),
      ...(isOfDifferences ? { isOfDifferences } : {}),
    })),
  );
}
