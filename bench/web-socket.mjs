/**
 * Two processes over WebSocket: streams, calls, sessions and idle connections, against the official SDK and against a
 * bare socket.
 */
import { fileURLToPath } from 'node:url';

import { contest } from './support/contest.mjs';

const probe = fileURLToPath(new URL('support/remote-probe.mjs', import.meta.url));

const cases = [
  {
    name: 'updates of 200 bytes',
    case: 'ws-chunk',
    variants: ['ours', 'raw', 'mixed'],
    against: { rate: 4, cpu: undefined, mixedRate: 1.3, mixedCpu: undefined },
    alone: { ofRaw: 85, cpuOfRaw: 85 },
  },
  {
    name: 'tool_call_update with a 4 KB diff',
    case: 'ws-tool',
    variants: ['ours', 'mixed'],
    against: { rate: 4.5, cpu: undefined, mixedRate: 2.5, mixedCpu: undefined },
  },
  {
    name: 'requests, 100 in flight',
    case: 'ws-requests-100',
    variants: ['ours'],
    against: { rate: undefined, cpu: undefined, p99: undefined },
  },
  {
    name: '1,000 sessions on one connection, 20 updates for each at once',
    case: 'ws-sessions',
    variants: ['ours'],
    against: { rate: 1, cpu: undefined },
    alone: { missing: 0 },
  },
  {
    name: 'an idle connection',
    case: 'ws-idle',
    isOfMemory: true,
    variants: ['ours'],
    against: { agentMemory: 50, clientMemory: 50 },
  },
];

export const benchWebSocket = ({ remoteShare: share, ...pace }) =>
  contest({ group: 'web-socket', raw: 'a corked raw socket', probe, cases }, { ...pace, share });
