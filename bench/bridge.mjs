/**
 * What the bridge to version 1 costs: against the same without it, and against the official SDK, which speaks version 1
 * itself.
 */
import { fileURLToPath } from 'node:url';

import { rounds, row, sample } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/bridge-probe.mjs', import.meta.url));
const connectionProbe = fileURLToPath(new URL('support/first-connection-probe.mjs', import.meta.url));
const third = 100 / 3;

/** What a case is measured by; `of` makes one figure of a round in which every variant ran once. */
const figures = {
  kept: {
    words: 'rate, of that without the bridge',
    unit: '%',
    better: 'higher',
    of: ({ bridged, ours }) => (bridged.rate / ours.rate) * 100,
  },
  keptCpu: {
    words: 'CPU, of that with the bridge',
    unit: '% without it',
    better: 'higher',
    of: ({ bridged, ours }) => (ours.cpu / bridged.cpu) * 100,
  },
  rate: {
    words: "rate against the peer's v1",
    unit: '× the rate',
    better: 'higher',
    of: ({ bridged, 'peer-v1': peer }) => bridged.rate / peer.rate,
  },
  cpu: {
    words: "CPU against the peer's v1",
    unit: '× less',
    better: 'higher',
    of: ({ bridged, 'peer-v1': peer }) => peer.cpu / bridged.cpu,
  },
  p99: {
    words: "p99 against the peer's v1",
    unit: "% of the peer's",
    better: 'lower',
    of: ({ bridged, 'peer-v1': peer }) => (bridged.p99 / peer.p99) * 100,
  },
  memory: {
    words: "memory against the peer's v1",
    unit: "% of the peer's",
    better: 'lower',
    of: ({ bridged, 'peer-v1': peer }) => (bridged.megabytes / peer.megabytes) * 100,
  },
  memoryKept: {
    words: 'memory, of that without the bridge',
    unit: '%',
    better: 'lower',
    of: ({ bridged, ours }) => (bridged.megabytes / ours.megabytes) * 100,
  },
  missing: {
    words: 'not handled when the prompt was over',
    unit: 'updates',
    better: 'lower',
    of: ({ bridged }) => bridged.missing,
  },
};

/** Targets by figure; one may be missing. */
const cases = [
  {
    name: 'chunks that a client receives',
    case: 'chunk',
    targets: { kept: 80, keptCpu: undefined, rate: 5, cpu: undefined, missing: 0 },
  },
  {
    name: 'chunks without an id that a client receives',
    case: 'chunk-without-id',
    targets: { kept: 80, keptCpu: undefined, rate: 5, cpu: undefined, missing: 0 },
  },
  {
    name: 'chunks that a client receives by reference',
    case: 'memory-chunk',
    targets: { kept: undefined, rate: 30, cpu: undefined, missing: 0 },
  },
  {
    name: 'edits of a 2 KB file that a client receives',
    case: 'edit',
    targets: { kept: undefined, rate: 5, cpu: undefined, missing: 0 },
  },
  {
    name: 'chunks that an agent sends',
    case: 'sent-chunk',
    targets: { kept: 80, keptCpu: undefined, rate: 5, cpu: undefined, missing: 0 },
  },
  {
    name: 'edits of a 2 KB file that an agent sends',
    case: 'sent-edit',
    // Version 2 sends a patch, version 1 both texts: the bridge writes twice the bytes that it reads.
    targets: { kept: undefined, rate: 1, cpu: undefined, missing: 0 },
  },
  {
    name: 'requests of a client, 100 in flight',
    case: 'requests-100',
    targets: { kept: undefined, rate: 4, cpu: undefined, p99: third },
  },
  {
    name: 'requests of a client, 1 in flight',
    case: 'requests-1',
    targets: { kept: undefined, rate: 1.5, cpu: undefined },
  },
  {
    name: 'a client that is sent 100,000 updates',
    process: 'stream',
    targets: { memory: third, memoryKept: undefined },
  },
  {
    name: '1,000 idle sessions of a client',
    process: 'sessions',
    targets: { memory: 25, memoryKept: undefined },
  },
  {
    name: 'an agent that sends 100,000 updates and awaits none',
    process: 'burst',
    targets: { memory: 100, memoryKept: undefined },
  },
];

export function benchBridge(pace) {
  const planned = cases.map((each) => ({ probe, ...each, variants: ['bridged', 'ours', 'peer-v1'] }));
  const samples = rounds(planned, { ...pace, share: pace.bridgeShare });
  const streams = cases.flatMap((each, index) =>
    Object.entries(each.targets).map(([figure, target]) => {
      const { words, of, ...rest } = figures[figure];
      const about = { group: 'bridge', name: `${each.name}, ${words}`, ...rest };
      return row(about, samples[index].map(of), target);
    }),
  );
  return [...streams, firstConnection(pace)];
}

/**
 * What the first connection to an agent of version 1 takes, which loads the bridge, in per cent of what importing the
 * peer takes.
 */
function firstConnection({ samples }) {
  const values = Array.from({ length: samples }, () => {
    const { first } = sample({ probe: connectionProbe, case: 'first' }, 'ours');
    const { imported } = sample({ probe: connectionProbe, case: 'first' }, 'peer');
    return (first / imported) * 100;
  });
  const name = 'loading it with the first connection, CPU of importing the peer';
  return row({ group: 'bridge', name, unit: '%', better: 'lower' }, values);
}
