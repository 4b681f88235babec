/** Streams, calls and memory of a whole connection, against the official SDK and against the bare limit. */
import { fileURLToPath } from 'node:url';

import { rounds, row } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/engine-probe.mjs', import.meta.url));

const third = 100 / 3;

/** What a case is measured by; `of` makes one figure of a round in which every variant ran once. */
const figures = {
  rate: { words: 'rate', unit: '× the rate', better: 'higher', of: ({ ours, peer }) => ours.rate / peer.rate },
  cpu: { words: 'CPU', unit: '× less', better: 'higher', of: ({ ours, peer }) => peer.cpu / ours.cpu },
  p99: { words: 'p99', unit: "% of the peer's", better: 'lower', of: ({ ours, peer }) => (ours.p99 / peer.p99) * 100 },
  memory: {
    words: 'memory',
    unit: "% of the peer's",
    better: 'lower',
    of: ({ ours, peer }) => (ours.megabytes / peer.megabytes) * 100,
  },
  ofRaw: { words: 'of the raw loop', unit: '%', better: 'higher', of: ({ ours, raw }) => (ours.rate / raw.rate) * 100 },
  missing: {
    words: 'not handled when prompt() resolved',
    unit: 'updates',
    better: 'lower',
    of: ({ ours }) => ours.missing,
  },
};

/**
 * `against` holds the figures that compare with each version of the peer, `alone` the others; a target may be missing.
 */
const cases = [
  {
    name: 'updates of 200 bytes, over bytes',
    case: 'bytes-chunk',
    against: { rate: { v2: 8, v1: 8 }, cpu: {} },
    alone: { ofRaw: 70, missing: 0 },
  },
  {
    name: 'updates of 200 bytes, by reference',
    case: 'memory-chunk',
    against: { rate: { v2: 30, v1: 30 }, cpu: {} },
    alone: { missing: 0 },
  },
  {
    name: 'tool_call_update with a 4 KB diff, over bytes',
    case: 'bytes-tool',
    against: { rate: { v2: 5, v1: 5 }, cpu: {} },
    alone: { ofRaw: undefined },
  },
  {
    name: 'requests, 100 in flight',
    case: 'requests-100',
    against: { rate: { v2: 4, v1: 4 }, cpu: {}, p99: { v2: third, v1: third } },
  },
  { name: 'requests, 1 in flight', case: 'requests-1', against: { rate: { v2: 1.5, v1: 1.5 }, cpu: {} } },
  {
    name: 'a client that is sent 100,000 updates',
    process: 'stream',
    against: { memory: { v2: third, v1: third } },
  },
  { name: '1,000 idle sessions of a client', process: 'sessions', against: { memory: { v2: 25, v1: 25 } } },
  {
    name: 'an agent that sends 100,000 updates and awaits none',
    process: 'burst',
    against: { memory: { v2: 100, v1: 100 } },
  },
];

/** Version 2 is what both speak; the peer's default entry, version 1, is shown beside it. */
export function benchEngine(pace) {
  const { versions } = pace;
  const planned = cases.map((each) => {
    const raw = 'ofRaw' in (each.alone ?? {}) ? ['raw'] : [];
    return { probe, ...each, variants: ['ours', ...versions.map((version) => `peer-${version}`), ...raw] };
  });
  const samples = rounds(planned, pace);
  return cases.flatMap((each, index) => rowsOf({ versions, ...each }, samples[index]));
}

function rowsOf({ versions, name, against, alone = {} }, samples) {
  const compared = Object.entries(against).flatMap(([figure, targets]) =>
    versions.map((version) => {
      const { words, of, ...rest } = figures[figure];
      const values = samples.map((round) => of({ ...round, peer: round[`peer-${version}`] }));
      const about = { group: 'engine', name: `${name}, ${words} against the peer's ${version}`, ...rest };
      return row(about, values, targets[version]);
    }),
  );
  const others = Object.entries(alone).map(([figure, target]) => {
    const { words, of, ...rest } = figures[figure];
    return row({ group: 'engine', name: `${name}, ${words}`, ...rest }, samples.map(of), target);
  });
  return [...compared, ...others];
}
