/** JSON-RPC: what the messages of an agent look like, and how it answers what it does not know. */
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import { hasPaths } from '../../../check/paths-and-lines.ts';
import { eachField } from '../../../check/pointer.ts';
import { relativeFolder } from '../../../check/relative-folders.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { requestPermission } from '../../permission-answers.ts';
import { describeReply, failureOf, loginRequired, methodNotFound, reactionsTo, shown } from './reactions.ts';

/** Notes that a rule was seen to be kept, if there was something to see. */
const seenIf = (stage: AgentStage, rule: string, isThere: boolean, otherwise: string): void =>
  isThere ? stage.seen(rule) : stage.notTested(rule, otherwise);

/** Whether a field with this name is somewhere in these messages. */
function hasField(messages: readonly unknown[], name: string, at = /(?:)/u): boolean {
  let found = false;
  eachField(messages, (key, _, pointer) => {
    if (key === name && at.test(pointer)) found = true;
  });
  return found;
}

/** Updates that are what was said. */
const spoken = /^(?:user|agent)_(?:message|thought)/u;

/** The scenarios about JSON-RPC and the conventions of the protocol. */
export const jsonRpcScenarios: readonly AgentScenario[] = [
  {
    name: 'json-rpc/messages',
    about: 'Has a file read and another one written, and checks the shape of every message.',
    versions: [1, 2],
    decides: ['GEN-01', 'GEN-02', 'GEN-04', 'GEN-05', 'GEN-06', 'GEN-12c', 'GEN-21', 'INIT-08', 'EXT-01', 'EXT-02'],
    run: async (stage) => {
      const conversation = await stage.freshly();
      const sessionId = await stage.session(conversation);
      const anything = { _meta: { 'example.org/x': { deep: [null] }, '': 0 } };
      const reply = await conversation.request('session/new', { cwd: stage.folder, mcpServers: [], ...anything });
      const isTaken = reply.error === undefined || reply.error.code === loginRequired;
      stage.check('EXT-02', isTaken, `session/new with metadata ${describeReply(reply)}.`);
      await stage.prompt(conversation, sessionId, 'read-file');
      await stage.prompt(conversation, sessionId, 'write-file');
      await conversation.fence();
      // What is wrong with a message was noted by the check of all messages; here is what it had to look at.
      for (const rule of ['GEN-01', 'GEN-02', 'EXT-01']) stage.seen(rule);
      const received = conversation.received().map(({ value }) => value);
      const updates = conversation.updates(sessionId);
      seenIf(stage, 'GEN-04', hasPaths(received), 'The agent sent no path.');
      seenIf(stage, 'GEN-05', hasField(updates, 'line', /\/locations\//u), 'The agent sent no line.');
      const calls = updates.filter(({ toolCallId }) => toolCallId !== undefined);
      for (const rule of ['GEN-06', 'INIT-08'])
        seenIf(stage, rule, calls.length > 0, 'The agent reported no tool call.');
      seenIf(stage, 'GEN-12c', conversation.requests().length > 0, 'The agent sent no request.');
      seenIf(stage, 'GEN-21', hasField(calls, 'kind'), 'The agent reported no kind of tool call.');
    },
  },
  {
    name: 'json-rpc/unknown-methods',
    about: 'Calls methods that do not exist, and sends notifications that do not exist.',
    versions: [1, 2],
    decides: ['EXT-04', 'GEN-03', 'GEN-07', 'GEN-08'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const silent = await failureOf(async () => {
        await conversation.request('_conformance/unknown', { n: [1, null] });
        stage.seen('EXT-04');
      });
      if (silent !== undefined) stage.check('EXT-04', false, silent);
      const custom = silent === undefined ? ['_conformance/unknown'] : [];
      for (const method of ['conformance/unknown', 'session/conformance_unknown', ...custom]) {
        const unanswered = await failureOf(async () => {
          const reply = await conversation.request(method, {});
          stage.check('GEN-07', reply.error?.code === methodNotFound, `${method} ${describeReply(reply)}.`);
        });
        if (unanswered === undefined) continue;
        stage.check('GEN-07', false, unanswered);
        break;
      }
      const answers = await reactionsTo(conversation, () => {
        conversation.notify('session/cancel', { sessionId: 'conformance-unknown' });
        conversation.notify('session/cancel', { sessionId: 5 });
        conversation.notify('$/cancel_request', { requestId: 'conformance-unknown' });
      });
      stage.check('GEN-03', answers.length === 0, `Notifications were answered with ${shown(answers)}.`);
      const failure = await failureOf(async () => {
        const more = await reactionsTo(conversation, () => {
          conversation.notify('conformance/unknown', { n: 1 });
          conversation.notify('_conformance/unknown', {});
        });
        stage.check('GEN-03', more.length === 0, `Unknown notifications were answered with ${shown(more)}.`);
      });
      stage.check('GEN-08', failure === undefined, `After unknown notifications, ${failure ?? ''}`);
    },
  },
  {
    name: 'json-rpc/stray-responses',
    about: 'Sends responses to requests that the agent never sent.',
    versions: [1, 2],
    decides: ['GEN-13'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const failure = await failureOf(async () => {
        const answers = await reactionsTo(conversation, () => {
          conversation.send({ jsonrpc: '2.0', id: 'not-asked', result: {} });
          conversation.send({ jsonrpc: '2.0', id: 'not-asked', error: { code: 1, message: 'no' } });
          conversation.send({ jsonrpc: '2.0', id: 'not-asked', error: 'malformed' });
        });
        stage.check('GEN-13', answers.length === 0, `Stray responses were answered with ${shown(answers)}.`);
      });
      if (failure !== undefined) stage.check('GEN-13', false, `After stray responses, ${failure}`);
    },
  },
  {
    name: 'json-rpc/unknown-fields',
    about: 'Sends fields that the protocol does not define, and optional ones that are malformed.',
    versions: [1, 2],
    decides: ['GEN-17', 'GEN-18'],
    run: async (stage) => {
      const params = stage.dialect.initialize({});
      const malformed = Object.fromEntries(
        ['capabilities', 'clientCapabilities'].filter((key) => key in params).map((key) => [key, 'malformed']),
      );
      const lenient = await (await stage.connection()).request('initialize', { ...params, ...malformed });
      stage.check(
        'GEN-18',
        lenient.error === undefined,
        `initialize with malformed capabilities ${describeReply(lenient)}.`,
      );
      const conversation = await stage.connection();
      const surplus = await conversation.request('initialize', { ...params, surplus: { deep: [1] } });
      stage.check('GEN-17', surplus.error === undefined, `initialize with an unknown field ${describeReply(surplus)}.`);
      if (surplus.error !== undefined) await stage.initialize(conversation);
      const plain = await conversation.request('session/new', { cwd: stage.folder, mcpServers: [] });
      // A session that is refused anyway says nothing about its fields.
      if (plain.error !== undefined) return;
      for (const [rule, more] of oddFields) {
        const reply = await conversation.request('session/new', { cwd: stage.folder, mcpServers: [], ...more });
        const isTaken = reply.error === undefined || reply.error.code === loginRequired;
        stage.check(rule, isTaken, `session/new with ${JSON.stringify(more)} ${describeReply(reply)}.`);
      }
    },
  },
  {
    name: 'json-rpc/ids',
    about: 'Makes the agent ask two things at a time, and uses one of its ids for a request of the client.',
    versions: [1, 2],
    decides: ['GEN-16'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.freshly();
      const held = stage.held(conversation, requestPermission);
      const prompts = [];
      for (let number = 0; number < 2; number += 1)
        prompts.push(stage.start(conversation, await stage.session(conversation), 'write-file'));
      const over = Promise.all(prompts.map((prompt) => prompt.end()));
      over.catch(() => undefined);
      await Promise.race([conversation.until(() => conversation.requests().length > 1, 'nothing was asked'), over]);
      const [first] = conversation.requests();
      if (first === undefined || conversation.requests().length < 2) {
        stage.notTested('GEN-16', 'The agent did not ask two things at the same time.');
        return;
      }
      // The same id the other way round is another request.
      conversation.send({ jsonrpc: '2.0', id: first['id'], method: '_conformance/unknown', params: {} });
      const reply = await conversation.reply(
        first['id'],
        'a request with the id of a request of the agent was not answered',
      );
      stage.check('GEN-16', reply.error !== undefined, 'A request with the id of a request of the agent was mixed up.');
      void held;
    },
  },
  {
    name: 'json-rpc/order',
    about: 'Has a session replayed, and looks whether the messages come before the response.',
    versions: [1, 2],
    decides: ['GEN-23'],
    needs: (agent) =>
      agent.has('load') || agent.has('resume') ? undefined : 'It offers neither session/load nor session/resume.',
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      await stage.prompt(conversation, sessionId, 'say');
      const { method, params } = stage.dialect.reopen(stage.agent.has('load'));
      const since = conversation.log.length;
      const reply = await conversation.request(method, { sessionId, cwd: stage.folder, mcpServers: [], ...params });
      await conversation.fence();
      const replayed = conversation
        .updates(sessionId, [], since)
        .filter(({ sessionUpdate }) => spoken.test(String(sessionUpdate))).length;
      const late = conversation
        .updates(sessionId, [], reply.index)
        .filter(({ sessionUpdate }) => spoken.test(String(sessionUpdate))).length;
      if (replayed === 0) stage.notTested('GEN-23', `${method} ${describeReply(reply)}, and nothing was replayed.`);
      else stage.check('GEN-23', late === 0, `${late} replayed messages came after the response to ${method}.`);
    },
  },
  {
    name: 'json-rpc/credentials',
    about: 'Has session/new refused whose servers carry credentials, and looks for them in the error and on stderr.',
    versions: [1, 2],
    decides: ['GEN-24'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const notes = conversation.notes.length;
      let refusals = 0;
      for (const params of refusedParams) {
        const { error } = await conversation.request('session/new', params);
        if (error === undefined) continue;
        refusals += 1;
        stage.check(
          'GEN-24',
          !JSON.stringify(error).includes(secret),
          'The error repeats a credential of the request.',
        );
      }
      const isLogged = conversation.notes.slice(notes).some((note) => note.includes(secret));
      if (isLogged) stage.check('GEN-24', false, 'The agent wrote a credential of the request to its log.');
      if (refusals === 0) stage.notTested('GEN-24', 'The agent did not refuse session/new.');
    },
  },
];

const oddFields: readonly (readonly [rule: string, more: Fields])[] = [
  ['GEN-17', { surplus: { deep: [1] } }],
  ['GEN-18', { _meta: 'malformed' }],
];

const secret = 'conformance-secret-5f3a';
const headers = [{ name: 'Authorization', value: secret }];
const env = [{ name: 'TOKEN', value: secret }];
const program = { type: 'stdio', name: 'a', command: '/nonexistent/conformance', args: [], env };

const refusedParams: readonly Fields[] = [
  { cwd: relativeFolder, mcpServers: [{ type: 'http', name: 'a', url: 'https://example.org', headers }] },
  { cwd: relativeFolder, mcpServers: [program] },
  { cwd: 5, mcpServers: [{ ...fieldsOf(program), command: 7 }] },
];
