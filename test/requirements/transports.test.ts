/** The rules of remote ACP that a client keeps, each proved by breaking it between the client and its server. */
import { http, type Fetch, type FetchRequest, type FetchResponse } from '@acp-stack/http';
import type { Channel } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { FetchServer, type Answer, type Seen } from '../../packages/http/src/client/fetch-server.test-support.ts';
import { opened, type Opened } from '../../packages/http/src/client/opened.test-support.ts';
import { remoteChannel } from '../../packages/http/src/client/remote.ts';
import type { OpenSocket } from '../../packages/http/src/client/socket/socket.ts';
import { SocketServer } from '../../packages/http/src/client/socket-server.test-support.ts';
import { findRequirement, verifies } from './requirement.ts';

const url = 'http://127.0.0.1:1/acp';
const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });

/** What stands between a client and its server. */
type Tamper = (fetch: Fetch) => Fetch;

interface ClientProof {
  /** Judges a client whose requests go through `tamper`. */
  readonly check: (tamper: Tamper) => Promise<void>;
  /** Breaks the rule in requests on their way out, or in replies on their way in. */
  readonly tamper: Tamper;
}

/** Declares that `check` holds for our client and does not when the rule `id` is broken. */
function provesOfClient(id: string, { check, tamper }: ClientProof): void {
  test(verifies(id, findRequirement(id).text), async () => {
    await check((fetch) => fetch);
    const verdict = await check(tamper).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toBeDefined();
    expect(verdict, `${id} is not proved: its check fails for another reason`).toMatchObject({
      name: 'AssertionError',
    });
  });
}

/** A channel that has introduced itself. */
async function introduced(channel: Channel): Promise<Opened> {
  const open = opened(channel);
  channel.send(initialize);
  await settled();
  return open;
}

/** A client over HTTP of a server that answers like this. */
async function connect(
  tamper: Tamper,
  answer: (seen: Seen) => Answer | undefined = () => undefined,
): Promise<Opened & { readonly server: FetchServer }> {
  const server = new FetchServer(answer);
  const channel = http(url, {
    fetch: tamper(server.fetch),
    clock: new VirtualClock(),
    random: () => 1,
    onReport: () => undefined,
  });
  return { ...(await introduced(channel)), server };
}

const methodOf = ({ body }: Seen): string | undefined => (body as { readonly method?: string } | undefined)?.method;

const withoutHeader =
  (name: string): Tamper =>
  (fetch) =>
  (address, { headers, ...others }: FetchRequest) => {
    const { [name]: _, ...left } = headers;
    return fetch(address, { ...others, headers: left });
  };

/** Every refusal of a message as one that is only about the message. */
const mild: Tamper = (fetch) => async (address, sent) => {
  const reply = await fetch(address, sent);
  return reply.status < 400 ? reply : ({ ...reply, status: 500 } satisfies FetchResponse);
};

describe('a client of remote ACP', () => {
  provesOfClient('HTTP-15', {
    check: async (tamper) => {
      const { server, channel } = await connect(tamper, (seen) =>
        methodOf(seen) === 'initialize'
          ? {
              status: 200,
              headers: { 'acp-connection-id': 'c1' },
              cookies: ['node=7; Path=/; HttpOnly'],
              body: JSON.stringify({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } }),
            }
          : undefined,
      );
      channel.send(request(1, 'session/list'));
      await settled();
      expect(server.seen.map(({ method, headers }) => [method, headers['cookie']])).toEqual([
        ['POST', undefined],
        ['GET', 'node=7'],
        ['POST', 'node=7'],
      ]);
      channel.destroy();
    },
    tamper: withoutHeader('cookie'),
  });

  provesOfClient('HTTP-19', {
    check: async (tamper) => {
      const { server, channel } = await connect(tamper);
      channel.send(request(1, 'session/list'));
      await settled();
      expect(server.seen.map(({ headers }) => headers['acp-protocol-version'])).toEqual([undefined, '1', '1']);
      channel.destroy();
    },
    tamper: withoutHeader('acp-protocol-version'),
  });

  provesOfClient('HTTP-20', {
    check: async (tamper) => {
      const sockets = new SocketServer();
      const overSocket = await introduced(remote(tamper, sockets.open));
      sockets.last.events.opened();
      await settled();
      expect(sockets.last.sent).toMatchObject([{ method: 'initialize' }]);
      overSocket.channel.destroy();

      const noSocket: OpenSocket = (_url, _headers, events) => {
        queueMicrotask(() => {
          events.closed({ code: 1006, reason: '' });
        });
        return new SocketServer().open(new URL(url), {}, events);
      };
      const overHttp = await introduced(remote(tamper, noSocket));
      await settled();
      expect(overHttp.messages).toMatchObject([{ id: 0, result: { protocolVersion: 1 } }]);
      overHttp.channel.destroy();
    },
    tamper: () => () => Promise.reject(new TypeError('There is no HTTP here.')),
  });

  provesOfClient('HTTP-21', {
    check: async (tamper) => {
      const refusing = (status: number) => (seen: Seen) =>
        methodOf(seen) === 'session/prompt' ? { status, body: 'no' } : undefined;
      const prompt = request(1, 'session/prompt', { sessionId: 'a' });
      const refusal = (code: number): unknown =>
        expect.objectContaining({ id: 1, error: expect.objectContaining({ code }) as unknown });
      for (const [status, ends, code] of [
        [401, 1, undefined],
        [403, 1, undefined],
        [404, 1, undefined],
        [410, 1, undefined],
        [409, 0, -32_002],
        [503, 0, -32_603],
      ] as const) {
        const client = await connect(tamper, refusing(status));
        client.channel.send(prompt);
        await settled();
        expect(client.ends.length, String(status)).toBe(ends);
        if (code !== undefined) expect(client.messages).toContainEqual(refusal(code));
        if (ends === 0) client.channel.destroy();
      }
    },
    tamper: mild,
  });
});

/** A channel that takes a WebSocket, or HTTP where there is none. */
function remote(tamper: Tamper, openSocket: OpenSocket): Channel {
  const fetch = tamper(new FetchServer().fetch);
  const options = {
    fetch,
    clock: new VirtualClock(),
    random: () => 1,
    onReport: () => undefined,
    reconnect: false,
  } as const;
  return remoteChannel(url, options, openSocket);
}
