import { once } from 'node:events';
import type { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { collectorConnections, type CollectorConnectionOptions } from './collector-connections.ts';

const connections = (more: Partial<CollectorConnectionOptions> = {}): ((protocol: string) => Agent) =>
  collectorConnections({ signal: 'traces', env: {}, milliseconds: 50, onFailure: () => undefined, ...more });

test('a connection ends after its time, whatever the collector says', async () => {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write('x'), 5);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        clearInterval(timer);
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connections()('http:').createConnection({ host: '127.0.0.1', port });
  const [error] = (await once(socket?.resume() as never, 'error')) as [Error];
  expect(error.message).toBe('it has not answered in time');
  server.close();
});

test('certificates are those that the environment names, those of the signal first', () => {
  using folder = temporaryFolder();
  const file = (name: string): string => {
    writeFileSync(join(folder.path, name), name);
    return join(folder.path, name);
  };
  const failures: string[] = [];
  const env = {
    OTEL_EXPORTER_OTLP_CERTIFICATE: file('all'),
    OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: file('traces'),
    OTEL_EXPORTER_OTLP_CLIENT_KEY: file('key'),
    OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: join(folder.path, 'missing'),
  };
  const agent = connections({ env, onFailure: (reason) => failures.push(reason) })('https:');
  expect(agent).toBeInstanceOf(SecureAgent);
  expect((agent as SecureAgent).options).toMatchObject({ ca: Buffer.from('traces'), key: Buffer.from('key') });
  expect(failures).toEqual(['the file that OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE names cannot be read']);
});
