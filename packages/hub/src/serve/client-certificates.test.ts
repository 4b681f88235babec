import type { SecureServerOptions } from 'node:http2';

import { http, webSocket } from '@acp-stack/http/node';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { cert, key } from '../../../../test/support/loopback-certificate.ts';
import { hubMethods } from '../access/hub-methods.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { openHub, type Hub } from '../hub/hub.ts';
import { serveHub, type HubServing } from './serve-hub.ts';

const cwd = process.cwd();
const program = client({ name: 'test', version: '1.0.0' });

async function serve(tls: SecureServerOptions): Promise<{ readonly hub: Hub; readonly serving: HubServing }> {
  const hub = await openHub({
    journal: memoryJournal(),
    roots: [cwd],
    agents: { quiet: agent({ name: 'quiet', version: '1.0.0' }).onPrompt(() => undefined) },
    credentials: {
      certificates: { name: 'subject', operators: ['loopback test'] },
      tokens: () => new TokenTable([staticToken('bob', 'token-b')]),
    },
  });
  // Clients may come with a token instead.
  const serving = await serveHub(hub, { tls: { cert, key, requestCert: true, rejectUnauthorized: false, ...tls } });
  return { hub, serving };
}

describe.each([
  ['http', http],
  ['webSocket', webSocket],
] as const)('over %s', (_, transport) => {
  test('the subject of a client certificate is the principal, and a client without one needs a token', async () => {
    const { hub, serving } = await serve({ ca: cert });
    const connection = await program.connect(transport(serving.url, { tls: { ca: cert, cert, key } }));
    const { sessionId } = await connection.request('session/new', { cwd });
    expect(await connection.request(hubMethods.members, { sessionId })).toMatchObject({ owner: 'loopback test' });
    expect(await connection.request(hubMethods.status, {})).toMatchObject({ liveSessions: 1 });
    await expect(program.connect(transport(serving.url, { tls: { ca: cert } }))).rejects.toMatchObject({
      cause: { code: 'unauthorized' },
    });
    const bob = await program.connect(transport(serving.url, { tls: { ca: cert }, token: 'token-b' }));
    await expect(bob.request(hubMethods.status, {})).rejects.toThrow('Only operators');
    await Promise.all([connection.close(), bob.close()]);
    await serving.close();
    await hub.close();
  });

  test('a certificate that no authority of the server has issued gives no name', async () => {
    const { hub, serving } = await serve({});
    await expect(program.connect(transport(serving.url, { tls: { ca: cert, cert, key } }))).rejects.toMatchObject({
      cause: { code: 'unauthorized' },
    });
    await serving.close();
    await hub.close();
  });
});
