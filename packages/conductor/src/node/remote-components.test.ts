/** Components at an address, in a chain. */
import { serveHttp } from '@acp-stack/http/server';
import { agent, client, proxy } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import { address } from './address.ts';

const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`Hello, ${turn.text}.`);
});

/** Puts an arrow before what the agent says. */
const arrow = proxy({ name: 'arrow', version: '1.0.0' }).onAgentNotification(
  'session/update',
  ({ update, ...params }, next) => {
    if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') return next();
    const content = { ...update.content, text: `>${update.content.text}` };
    return next({ ...params, update: { ...update, content } });
  },
);

async function said(chained: Parameters<ReturnType<typeof client>['connect']>[0]): Promise<string> {
  await using connection = await client({ name: 'c', version: '1' }).connect(chained);
  const session = await connection.newSession({ cwd: '/' });
  let text = '';
  for await (const update of session.prompt('Ann')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') text += update.content.text;
  }
  return text;
}

describe('a component at an address', () => {
  test.each(['ws', 'http'])('may be the agent, over %s', async (scheme) => {
    const serving = await serveHttp(greeter, { port: 0 });
    try {
      expect(await said(chain(arrow, address(serving.url.replace(/^http/u, scheme))))).toBe('>Hello, Ann.');
    } finally {
      await serving.close({ drain: 0 });
    }
  });

  test('may be a proxy, which sends requests before it has answered', async () => {
    const serving = await serveHttp(arrow, { port: 0 });
    try {
      const far = address(serving.url.replace(/^http/u, 'ws'));
      expect(await said(chain(arrow, far, greeter))).toBe('>>Hello, Ann.');
    } finally {
      await serving.close({ drain: 0 });
    }
  });
});
