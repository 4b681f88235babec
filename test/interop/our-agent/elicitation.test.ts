/** Our agent with the official SDK's client, on version 2: elicitation. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { CapabilityError, type Agent } from '@acp-stack/sdk';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, doing, kindsOf, start, untilIdle, type Capabilities } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('elicitation', () => {
    const requestedSchema = {
      type: 'object',
      properties: { colour: { type: 'string', enum: ['red', 'white'] } },
      required: ['colour'],
    } as const;

    const eliciting = (answers: unknown[]): Agent =>
      doing(async (turn) => {
        answers.push(await turn.elicit({ mode: 'form', message: 'Which colour?', requestedSchema }));
        answers.push(
          await turn.elicit({ mode: 'url', message: 'Pay', elicitationId: 'pay-1', url: 'https://example.org/pay' }),
        );
        await turn.session.connection.notify('elicitation/complete', { elicitationId: 'pay-1' });
      });

    test('asks by a form and by a page, and says when the page is done', async () => {
      const requests: unknown[] = [];
      const theirClient = official
        .client()
        .onRequest('elicitation/create', ({ params }) => {
          requests.push(params);
          return params.mode === 'form' ? { action: 'accept', content: { colour: 'red' } } : { action: 'accept' };
        })
        .onNotification('elicitation/complete', ({ params }) => {
          requests.push(params);
        });
      const answers: unknown[] = [];
      const { session, sessionId } = await start(open(), eliciting(answers), theirClient, {
        elicitation: { form: {}, url: {} },
      });
      await session.prompt('plant');
      const updates = await untilIdle(session);
      expect(requests).toEqual([
        { sessionId, mode: 'form', message: 'Which colour?', requestedSchema },
        { sessionId, mode: 'url', message: 'Pay', elicitationId: 'pay-1', url: 'https://example.org/pay' },
        { elicitationId: 'pay-1' },
      ]);
      expect(answers).toEqual([{ action: 'accept', content: { colour: 'red' } }, { action: 'accept' }]);
      expect(kindsOf(updates).slice(1)).toEqual([
        'running',
        'requires_action',
        'running',
        'requires_action',
        'running',
        'idle',
      ]);
    });

    test('hears that the user declined or closed the question', async () => {
      const given: official.CreateElicitationResponse[] = [{ action: 'decline' }, { action: 'cancel' }];
      const theirClient = official
        .client()
        .onRequest('elicitation/create', () => given.shift() ?? { action: 'cancel' });
      const answers: unknown[] = [];
      const { session } = await start(open(), eliciting(answers), theirClient, { elicitation: { form: {}, url: {} } });
      await session.prompt('plant');
      await untilIdle(session);
      expect(answers).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
    });

    test(verifies('INIT-09', verifies('INIT-10', 'is not asked of a client that did not offer it')), async () => {
      for (const capabilities of [{}, { elicitation: null }, { elicitation: { form: null } }] as Capabilities[]) {
        const errors: unknown[] = [];
        const app = doing(async (turn) => {
          await turn
            .elicit({ mode: 'form', message: 'Which?', requestedSchema })
            .catch((error: unknown) => errors.push(error));
        });
        const { session, sent } = await start(open(), app, undefined, capabilities);
        await session.prompt('plant');
        await untilIdle(session);
        expect(errors).toEqual([expect.any(CapabilityError)]);
        expect(sent().some(({ method }) => method === 'elicitation/create')).toBe(false);
      }
    });

    test('is not asked in a mode that the client did not offer', async () => {
      const errors: unknown[] = [];
      const app = doing(async (turn) => {
        await turn
          .elicit({ mode: 'url', message: 'Pay', elicitationId: 'p', url: 'https://example.org' })
          .catch((error: unknown) => errors.push(error));
      });
      const theirClient = official.client().onRequest('elicitation/create', () => ({ action: 'accept' }));
      const { session, sent } = await start(open(), app, theirClient, { elicitation: { form: {} } });
      await session.prompt('plant');
      await untilIdle(session);
      expect(errors).toEqual([expect.any(CapabilityError)]);
      expect(sent().some(({ method }) => method === 'elicitation/create')).toBe(false);
    });
  });
});
