/** A command in a terminal of an editor that does not answer. */
import { memoryPair, Peer } from '@acp-stack/rpc';
import { memoryStore } from '@acp-stack/sdk';
import { beforeAll, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { codingAgent } from '../coding-agent.ts';
import { emptyConfig } from '../providers/config.ts';
import { Providers } from '../providers/providers.ts';

// It is loaded with the first peer of version 1.
beforeAll(() => import('@acp-stack/bridge'));

let cwd: string;
eachFolder((folder) => {
  cwd = folder;
});

test('is released when the turn is cancelled, and the turn ends, though the editor says nothing more', async () => {
  const [ours, theirs] = memoryPair();
  const asked: string[] = [];
  let isWaiting = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (isWaiting = resolve));
  const app = codingAgent({ store: memoryStore(), providers: new Providers(emptyConfig), version: '1.0.0' });
  const connection = app.connect(theirs);
  const answers: Readonly<Record<string, object>> = {
    'session/request_permission': { outcome: { outcome: 'selected', optionId: 'allow_once' } },
    'terminal/create': { terminalId: 't' },
  };
  const client = new Peer(ours, {
    handlers: (method, kind) => {
      if (kind === 'notification') return { kind, run: () => undefined };
      return {
        kind,
        run: () => {
          asked.push(method);
          if (method === 'terminal/wait_for_exit') isWaiting();
          return answers[method] ?? new Promise(() => undefined);
        },
      };
    },
  });
  await client.request('initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } });
  const { sessionId } = (await client.request('session/new', { cwd, mcpServers: [] })) as { sessionId: string };
  const prompted = client.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: '/run sleep 600' }] });
  await waiting;
  await client.notify('session/cancel', { sessionId });
  expect(await prompted).toMatchObject({ stopReason: 'cancelled' });
  expect(asked.at(-1)).toBe('terminal/release');
  client.destroy();
  await connection.close({ grace: 0 });
});
