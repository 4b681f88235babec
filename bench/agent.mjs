/**
 * What the agent costs for each token that a model streams: from the bytes of the service to the bytes for the client.
 */
import { fileURLToPath } from 'node:url';

import { rounds, row } from './support/rounds.mjs';

const probe = fileURLToPath(new URL('support/agent-probe.mjs', import.meta.url));

/** Microseconds of CPU for one token. */
const figures = {
  own: { words: 'our own code', of: ({ agent, service }) => agent.cpu - service.cpu },
  whole: { words: "with the service's package", of: ({ agent, bytes }) => agent.cpu - bytes.cpu },
};

/**
 * A token that comes alone wakes a process that slept: that costs more than reading it, scatters, and has no target.
 */
const cases = [
  { name: 'tokens as fast as they come', case: 'burst', targets: { own: 30, whole: 30 } },
  { name: 'one token at a time', case: 'paced', targets: { own: undefined, whole: undefined } },
];

export function benchAgent(pace) {
  const planned = cases.map((each) => ({ probe, ...each, variants: ['agent', 'service', 'bytes'] }));
  const samples = rounds(planned, { ...pace, share: pace.agentShare });
  return cases.flatMap((each, index) =>
    Object.entries(each.targets).map(([figure, target]) => {
      const { words, of } = figures[figure];
      const about = { group: 'agent', name: `${each.name}, ${words}`, unit: 'µs for a token', better: 'lower' };
      return row(about, samples[index].map(of), target);
    }),
  );
}
