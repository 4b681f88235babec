/** Our client with the official SDK's agent, on version 2: custom methods. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { RpcError } from '@acp-stack/rpc';
import { client, text } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent, theirInfo } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, failure, info, connectAndInitialize, options } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('custom methods', () => {
    test(verifies('EXT-04', 'are answered both ways, and unknown ones are not found'), async () => {
      const parse = (value: unknown): number => {
        if (typeof value === 'number') return value;
        throw new RpcError(-32_602, 'A number, please.');
      };
      const theirAgent = officialAgent().onRequest(
        '_garden/rain',
        (params: unknown) => params,
        async ({ params, client: peer }) => [
          params,
          await peer.request('_editor/double', 21),
          await peer.request('_editor/double', 'x').catch((error: unknown) => (error as official.RequestError).code),
          await peer.request('_editor/none').catch((error: unknown) => (error as official.RequestError).code),
        ],
      );
      const ourClient = client(info).on('_editor/double', parse, (value) => value * 2);
      const { connection } = await connectAndInitialize(open(), theirAgent, ourClient);
      await expect(connection.request('_garden/rain', { mm: 3 })).resolves.toEqual([{ mm: 3 }, 42, -32_602, -32_601]);
      expect((await failure(connection.request('_garden/snow'))).code).toBe(-32_601);
    });

    test(verifies('GEN-08', 'are taken as notifications both ways, and unknown ones are ignored'), async () => {
      const notes: unknown[] = [];
      const theirAgent = officialAgent().onNotification(
        '_garden/note',
        (params: unknown) => params,
        ({ params }) => {
          notes.push(params);
        },
      );
      const ourClient = client(info).onNotification(
        '_editor/note',
        (params) => params,
        (params) => {
          notes.push(params);
        },
      );
      const { connection, theirs, reports } = await connectAndInitialize(open(), theirAgent, ourClient);
      await connection.notify('_garden/note', 'dry');
      await connection.notify('_garden/unknown', 'dry');
      await theirs.client.notify('_editor/note', 'wet');
      await theirs.client.notify('_editor/unknown', 'wet');
      await settled();
      expect(notes).toEqual(['dry', 'wet']);
      expect(reports.splice(0)).toEqual([{ kind: 'unknown-notification', method: '_editor/unknown' }]);
    });

    test(
      verifies('EXT-01', 'are the only ones of our own: requests hold no field that the official SDK does not know'),
      async () => {
        // The official SDK drops the fields it does not know, so what it hands over differs from what was sent when
        // there are any.
        const taken: unknown[] = [];
        const theirAgent = official
          .agent()
          .onRequest('initialize', ({ params }) => {
            taken.push(params);
            return { protocolVersion: 2, info: theirInfo, capabilities: { session: { additionalDirectories: {} } } };
          })
          .onRequest('session/new', ({ params }) => {
            taken.push(params);
            return { sessionId: 's' };
          })
          .onRequest('session/prompt', async ({ params, client: peer }) => {
            taken.push(params);
            const { sessionId } = params;
            taken.push(await peer.request('session/request_permission', { sessionId, title: 'Dig?', options }));
            return { messageId: 'm' };
          });
        const ourClient = client(info).onPermission(() => 'yes');
        const { connection, sent } = await connectAndInitialize(open(), theirAgent, ourClient);
        const session = await connection.newSession({ cwd: '/garden', additionalDirectories: ['/more'] });
        void session.prompt(['Look', text('here')]);
        await settled();
        // What an agent of version 1 would read is the only thing that this one does not know.
        const [{ clientInfo: _info, clientCapabilities: _capabilities, ...introduction }, ...rest] = sent().map(
          ({ params, result }) => (params ?? result) as Readonly<Record<string, unknown>>,
        ) as [Readonly<Record<string, unknown>>, ...unknown[]];
        expect([introduction, ...rest]).toEqual(taken);
        expect(taken).toHaveLength(4);
      },
    );

    test(verifies('EXT-05', 'are advertised in the _meta of capabilities'), async () => {
      const _meta = { 'example.org': { rain: true } };
      const capabilities: official.AgentCapabilities = { session: {}, _meta };
      const { connection, theirs } = await connectAndInitialize(
        open(),
        officialAgent(undefined, { capabilities }),
        client(info, { capabilities: { _meta } }),
      );
      expect((await theirs.initialized).request.capabilities?._meta).toMatchObject(_meta);
      expect(connection.capabilities._meta).toEqual(_meta);
    });
  });
});
