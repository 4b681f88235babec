/** The methods of the host over the transports of a served hub. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { http, webSocket } from '@acp-stack/http/node';
import { serveHub } from '@acp-stack/hub';
import { client } from '@acp-stack/sdk';
import { hostMethods, hostNotifications } from '@acp-stack/web';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { noDefaults } from '../config/agent-server.ts';
import { parseConfig } from '../config/config.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { noLogins, openHostHub } from './host-hub.test-support.ts';
import { localMethods } from './host.ts';

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-host-served-')));
  writeFileSync(join(home, 'rose.ts'), 'rose\n');
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

test.each([
  ['a WebSocket', webSocket],
  ['HTTP', http],
] as const)('files are read and a terminal is typed in over %s', async (_name, connect) => {
  const shy = { methodId: 'shell', name: 'Shell', type: 'terminal' };
  const server = { name: 'silent', kind: 'command', command: 'cat', args: [], env: {}, defaults: noDefaults } as const;
  const methods = localMethods({
    roots: [home],
    agents: ['silent'],
    settings: parseConfig('{}', join(home, 'config.json')),
    terminal: captureTerminal({ env: { HOME: home } }),
    onInstalled: () => Promise.resolve(),
    logins: {
      ...noLogins,
      serverOf: () => server,
      hub: () => ({
        describeAgent: () =>
          Promise.resolve({
            info: { name: 'x', version: '1' },
            capabilities: {},
            authMethods: [shy],
            version: 2,
          } as never),
        login: () => Promise.resolve(),
        loggedIn: () => Promise.resolve(),
      }),
    },
  });
  await using host = await openHostHub(methods, { roots: [home] });
  const serving = await serveHub(host.hub, { port: 0, host: '127.0.0.1' });
  try {
    const output: string[] = [];
    const connection = await client({ name: 'page', version: '1.0.0' })
      .onNotification(
        hostNotifications.terminalOutput,
        (params) => params as { data: string },
        ({ data }) => {
          output.push(Buffer.from(data, 'base64').toString());
        },
      )
      .connect(connect(serving.url, { token: 'root' }));
    const { id: sessionId } = await connection.newSession({ cwd: home });
    expect(await connection.request(hostMethods.readFile, { sessionId, path: 'rose.ts' })).toMatchObject({
      text: 'rose\n',
    });
    const started = await connection.request(hostMethods.login, { name: 'silent', methodId: 'shell' });
    const { terminalId } = started as { readonly terminalId: string };
    await connection.request(hostMethods.terminalInput, { terminalId, data: 'tulip\r' });
    await vi.waitUntil(() => output.join('').includes('tulip'), { timeout: 150_000 });
    await connection.request(hostMethods.terminalEnd, { terminalId });
    await connection.close();
  } finally {
    await serving.close();
  }
});
