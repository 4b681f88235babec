/** The agents of the playground: each runs in the page, and its code is shown as it is. */
import type { Agent } from '@acp-stack/sdk';

import { counter } from './agents/counter.ts';
import counterCode from './agents/counter.ts?raw';
import { gardener } from './agents/gardener.ts';
import gardenerCode from './agents/gardener.ts?raw';
import { greeter } from './agents/greeter.ts';
import greeterCode from './agents/greeter.ts?raw';
import { unwell } from './agents/unwell.ts';
import unwellCode from './agents/unwell.ts?raw';

export interface ScriptedAgent {
  readonly name: string;
  /** What it does, after its name. */
  readonly about: string;
  /** What a user might say to it. */
  readonly prompt: string;
  readonly app: Agent;
  readonly code: string;
}

export const scriptedAgents: readonly [ScriptedAgent, ...ScriptedAgent[]] = [
  {
    name: 'gardener',
    about: 'plans, reads, asks before a change',
    prompt: 'Cut the roses.',
    app: gardener,
    code: gardenerCode,
  },
  { name: 'greeter', about: 'answers word by word', prompt: 'What grows here?', app: greeter, code: greeterCode },
  { name: 'counter', about: 'goes on until you stop it', prompt: 'Count to 1000.', app: counter, code: counterCode },
  { name: 'unwell', about: 'fails in the middle', prompt: 'Water the tulips.', app: unwell, code: unwellCode },
];
