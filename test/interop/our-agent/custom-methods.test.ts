/** Our agent with the official SDK's client, on version 2: custom methods. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { RpcError } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import {
  checkEachTest,
  doing,
  failure,
  hello,
  info,
  isObject,
  connectAndInitialize,
  start,
  untilIdle,
} from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('custom methods', () => {
    interface Rain {
      readonly mm: number;
    }
    const parseRain = (value: unknown): Rain => {
      if (isObject(value) && typeof value['mm'] === 'number') return { mm: value['mm'] };
      throw new RpcError(-32_602, 'Rain is measured in mm.', { data: value });
    };

    test(verifies('EXT-04', verifies('GEN-16', 'are answered both ways, and unknown ones are not found')), async () => {
      const app = agent(info).on('_garden/rain', parseRain, async ({ mm }, context) => ({
        mm,
        umbrella: await context.request('_editor/umbrella', { colour: 'red' }),
        other: await context.request('_editor/nothing').catch((error: unknown) => (error as RpcError).code),
      }));
      const theirClient = official.client().onRequest(
        '_editor/umbrella',
        (params: unknown) => params,
        ({ params }) => ({ open: params }),
      );
      const { peer, sent, received } = await connectAndInitialize(open(), app, theirClient);
      await expect(peer.request('_garden/rain', { mm: 3 })).resolves.toEqual({
        mm: 3,
        umbrella: { open: { colour: 'red' } },
        other: -32_601,
      });
      // Both sides count their own requests.
      const rain = received().find(({ method }) => method === '_garden/rain');
      expect(sent().find(({ method }) => method === '_editor/nothing')?.id).toBe(rain?.id);
      const { code, data } = await failure(peer.request('_garden/rain', { inches: 1 }));
      expect({ code, data }).toEqual({ code: -32_602, data: { inches: 1 } });
      expect((await failure(peer.request('_garden/snow', {}))).code).toBe(-32_601);
    });

    test(verifies('GEN-08', 'are taken as notifications both ways, and unknown ones are ignored'), async () => {
      const heard: unknown[] = [];
      const theirClient = official.client().onNotification(
        '_editor/note',
        (params: unknown) => params,
        ({ params }) => {
          heard.push(params);
        },
      );
      const { peer, ours, reports } = await connectAndInitialize(open(), agent(info), theirClient);
      ours.raw.onNotification('_garden/note', parseRain, ({ mm }) => {
        heard.push(mm);
      });
      await peer.notify('_garden/note', { mm: 4 });
      await peer.notify('_garden/unknown', { mm: 4 });
      await ours.raw.notify('_editor/note', 'hi');
      await ours.raw.notify('_editor/unknown', 'hi');
      await settled();
      expect(heard).toEqual([4, 'hi']);
      expect(reports.splice(0)).toEqual([{ kind: 'unknown-notification', method: '_garden/unknown' }]);
      await expect(peer.request('_garden/none')).rejects.toMatchObject({ code: -32_601 });
    });

    test(verifies('EXT-03', 'carry the trace of the request they are made for'), async () => {
      const trace = {
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        tracestate: 'a=1',
        baggage: 'b=2',
      };
      const seen: unknown[] = [];
      const theirClient = official.client().onRequest(
        '_editor/umbrella',
        (params: unknown) => params,
        ({ params }) => {
          seen.push(params);
          return {};
        },
      );
      const app = agent(info).on(
        '_garden/rain',
        (params) => params,
        (_, context) => context.request('_editor/umbrella', { a: 1 }),
      );
      const { peer } = await connectAndInitialize(open(), app, theirClient);
      await peer.request('_garden/rain', { _meta: { ...trace, other: 1 } });
      expect(seen).toEqual([{ a: 1, _meta: trace }]);
    });

    test(verifies('EXT-03', 'and permissions carry the trace of the prompt they belong to'), async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const seen: unknown[] = [];
      const theirClient = official.client().onRequest('session/request_permission', ({ params }) => {
        seen.push(params._meta);
        return { outcome: { outcome: 'cancelled' } };
      });
      const { peer, session, sessionId } = await start(
        open(),
        doing((turn) => turn.requestPermission({ title: 'Dig?' })),
        theirClient,
      );
      await peer.request('session/prompt', { sessionId, prompt: hello, _meta: { traceparent } });
      await untilIdle(session);
      expect(seen).toEqual([{ traceparent }]);
    });
  });
});
