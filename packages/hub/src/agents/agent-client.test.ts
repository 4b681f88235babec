import { memoryPair } from '@acp-stack/rpc';
import { packageVersion } from '@acp-stack/schema/package-version';
import { agent, type AgentComponent, type AgentConnection } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { agentPool } from './agent-pool.ts';
import { RecordedEvents, setupOf } from './scripted-agent.test-support.ts';

test.each([[{ version: '1.2.3' }, '1.2.3'] as const, [{}, packageVersion] as const])(
  'an agent of a hub with %j is told the version %s',
  async (options, version) => {
    const served: AgentConnection[] = [];
    const component: AgentComponent = {
      name: 'gardener',
      role: 'agent',
      start: () => {
        const [ours, theirs] = memoryPair();
        const app = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(() => undefined);
        served.push(app.connect(theirs));
        return ours;
      },
    };
    const pool = agentPool({ gardener: { component } }, options);
    await pool.open('gardener', setupOf(), new RecordedEvents());
    expect(served.map(({ clientInfo }) => clientInfo)).toEqual([{ name: 'acp-hub', title: 'acp-stack hub', version }]);
    await pool.close();
  },
);
