/** Remote connections keep the promises of every channel, whatever carries them and whichever end is asked. */
import { afterEach, describe, expect, test } from 'vitest';

import { http as http1 } from '@acp-stack/http';
import { http as http2, remote, webSocket } from '@acp-stack/http/node';
import type { Channel } from '@acp-stack/rpc';

import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { channelContract } from './channel-contract.ts';
import type { MortalPair } from './contract-stage.ts';
import { remotePairs, type Connect, type RemotePairs } from './remote-pair.ts';

const all: RemotePairs[] = [];

afterEach(async () => {
  await Promise.all(all.map((pairs) => pairs.close()));
});

const runner = { describe, test, expect, settled: socketsAreQuiet };

function fromClient(name: string, connect: Connect): RemotePairs {
  const pairs = remotePairs(connect);
  all.push(pairs);
  const openMortal = async (): Promise<MortalPair> => {
    const { client, server, die } = await pairs.openMortal();
    return { left: client, right: server, die };
  };
  channelContract(`${name}, from the client`, () => pairs.open(), { ...runner, openMortal });
  return pairs;
}

function fromBoth(name: string, connect: Connect): void {
  const pairs = fromClient(name, connect);
  const openPair = async (): Promise<[server: Channel, client: Channel]> => {
    const [client, server] = await pairs.open();
    return [server, client];
  };
  const openMortal = async (): Promise<MortalPair> => {
    const { client, server, die } = await pairs.openMortal();
    return { left: server, right: client, die };
  };
  channelContract(`${name}, from the server`, openPair, { ...runner, openMortal });
}

fromBoth('WebSocket', webSocket);
fromBoth('HTTP/2 and events', http2);
fromBoth('HTTP/1.1 and events', http1);
fromClient('whatever works', remote);
