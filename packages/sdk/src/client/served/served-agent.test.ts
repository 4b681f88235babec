import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { agent, type Agent, type AgentOptions } from '../../agent/agent.ts';
import type { AgentSession } from '../../agent/session/agent-session.ts';
import { client } from '../client.ts';
import type { ClientSession } from '../session/client-session.ts';
import { historyBlocks, openServedSession, type SessionSettings } from './served-agent.ts';

const info = { name: 'gardener', version: '1.0.0' };
const model: SessionConfigOption = {
  configId: 'model',
  name: 'Model',
  type: 'select',
  currentValue: 'small',
  options: ['small', 'large'].map((value) => ({ value, name: value })),
};

/** An agent with one config option, and the sessions that it has opened. */
function gardener(options: AgentOptions): { readonly app: Agent; readonly sessions: AgentSession[] } {
  const sessions: AgentSession[] = [];
  const app = agent(info, options)
    .onPrompt(() => undefined)
    .onSession((session) => {
      sessions.push(session);
      session.setConfigOptions([model]);
    });
  return { app, sessions };
}

async function opened(app: Agent, settings: Partial<SessionSettings> = {}): Promise<ClientSession> {
  const connection = await client(info).connect(app);
  return openServedSession(connection, { cwd: '/garden', system: 'Speak softly.', ...settings });
}

test('opens a session with the instructions, if the agent takes them, and with the config options', async () => {
  const { app, sessions } = gardener({ systemPrompt: 'append' });
  const session = await opened(app, { config: { model: 'large' } });
  expect(sessions[0]).toMatchObject({
    cwd: '/garden',
    systemPrompt: { mode: 'append', content: [{ type: 'text', text: 'Speak softly.' }] },
  });
  expect(session.configOptions).toMatchObject([{ configId: 'model', currentValue: 'large' }]);

  const deaf = gardener({});
  expect((await opened(deaf.app)).supports('systemPrompt')).toBe(false);
  expect(deaf.sessions[0]?.systemPrompt).toBeUndefined();
});

test('names the options that the agent has if one is unknown', async () => {
  await expect(opened(gardener({}).app, { config: { mode: 'plan' } })).rejects.toThrow(
    'The agent has no config option "mode"; it has model.',
  );
  await expect(
    opened(
      agent(info).onPrompt(() => undefined),
      { config: { mode: 'plan' } },
    ),
  ).rejects.toThrow('The agent has no config option "mode"; it has none.');
});

test('writes what was said as the text of a prompt, and nothing if nothing was said', () => {
  expect(
    historyBlocks([
      { role: 'user', text: 'Roses' },
      { role: 'tool', text: '' },
      { role: 'assistant', text: 'Red' },
    ]),
  ).toEqual([{ type: 'text', text: 'This is the conversation so far:\n\nUser: Roses\n\nAssistant: Red' }]);
  expect(historyBlocks([{ role: 'user', text: '' }])).toEqual([]);
});
