/** The token reaches the server from every place that connects to an address. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { agent, client } from '@acp-stack/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { makeAgent, makeProxy } from '../chain/components.ts';
import { run } from '../run.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-sent-'));
  writeFileSync(join(home, 'rose.token'), 'rose\n');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

/** A server that notes the credentials of every request, and accepts those with the token. */
async function guarded(): Promise<{ url: string; shown: Set<string>; [Symbol.asyncDispose]: () => Promise<void> }> {
  const shown = new Set<string>();
  const serving = await serveHttp(agent({ name: 'greeter', version: '1.0.0' }), {
    port: 0,
    authenticate: (request) => {
      const given = request.header('authorization') ?? 'none';
      shown.add(given);
      return given === 'Bearer rose' ? 'ann' : undefined;
    },
  });
  return { url: serving.url, shown, [Symbol.asyncDispose]: () => serving.close() };
}

test('acp agents info and doctor send the token of the entry, also when doctor checks all agents', async () => {
  await using server = await guarded();
  const entry = { url: server.url, token_file: 'rose.token' };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ agent_servers: { office: entry } }));
  for (const args of [
    ['agents', 'info', 'office'],
    ['agents', 'doctor'],
  ]) {
    const env = { HOME: home, XDG_DATA_HOME: home, ACP_CONFIG: join(home, 'config.json'), ACP_TOKEN: 'tulip' };
    const terminal = captureTerminal({ env, program: [join(home, 'none')] });
    await run(args, terminal);
    expect(terminal.out()).toContain('greeter');
  }
  expect([...server.shown]).toEqual(['Bearer rose']);
});

test('an agent at an address of a chain is sent its token, and a proxy is not sent ACP_TOKEN', async () => {
  await using server = await guarded();
  const { url } = server;
  vi.stubEnv('XDG_DATA_HOME', home);
  vi.stubEnv('ACP_TOKEN', 'rose');
  const spec = { kind: 'address', url, headers: {} } as const;
  const connect = async (channel: ReturnType<ReturnType<typeof makeAgent>['start']>): Promise<void> => {
    const connection = await client({ name: 'test', version: '1.0.0' }).connect(channel);
    await connection.close();
  };
  await connect(makeAgent(spec).start());
  const proxy = await makeProxy(spec, { warn: () => undefined });
  await expect(connect(proxy.start())).rejects.toThrow('401');
  expect([...server.shown]).toEqual(['Bearer rose', 'none']);
  await connect((await makeProxy({ ...spec, tokenFile: join(home, 'rose.token') }, { warn: () => undefined })).start());
  expect([...server.shown]).toEqual(['Bearer rose', 'none']);
});
