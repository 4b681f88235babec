/** Remote connections keep the promises of every channel, whatever carries them and whichever end is asked. */
import { afterEach, describe, expect, test } from 'vitest';

import { http as http1 } from '@acp-stack/http';
import { http as http2, remote, webSocket } from '@acp-stack/http/node';
import type { Channel } from '@acp-stack/rpc';

import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { channelContract } from './channel-contract.ts';
import { remotePairs, type RemotePairs } from './remote-pair.ts';

const all: RemotePairs[] = [];

afterEach(async () => {
  await Promise.all(all.map((pairs) => pairs.close()));
});

const runner = { describe, test, expect, settled: socketsAreQuiet };

function fromClient(name: string, connect: (url: string) => Channel): RemotePairs {
  const pairs = remotePairs(connect);
  all.push(pairs);
  channelContract(`${name}, from the client`, () => pairs.open(), runner);
  return pairs;
}

function fromBoth(name: string, connect: (url: string) => Channel): void {
  const pairs = fromClient(name, connect);
  const openPair = async (): Promise<[server: Channel, client: Channel]> => {
    const [client, server] = await pairs.open();
    return [server, client];
  };
  channelContract(`${name}, from the server`, openPair, runner);
}

fromBoth('WebSocket', (url) => webSocket(url));
fromBoth('HTTP/2 and events', (url) => http2(url));
fromBoth('HTTP/1.1 and events', (url) => http1(url));
fromClient('whatever works', (url) => remote(url));
