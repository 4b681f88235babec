/** Every scenario for proxies, in the order in which they run. */
import { tmpdir } from 'node:os';

import { never } from '../../conversation/conversation.ts';
import { fieldsOf, isFields, isNotification, isResponse, type Fields } from '../../conversation/message.ts';
import { isMessage, isWellFormed, reusedIds } from '../../conversation/message-form.ts';
import type { ProxyScenario } from '../proxy-scenario.ts';
import { chainDialects } from '../chain-dialect.ts';
import { envelope, enveloped } from '../proxy-stage.ts';

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Whether two JSON values are equal, whatever the order of their fields. */
function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left))
    return Array.isArray(right) && left.length === right.length && left.every((each, at) => isSame(each, right[at]));
  if (!isFields(left) || !isFields(right)) return left === right;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => isSame(left[key], right[key]));
}

const carried: Fields = { sessionId: 'session-1', _meta: { trace: 'x' }, later: { deep: [1, null] } };
const failure = { code: -32_042, message: 'The gate is locked.', data: { gate: 'east' } };

/** Notifications of the agent that come before its answers. */
const updates = 20;

/** The scenarios for proxies. */
export const proxyScenarios: readonly ProxyScenario[] = [
  {
    name: 'chain/initialize',
    about: 'Initializes the proxy, and looks at what it says to its successor and in its answer.',
    versions: [1, 2],
    decides: ['PROXY-02', 'PROXY-03', 'PROXY-09', 'PROXY-13'],
    run: async (stage) => {
      const { dialect } = stage;
      const conversation = await stage.connection();
      const reply = await stage.initialize(conversation);
      const result = fieldsOf(reply.result);
      const [inner] = enveloped(conversation, 'initialize');
      const before = conversation.log.findIndex(({ from, text }) => from === 'peer' && text.includes(envelope));
      stage.check(
        'PROXY-03',
        inner !== undefined && before < reply.index,
        'It answered proxy/initialize before it had sent initialize to its successor.',
      );
      if (inner === undefined) return;
      const said = fieldsOf(fieldsOf(inner['params'])['params']);
      // A proxy that translates may speak another version behind it.
      const hasInfo = Object.values(chainDialects).some(({ infoIn }) => isFields(infoIn(said)));
      const isWhole = Number.isInteger(said['protocolVersion']) && hasInfo;
      stage.check(
        'PROXY-02',
        isWhole && result['protocolVersion'] === dialect.version,
        `It sent ${shown(said)} to its successor and answered with ${shown(result)}.`,
      );
      for (const rule of ['PROXY-09', 'PROXY-13'])
        stage.check(rule, dialect.offersMcp(result), `Its answer to proxy/initialize is ${shown(result)}.`);
    },
  },
  {
    name: 'chain/from-the-client',
    about: 'Sends messages that the proxy does not know from the client to the agent.',
    versions: [1, 2],
    decides: ['PROXY-04', 'PROXY-05', 'PROXY-07', 'EXT-06'],
    run: async (stage) => {
      const answer = { ...carried, done: true };
      const conversation = await stage.started({
        '_conformance/ask': () => ({ result: answer }),
        '_conformance/fail': () => ({ error: failure }),
      });
      const asked = await conversation.request('_conformance/ask', carried);
      const [inner] = enveloped(conversation, '_conformance/ask');
      const params = fieldsOf(inner?.['params'])['params'];
      stage.check('PROXY-07', isSame(params, carried), `It passed ${shown(carried)} on as ${shown(params)}.`);
      stage.check('EXT-06', isSame(fieldsOf(params)['_meta'], carried['_meta']), `It passed on ${shown(params)}.`);
      if (inner === undefined) return;
      stage.check('PROXY-05', isSame(asked.result, answer), `It returned ${shown(answer)} as ${shown(asked.result)}.`);
      const failed = await conversation.request('_conformance/fail', {});
      stage.check('PROXY-05', isSame(failed.error, failure), `It returned an error as ${shown(failed.error)}.`);
      conversation.notify('_conformance/note', carried);
      await conversation.fence();
      const [note] = enveloped(conversation, '_conformance/note');
      stage.check(
        'PROXY-04',
        'id' in inner && note !== undefined && !('id' in note),
        `It passed a request on as ${shown(inner)} and a notification as ${shown(note)}.`,
      );
    },
  },
  {
    name: 'chain/from-the-agent',
    about: 'Sends messages that the proxy does not know from the agent to the client.',
    versions: [1, 2],
    decides: ['PROXY-06', 'GEN-22'],
    run: async (stage) => {
      const sessionId = `from-the-agent-${stage.dialect.version}`;
      const conversation = await stage.started({ 'session/new': () => ({ result: { sessionId } }) });
      conversation.answer('_conformance/ask', () => ({ result: { yes: true } }));
      // A proxy may know the sessions that are open, and refuse what is about another.
      await conversation.request('session/new', { cwd: tmpdir(), mcpServers: [] });
      const reply = await conversation.request(envelope, {
        method: '_conformance/ask',
        params: { ...carried, sessionId },
      });
      stage.check(
        'PROXY-06',
        isSame(reply.result, { yes: true }),
        `A request of the agent was answered with ${shown(reply.error ?? reply.result)}.`,
      );
      const content = { type: '_drawing', drawing: { lines: [1, 2] } };
      const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content };
      conversation.notify(envelope, { method: 'session/update', params: { sessionId, update } });
      await conversation.fence();
      const [passed] = conversation.updates(sessionId);
      stage.check('GEN-22', isSame(passed?.['content'], content), `It passed on ${shown(passed)}.`);
    },
  },
  {
    name: 'chain/order',
    about: 'Sends requests at the same time that are answered in reverse, with updates before the last answer.',
    versions: [1, 2],
    decides: ['GEN-01', 'GEN-02', 'GEN-16', 'GEN-23'],
    run: async (stage) => {
      const held: (() => void)[] = [];
      const conversation = await stage.started({
        '_conformance/ask': (params) =>
          new Promise((resolve) => held.push(() => resolve({ result: { number: params['number'] } }))),
      });
      const asked = [1, 2, 3].map((number) => conversation.begin('_conformance/ask', { number }));
      await conversation.until(() => held.length === asked.length, 'The requests were not passed on');
      const reused = reusedIds(conversation);
      stage.check('GEN-16', reused.length === 0, `It used the id ${shown(reused[0])} again before its response.`);
      for (let count = 0; count < updates; count += 1)
        conversation.notify(envelope, { method: '_conformance/note', params: { count } });
      for (const answer of held.toReversed()) answer();
      const replies = await Promise.all(asked.map((id) => conversation.reply(id)));
      const notes = conversation.log.flatMap(({ from, value }, index) =>
        from === 'peer' && isNotification(value, '_conformance/note') ? [index] : [],
      );
      const isInOrder = notes.length === updates && replies.every(({ index }) => notes.every((note) => note < index));
      stage.check(
        'GEN-23',
        isInOrder,
        `It passed ${notes.length} of ${updates} notifications on before the responses.`,
      );
      const wrong = conversation.received().find((each) => !isMessage(each));
      stage.check('GEN-01', wrong === undefined, `It sent ${wrong?.text ?? ''}, which is no message.`);
      const responses = conversation.received().flatMap(({ value }) => (isResponse(value) ? [value] : []));
      const bad = responses.find((response) => !isWellFormed(response));
      stage.check('GEN-02', bad === undefined, `It answered with ${shown(bad)}.`);
    },
  },
  {
    name: 'chain/cancellation',
    about: 'Cancels a request of the client, and looks at how the proxy passes that on.',
    versions: [1, 2],
    decides: ['PROXY-08'],
    run: async (stage) => {
      const conversation = await stage.started({ '_conformance/wait': () => never });
      const id = conversation.begin('_conformance/wait', {});
      const hop = await conversation.until(
        () => enveloped(conversation, '_conformance/wait')[0]?.['id'],
        'The request was not passed on',
      );
      conversation.notify('$/cancel_request', { requestId: id });
      await conversation.fence();
      const forwarded = enveloped(conversation, '$/cancel_request');
      const own = conversation.notifications('$/cancel_request').map(({ params }) => fieldsOf(params)['requestId']);
      if (forwarded.length === 0 && own.length === 0) {
        stage.notTested('PROXY-08', 'It does not pass a cancellation on.');
        return;
      }
      stage.check(
        'PROXY-08',
        forwarded.length === 0 && own.every((requestId) => requestId === hop),
        forwarded.length > 0
          ? 'It passed $/cancel_request on in an envelope.'
          : `It cancelled ${shown(own)}, but its own request is ${shown(hop)}.`,
      );
    },
  },
];
