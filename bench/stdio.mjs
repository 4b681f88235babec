/**
 * Two processes over stdio: streams and calls against the official SDK and against a bare pipe, and how long an agent
 * takes to start.
 */
import { fileURLToPath } from 'node:url';

import { contest } from './support/contest.mjs';

const probe = fileURLToPath(new URL('support/stdio-probe.mjs', import.meta.url));
const startProbe = fileURLToPath(new URL('support/start-probe.mjs', import.meta.url));

const cases = [
  {
    name: 'updates of 200 bytes',
    case: 'chunk',
    variants: ['ours', 'raw', 'mixed'],
    against: { rate: 7, cpu: undefined, mixedRate: 1.3, mixedCpu: undefined },
    alone: { ofRaw: 85, cpuOfRaw: 85 },
  },
  {
    name: 'tool_call_update with a 4 KB diff',
    case: 'tool',
    variants: ['ours', 'mixed'],
    against: { rate: 4.5, cpu: undefined, mixedRate: 2.5, mixedCpu: undefined },
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
    variants: ['mixed'],
    against: { mixedRate: 2.5, mixedCpu: undefined },
  },
  {
    name: 'from the start of an agent to its answer to initialize',
    case: 'start',
    probe: startProbe,
    variants: ['bare', 'twin'],
    against: { above: 20, cpuAbove: 20 },
  },
];

export const benchStdio = ({ stdioShare: share, ...pace }) =>
  contest({ group: 'stdio', raw: 'a raw pipe', probe, cases }, { ...pace, share });
