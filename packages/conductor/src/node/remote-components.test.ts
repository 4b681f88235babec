/** Components at an address, in a chain. */
import { http } from '@acp-stack/http/node';
import { serveHttp } from '@acp-stack/http/server';
import { agent, client, proxy, type Component } from '@acp-stack/sdk';
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

/** The component at `url`, without a WebSocket. */
const overPosts = (url: string): Component & { readonly role: 'either' } => ({
  name: 'far',
  role: 'either',
  start: () => http(url),
});

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

  test('may be a proxy over POST and event streams alone', async () => {
    const serving = await serveHttp(arrow, { port: 0 });
    try {
      const far = () => overPosts(serving.url);
      expect(await said(chain(arrow, far(), far(), greeter))).toBe('>>>Hello, Ann.');
    } finally {
      await serving.close({ drain: 0 });
    }
  });

  test.each([1, 2] as const)('a proxy over HTTP passes questions of an agent of version %i on', async (version) => {
    const asking = agent({ name: 'asking', version: '1.0.0' }).onPrompt(async (turn) => {
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
      const answer = await turn.requestPermission({ title: 'Cut?', options });
      await turn.message.append(`${answer?.optionId ?? 'No'}.`);
    });
    const serving = await serveHttp(arrow, { port: 0 });
    try {
      const app = client({ name: 'c', version: '1' }).onPermission(() => ({ outcome: 'selected', optionId: 'yes' }));
      await using connection = await app.connect(chain(overPosts(serving.url), asking), { versions: [version] });
      const session = await connection.newSession({ cwd: '/' });
      let text = '';
      for await (const update of session.prompt('Go'))
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          text += update.content.text;
      expect(text).toBe('>yes.');
    } finally {
      await serving.close({ drain: 0 });
    }
  });

  test('an agent in the place of a proxy says that it is none', async () => {
    const serving = await serveHttp(greeter, { port: 0 });
    try {
      const connecting = client({ name: 'c', version: '1' }).connect(chain(overPosts(serving.url), greeter));
      await expect(connecting).rejects.toThrow();
    } finally {
      await serving.close({ drain: 0 });
    }
  });
});
