import { TransportError } from '@acp-stack/http';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import type { AgentServer } from '../config/agent-server.ts';
import { atUsualPath } from './usual-path.ts';

const url = 'http://127.0.0.1:8431/';
const server = { kind: 'url', name: url, url, headers: {} } as unknown as AgentServer;
const missing = new TransportError('refused', 'The server responded with 404.', { status: 404 });

test('an address without a path is tried at the usual one if nothing is there', () => {
  const wrapped = new RpcError(rpcCodes.internalError, 'Failed.', { cause: missing });
  for (const error of [missing, wrapped])
    expect(atUsualPath(server, error)).toMatchObject({ url: `${url}acp`, name: `${url}acp` });
});

test('a name of the user stays', () => {
  expect(atUsualPath({ ...server, name: 'florist' }, missing)).toMatchObject({ url: `${url}acp`, name: 'florist' });
});

test('another address, another error and a program are left as they are', () => {
  const elsewhere = { ...server, url: `${url}agent` } as AgentServer;
  expect(atUsualPath(elsewhere, missing)).toBeUndefined();
  expect(atUsualPath(server, new TransportError('refused', 'No.', { status: 500 }))).toBeUndefined();
  expect(atUsualPath({ ...server, kind: 'command' } as never, missing)).toBeUndefined();
});
