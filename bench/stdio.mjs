/** Two processes over stdio: streams and calls against the official SDK and against a bare pipe, and how long an agent takes to start. */
import { fileURLToPath } from 'node:url';

import { rounds, row } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/stdio-probe.mjs', import.meta.url));
const startProbe = fileURLToPath(new URL('support/start-probe.mjs', import.meta.url));
const versions = ['v2', 'v1'];

/** What a case is measured by; `of` makes one figure of a round in which every variant ran once. */
const figures = {
  rate: { words: 'rate', unit: '× the rate', better: 'higher', of: ({ ours, peer }) => ours.rate / peer.rate },
  cpu: { words: 'CPU', unit: '× less', better: 'higher', of: ({ ours, peer }) => peer.cpu / ours.cpu },
  p99: { words: 'p99', unit: "% of the peer's", better: 'lower', of: ({ ours, peer }) => (ours.p99 / peer.p99) * 100 },
  mixedRate: {
    words: "rate of our client with the peer's agent",
    unit: '× the rate',
    better: 'higher',
    of: ({ mixed, peer }) => mixed.rate / peer.rate,
  },
  mixedCpu: {
    words: "CPU of our client with the peer's agent",
    unit: '× less',
    better: 'higher',
    of: ({ mixed, peer }) => peer.cpu / mixed.cpu,
  },
  ofRaw: { words: 'of a raw pipe', unit: '%', better: 'higher', of: ({ ours, raw }) => (ours.rate / raw.rate) * 100 },
  cpuOfRaw: {
    words: 'CPU of a raw pipe',
    unit: '% of ours',
    better: 'higher',
    of: ({ ours, raw }) => (raw.cpu / ours.cpu) * 100,
  },
  above: {
    words: 'time above bare node',
    unit: "% of the peer's",
    better: 'lower',
    of: ({ ours, peer, bare }) => ((ours.wall - bare.wall) / (peer.wall - bare.wall)) * 100,
  },
  cpuAbove: {
    words: 'CPU above bare node',
    unit: "% of the peer's",
    better: 'lower',
    of: ({ ours, peer, bare }) => ((ours.cpu - bare.cpu) / (peer.cpu - bare.cpu)) * 100,
  },
};

/**
 * `against` holds the targets of figures that compare with each version of the peer, `alone` the others; one may be missing. Where one is not
 * reached with every version, or scatters much, `floors` says what must stay so.
 */
const cases = [
  {
    name: 'updates of 200 bytes',
    case: 'chunk',
    variants: ['ours', 'raw', 'mixed-v2', 'mixed-v1'],
    against: { rate: 7, cpu: undefined, mixedRate: 1.3, mixedCpu: undefined },
    alone: { ofRaw: 85, cpuOfRaw: 85 },
  },
  {
    name: 'tool_call_update with a 4 KB diff',
    case: 'tool',
    variants: ['ours'],
    against: { rate: 4.5, cpu: undefined },
  },
  {
    name: 'tool_call_update with a 4 KB diff that is not English',
    case: 'tool-unicode',
    variants: ['ours'],
    against: { rate: 2.8, cpu: undefined },
  },
  {
    name: 'requests, 1 in flight',
    case: 'requests-1',
    variants: ['ours'],
    against: { rate: 1.5, cpu: undefined },
    floors: { rate: 1 },
  },
  {
    name: 'requests, 100 in flight',
    case: 'requests-100',
    variants: ['ours'],
    against: { rate: 4, cpu: undefined, p99: undefined },
  },
  {
    name: 'tool_call_update with an edit of a 2 KB file',
    case: 'edit',
    variants: ['mixed-v2', 'mixed-v1'],
    against: { mixedRate: 2.5, mixedCpu: undefined },
    floors: { mixedRate: 1.4 },
  },
  {
    name: 'from the start of an agent to its answer to initialize',
    case: 'start',
    probe: startProbe,
    variants: ['bare', 'ours'],
    against: { above: 20, cpuAbove: 20 },
    floors: { above: 50, cpuAbove: 30 },
  },
];

export function benchStdio({ stdioShare: share, ...pace }) {
  return cases.flatMap((each) => {
    const variants = [...each.variants, ...versions.map((version) => `peer-${version}`)];
    return rowsOf(each, rounds({ probe, ...each }, variants, { ...pace, share }));
  });
}

function rowsOf({ name, against, alone = {}, floors = {} }, samples) {
  const compared = Object.entries(against).flatMap(([figure, target]) =>
    versions.map((version) => {
      const { words, of, ...rest } = figures[figure];
      const values = samples.map((round) =>
        of({ ...round, peer: round[`peer-${version}`], mixed: round[`mixed-${version}`] }),
      );
      const about = { group: 'stdio', name: `${name}, ${words} against the peer's ${version}`, ...rest };
      const floor = floors[figure];
      return { ...row(about, values, target), ...(floor === undefined ? {} : { floor }) };
    }),
  );
  const others = Object.entries(alone).map(([figure, target]) => {
    const { words, of, ...rest } = figures[figure];
    return row({ group: 'stdio', name: `${name}, ${words}`, ...rest }, samples.map(of), target);
  });
  return [...compared, ...others];
}
