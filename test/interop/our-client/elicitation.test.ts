/** Our client with the official SDK's agent, on version 2: elicitation. */
import type * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { client, type ClientReport } from '@acp-stack/sdk';
import { officialAgent } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, info, start } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('elicitation', () => {
    const eliciting = (answers: unknown[]): official.AgentApp =>
      officialAgent(async ({ client: peer, sessionId }) => {
        const ask = async (params: object): Promise<void> => {
          answers.push(
            await peer
              .request('elicitation/create', {
                sessionId,
                message: 'Tell me',
                ...params,
              } as official.CreateElicitationRequest)
              .catch((error: unknown) => (error as official.RequestError).code),
          );
        };
        await ask({ mode: 'form', requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } } });
        await ask({ mode: 'url', elicitationId: 'pay', url: 'https://example.org/pay' });
        await ask({ mode: '_voice' });
        await peer.notify('elicitation/complete', { elicitationId: 'pay' });
        await peer.notify('elicitation/complete', { elicitationId: 'pay' });
        await peer.notify('elicitation/complete', { elicitationId: 'unknown' });
      });

    test('answers forms and pages, and hears once that a page is done', async () => {
      const answers: unknown[] = [];
      const asked: unknown[] = [];
      const { session } = await start(
        open(),
        eliciting(answers),
        client(info).onElicitation({
          form: ({ message, requestedSchema }) => {
            asked.push([message, requestedSchema.properties]);
            return { action: 'accept', content: { colour: 'red' } };
          },
          url: ({ url }) => {
            asked.push(url);
            return { action: 'accept' };
          },
          complete: (elicitationId) => void asked.push(elicitationId),
        }),
      );
      await session.prompt('plant');
      expect(answers).toEqual([{ action: 'accept', content: { colour: 'red' } }, { action: 'accept' }, -32_602]);
      expect(asked).toEqual([['Tell me', { colour: { type: 'string' } }], 'https://example.org/pay', 'pay']);
    });

    test('says that the user declined or closed the question, and refuses modes it does not offer', async () => {
      const answers: unknown[] = [];
      const { session, reports } = await start(
        open(),
        eliciting(answers),
        client(info).onElicitation({ form: () => 'decline' }),
      );
      await session.prompt('plant');
      session.onPermission(() => 'no');
      expect(answers).toEqual([{ action: 'decline' }, -32_602, -32_602]);
      expect(reports.splice(0).map((report) => (report as ClientReport).kind)).toEqual(
        Array.from({ length: 3 }, () => 'unknown-notification'),
      );
    });

    test('is not found at a client without it', async () => {
      const answers: unknown[] = [];
      const { session, reports } = await start(open(), eliciting(answers));
      await session.prompt('plant');
      expect(answers).toEqual([-32_601, -32_601, -32_601]);
      reports.length = 0;
    });
  });
});
