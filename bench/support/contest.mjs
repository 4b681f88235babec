/**
 * Two processes against the same two of the official SDK, and against the bare transport: the cases of a group, and the
 * rows that come of them.
 */
import { rounds, row } from './rounds.mjs';

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
  ofRaw: { words: 'of', unit: '%', better: 'higher', of: ({ ours, raw }) => (ours.rate / raw.rate) * 100 },
  cpuOfRaw: {
    words: 'CPU of',
    unit: '% of ours',
    better: 'higher',
    of: ({ ours, raw }) => (raw.cpu / ours.cpu) * 100,
  },
  missing: {
    words: 'not handled when prompt() resolved',
    unit: 'updates',
    better: 'lower',
    of: ({ ours }) => ours.missing,
  },
  agentMemory: {
    words: "the agent's memory",
    unit: "% of the peer's",
    better: 'lower',
    of: ({ ours, peer }) => (ours.agent / peer.agent) * 100,
  },
  clientMemory: {
    words: "the client's memory",
    unit: "% of the peer's",
    better: 'lower',
    of: ({ ours, peer }) => (ours.client / peer.client) * 100,
  },
  above: {
    words: 'time above bare node',
    unit: "% of the peer's",
    better: 'lower',
    isOfDifferences: true,
    of: ({ twin, peer, bare }) => ((twin.wall - bare.wall) / (peer.wall - bare.wall)) * 100,
  },
  cpuAbove: {
    words: 'CPU above bare node',
    unit: "% of the peer's",
    better: 'lower',
    isOfDifferences: true,
    of: ({ twin, peer, bare }) => ((twin.cpu - bare.cpu) / (peer.cpu - bare.cpu)) * 100,
  },
};

/**
 * Measures the cases of `group`, in which `raw` names the bare transport, against the peer in the versions that `pace`
 * names. Version 2 is what both speak; the peer's default entry, version 1, is shown beside it.
 *
 * `against` holds the targets of figures that compare with each version of the peer, `alone` the others; one may be
 * missing.
 */
export function contest({ group, raw, probe, cases }, pace) {
  const { versions } = pace;
  const planned = cases.map((each) => ({
    probe,
    ...each,
    variants: [...each.variants, 'peer'].flatMap((variant) =>
      ofVersion.includes(variant) ? versions.map((version) => `${variant}-${version}`) : [variant],
    ),
  }));
  const samples = rounds(planned, pace);
  return cases.flatMap((each, index) => rowsOf({ group, raw, versions, ...each }, samples[index]));
}

/**
 * What the peer takes part in is measured with each of its versions, and so is a twin of it: ours, spoken to in the
 * same version.
 */
const ofVersion = ['peer', 'mixed', 'twin'];

function rowsOf({ group, raw, versions, name, against, alone = {} }, samples) {
  const rowOf = (figure, { words, values, target }) => {
    const { unit, better, isOfDifferences = false } = figures[figure];
    return { ...row({ group, name: `${name}, ${words}`, unit, better }, values, target), isOfDifferences };
  };
  const compared = Object.entries(against).flatMap(([figure, target]) =>
    versions.map((version) => {
      const { words, of } = figures[figure];
      const values = samples.map((round) =>
        of({ ...round, ...Object.fromEntries(ofVersion.map((variant) => [variant, round[`${variant}-${version}`]])) }),
      );
      return rowOf(figure, { words: `${words} against the peer's ${version}`, values, target });
    }),
  );
  const others = Object.entries(alone).map(([figure, target]) => {
    const { words, of } = figures[figure];
    const isOfRaw = words.endsWith('of');
    return rowOf(figure, { words: isOfRaw ? `${words} ${raw}` : words, values: samples.map(of), target });
  });
  return [...compared, ...others];
}
