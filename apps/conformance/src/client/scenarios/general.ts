/** How a client takes messages that it does not know, that are no messages, or that ask for no answer. */
import { PeerSilent } from '../../conversation/failure.ts';
import { fieldsOf } from '../../conversation/message.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';
import { described, describedReply, repliesTo, type Replies } from '../replies.ts';

const methodNotFound = -32_601;
const invalidRequest = -32_600;
const parseError = -32_700;

const codeOf = (reply: unknown): unknown => fieldsOf(fieldsOf(reply)['error'])['code'];

/** Whether the only answer is one error with the id null. */
const isOneError = ({ replies }: Replies, code: number): boolean =>
  replies?.length === 1 && codeOf(replies[0]) === code && fieldsOf(replies[0])['id'] === null;

/** Whether nothing was answered, and the connection is open. */
const isSilent = ({ replies }: Replies): boolean => replies?.length === 0;

const request = (id: unknown, method = '_conformance/unknown'): object => ({ jsonrpc: '2.0', id, method, params: {} });
const notification = { jsonrpc: '2.0', method: '_conformance/unknown', params: {} };

/** Sends a text as it is. */
const sending = (play: ClientPlay, value: unknown): Promise<Replies> =>
  repliesTo(play, () => play.conversation.sendText(typeof value === 'string' ? value : JSON.stringify(value)));

/** Checks the answer to a text that is no message; the rules of event streams do not say that there has to be one. */
function checkUnreadable(stage: ClientStage, [rule, code]: readonly [string, number], found: Replies): void {
  if (stage.client.over === 'http' && isSilent(found))
    stage.notTested(rule, 'It leaves out such an event of a stream, which no page of the specification forbids.');
  else stage.check(rule, isOneError(found, code), described(found));
}

/** Methods that no client knows, and the rules about their answer. */
const unknownMethods = [
  ['GEN-07', 'conformance/unknown'],
  ['EXT-04', '_conformance/unknown'],
] as const;

/** The scenarios about messages in general. */
export const generalScenarios: readonly ClientScenario[] = [
  {
    name: 'general/unknown-methods',
    about: 'Calls and notifies methods that no client knows, and cancels requests that are over.',
    versions: [1, 2],
    decides: ['GEN-03', 'GEN-07', 'GEN-08', 'GEN-13', 'EXT-04', 'CANCEL-12', 'CANCEL-16'],
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation } = play;
      for (const [rule, method] of unknownMethods) {
        try {
          const reply = await conversation.request(method, {});
          const isRight = rule === 'EXT-04' || reply.error?.code === methodNotFound;
          stage.check(rule, isRight, describedReply(reply));
        } catch (error) {
          if (!(error instanceof PeerSilent)) throw error;
          stage.check(rule, false, `It did not answer ${method}, which it does not know.`);
          return;
        }
      }
      const notified = await repliesTo(play, () => {
        conversation.notify('conformance/unknown', {});
        conversation.send(notification);
      });
      stage.check('GEN-08', notified.replies !== undefined, described(notified));
      stage.check('GEN-03', isSilent(notified), described(notified));
      if (notified.replies === undefined) return;
      const stray = await repliesTo(play, () => {
        conversation.send({ jsonrpc: '2.0', id: 'conformance-stray', result: {} });
        conversation.send({ jsonrpc: '2.0', id: 'conformance-stray', error: 'none' });
      });
      stage.check('GEN-13', isSilent(stray), described(stray));
      const unsent = await repliesTo(play, () => conversation.notify('$/cancel_request', { requestId: 'never-sent' }));
      stage.check('CANCEL-12', isSilent(unsent), described(unsent));
      const past = await repliesTo(play, () => conversation.notify('$/cancel_request', { requestId: 'suite-1' }));
      stage.check('CANCEL-16', isSilent(past), described(past));
      play.finish();
    },
  },
  {
    name: 'general/bad-input',
    about: 'Sends lines that are not JSON, and JSON that is no message.',
    versions: [1, 2],
    decides: ['GEN-10', 'GEN-11'],
    run: async (stage) => {
      const play = await stage.prompted();
      const text = await sending(play, '{"jsonrpc":"2.0",');
      checkUnreadable(stage, ['GEN-10', parseError], text);
      const fields = await sending(play, { jsonrpc: '2.0', colour: 'blue' });
      stage.check('GEN-11', isOneError(fields, invalidRequest), described(fields));
      play.finish();
    },
  },
  {
    name: 'general/arrays-and-ids-of-version-1',
    about: 'Sends an array, and requests with ids of every kind.',
    versions: [1],
    decides: ['GEN-12', 'GEN-15'],
    run: async (stage) => {
      const play = await stage.prompted();
      const array = await sending(play, [request('in-array'), notification]);
      checkUnreadable(stage, ['GEN-12', invalidRequest], array);
      for (const id of ['conformance', 7, null]) {
        const answered = await sending(play, request(id));
        const ids = answered.replies?.map((reply) => fieldsOf(reply)['id']);
        stage.check(
          'GEN-15',
          ids?.length === 1 && ids[0] === id,
          `A request with the id ${JSON.stringify(id)}: ${described(answered)}`,
        );
      }
      play.finish();
    },
  },
  {
    name: 'general/arrays-and-ids-of-version-2',
    about: 'Sends arrays, and requests whose ids version 2 does not allow.',
    versions: [2],
    decides: ['GEN-12b', 'GEN-14'],
    // Its answer to an array would be a POST of an array, which Streamable HTTP does not have.
    needs: ({ over }) => (over === 'http' ? 'Streamable HTTP has no arrays.' : undefined),
    run: async (stage) => {
      const play = await stage.prompted();
      const empty = await sending(play, []);
      stage.check('GEN-12b', isOneError(empty, invalidRequest), `An empty array: ${described(empty)}`);
      const batch = await sending(play, [request('in-array'), notification, 1]);
      const [answer] = batch.replies ?? [];
      const isBatch =
        batch.replies?.length === 1 &&
        Array.isArray(answer) &&
        answer.length === 2 &&
        answer.some((each) => fieldsOf(each)['id'] === 'in-array') &&
        answer.some((each) => codeOf(each) === invalidRequest && fieldsOf(each)['id'] === null);
      // A strict receiver refuses every array.
      stage.check('GEN-12b', isBatch || isOneError(batch, invalidRequest), described(batch));
      for (const id of [null, 1.5]) {
        const refused = await sending(play, request(id));
        stage.check('GEN-14', isOneError(refused, invalidRequest), `The id ${String(id)}: ${described(refused)}`);
      }
      play.finish();
    },
  },
];
