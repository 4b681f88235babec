/**
 * Two processes over HTTP, ours HTTP/2 and the peer's HTTP/1.1: streams of events, calls, sessions and idle
 * connections, and bare HTTP/2.
 */
import { fileURLToPath } from 'node:url';

import { contest } from './support/contest.mjs';

const probe = fileURLToPath(new URL('support/remote-probe.mjs', import.meta.url));

const cases = [
  {
    name: 'updates of 200 bytes',
    case: 'http-chunk',
    variants: ['ours', 'raw', 'mixed'],
    against: { rate: 8, cpu: undefined, mixedRate: 1.3, mixedCpu: undefined },
    alone: { ofRaw: 80, cpuOfRaw: 80 },
  },
  {
    name: 'tool_call_update with a 4 KB diff',
    case: 'http-tool',
    variants: ['ours', 'mixed'],
    against: { rate: 6, cpu: undefined, mixedRate: 2.5, mixedCpu: undefined },
  },
  {
    name: 'requests, 100 in flight',
    case: 'http-requests-100',
    scale: 0.5,
    variants: ['ours', 'raw'],
    against: { rate: 8, cpu: undefined, p99: undefined },
    alone: { ofRaw: undefined },
  },
  {
    name: '1,000 sessions on one connection, 20 updates for each at once',
    case: 'http-sessions',
    variants: ['ours'],
    against: { rate: 1, cpu: undefined },
    alone: { missing: 0 },
  },
  {
    name: 'an idle connection',
    case: 'http-idle',
    isOfMemory: true,
    variants: ['ours'],
    against: { agentMemory: 50, clientMemory: 50 },
  },
];

export const benchHttp = ({ remoteShare: share, ...pace }) =>
  contest({ group: 'http', raw: 'bare HTTP/2', probe, cases }, { ...pace, share });
