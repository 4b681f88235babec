/** Initialization: what comes before it, which version is chosen, and what the agent says of itself. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import { noVersion } from '../../../dialect/dialect.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, failureOf, invalidParams, invalidRequest, isRefused, shown } from './reactions.ts';

const unsupportedVersion = -32_022;

/** Values of protocolVersion that are no integer. */
const noVersions: readonly unknown[] = [undefined, null, 1.5, {}];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether the agent gives its name and its version. */
const hasInfo = (info: unknown): boolean => isFields(info) && isText(info['name']) && isText(info['version']);

/** Sends requests before `initialize`, and a notification; returns whether requests are refused because of that. */
async function beforeInitialize(stage: AgentStage, conversation: Conversation): Promise<boolean> {
  for (const method of ['session/new', 'session/list', stage.dialect.logout]) {
    const reply = await conversation.request(method, { cwd: stage.folder, mcpServers: [] });
    stage.check('INIT-13', isRefused(reply, invalidRequest), `${method} before initialize ${describeReply(reply)}.`);
  }
  const since = conversation.log.length;
  conversation.notify('session/cancel', { sessionId: 'conformance-unknown' });
  const early = await conversation.request('session/list', {});
  const answers = conversation.received(since).filter(({ value }) => fieldsOf(value)['id'] === null);
  stage.check(
    'INIT-13',
    answers.length === 0,
    `A notification before initialize was answered with ${shown(answers.map(({ value }) => value))}.`,
  );
  return isRefused(early, invalidRequest);
}

/** Sends `initialize` without a version, and looks whether that opened the connection. */
async function withoutVersion(stage: AgentStage, conversation: Conversation, isGuarded: boolean): Promise<void> {
  for (const protocolVersion of noVersions) {
    const name = `initialize with the version ${JSON.stringify(protocolVersion) ?? 'left out'}`;
    const reply = await conversation.request('initialize', { ...stage.dialect.initialize({}), protocolVersion });
    stage.check('INIT-12', isRefused(reply, invalidParams), `${name} ${describeReply(reply)}.`);
    if (reply.error === undefined) throw new Unreachable(`${name} succeeded, so that nothing more can be tried.`);
    // An agent that never asks for an initialize does not tell whether this one was taken.
    if (!isGuarded) continue;
    const early = await conversation.request('session/list', {});
    stage.check('INIT-12', isRefused(early, invalidRequest), `After ${name}, session/list ${describeReply(early)}.`);
  }
}

/** The scenarios about initialization. */
export const initializationScenarios: readonly AgentScenario[] = [
  {
    name: 'initialization/first-request',
    about: 'Sends other requests before initialize, then initialize without a version, then a right one.',
    versions: [1, 2],
    decides: ['INIT-02', 'INIT-12', 'INIT-13'],
    run: async (stage) => {
      const conversation = await stage.connection();
      const isGuarded = await beforeInitialize(stage, conversation);
      await withoutVersion(stage, conversation, isGuarded);
      const reply = await conversation.request('initialize', stage.dialect.initialize({}));
      stage.check('INIT-13', reply.error === undefined, `initialize after other requests ${describeReply(reply)}.`);
      if (reply.error !== undefined) return;
      const result = fieldsOf(reply.result);
      // What is wrong with the capabilities was noted by the check of all messages.
      const isAnswered = result['protocolVersion'] === stage.version;
      stage.check('INIT-02', isAnswered, `The result of initialize is ${shown([result])}.`);
    },
  },
  {
    name: 'initialization/version-1',
    about: 'Asks for a version that does not exist, with params that only it could read.',
    versions: [1],
    decides: ['INIT-03', 'INIT-05', 'INIT-15'],
    run: async (stage) => {
      const info = stage.dialect.infoIn(stage.agent.result);
      stage.check('INIT-03', hasInfo(info), `The agentInfo of the agent is ${JSON.stringify(info)}.`);
      const conversation = await stage.connection();
      const odd = { protocolVersion: noVersion, clientInfo: 'me', clientCapabilities: ['everything'] };
      const lenient = await conversation.request('initialize', odd);
      stage.check('INIT-15', lenient.error === undefined, `initialize with odd params ${describeReply(lenient)}.`);
      const asked = { ...stage.dialect.initialize({}), protocolVersion: noVersion };
      const reply = lenient.error === undefined ? lenient : await conversation.request('initialize', asked);
      const chosen = fieldsOf(reply.result)['protocolVersion'];
      stage.check(
        'INIT-05',
        reply.error === undefined && Number.isInteger(chosen) && Number(chosen) >= 1 && chosen !== noVersion,
        `Asked for version ${noVersion}, initialize ${describeReply(reply)} with the version ${JSON.stringify(chosen)}.`,
      );
    },
  },
  {
    name: 'initialization/version-2',
    about: 'Asks for versions that the agent may not have, then repeats initialize when it may and when it may not.',
    versions: [2],
    decides: ['INIT-06', 'INIT-14', 'INIT-15'],
    run: async (stage) => {
      await lowerVersion(stage, await stage.connection());
      const conversation = await stage.connection();
      const odd = { protocolVersion: noVersion, info: 'me', capabilities: ['everything'] };
      const lenient = await conversation.request('initialize', odd);
      stage.check('INIT-15', lenient.error === undefined, `initialize with odd params ${describeReply(lenient)}.`);
      const asked = { ...stage.dialect.initialize({}), protocolVersion: noVersion };
      const reply = await conversation.request('initialize', asked);
      const chosen = fieldsOf(reply.result)['protocolVersion'];
      stage.check(
        'INIT-06',
        reply.error === undefined && Number.isInteger(chosen) && Number(chosen) >= 2 && Number(chosen) < noVersion,
        `Asked for version ${noVersion}, initialize ${describeReply(reply)} with the version ${JSON.stringify(chosen)}.`,
      );
      await repeats(stage, conversation, asked);
    },
  },
  {
    name: 'initialization/names-and-markers',
    about: 'Sends initialize without a name, then with one, and looks at the name and the markers of the agent.',
    versions: [2],
    decides: ['INIT-04', 'INIT-21'],
    run: async (stage) => {
      const conversation = await stage.connection();
      const params = stage.dialect.initialize({});
      for (const info of [undefined, null, 'me', { name: 'me' }]) {
        const reply = await conversation.request('initialize', { ...params, info });
        const name = `initialize with the info ${JSON.stringify(info) ?? 'left out'}`;
        stage.check('INIT-04', isRefused(reply, invalidParams), `${name} ${describeReply(reply)}.`);
      }
      const result = await stage.initialize(conversation);
      stage.check('INIT-04', hasInfo(result['info']), `The info of the agent is ${JSON.stringify(result['info'])}.`);
      // A boolean where the schema has a marker was noted by the check of all messages.
      stage.seen('INIT-21');
    },
  },
  {
    name: 'initialization/any-capabilities',
    about: 'Connects with all capabilities, and with some that do not exist.',
    versions: [1, 2],
    decides: ['INIT-11'],
    run: async (stage) => {
      // Without any, it has answered before.
      for (const capabilities of [stage.dialect.everything, { unheardOf: { of: true }, _meta: { own: 1 } }]) {
        const conversation = await stage.connection();
        const reply = await conversation.request('initialize', stage.dialect.initialize(capabilities));
        const name = `initialize with the capabilities ${JSON.stringify(capabilities)}`;
        stage.check('INIT-11', reply.error === undefined, `${name} ${describeReply(reply)}.`);
        await conversation.close();
      }
    },
  },
];

/** Version 1 is chosen if the agent has it, and refused with what it has otherwise. */
async function lowerVersion(stage: AgentStage, conversation: Conversation): Promise<void> {
  const reply = await conversation.request('initialize', { ...stage.dialect.initialize({}), protocolVersion: 1 });
  const chosen = fieldsOf(reply.result)['protocolVersion'];
  const { requested, supported } = fieldsOf(reply.error?.data);
  const isRight =
    reply.error === undefined
      ? chosen === 1
      : isRefused(reply, unsupportedVersion) && requested === 1 && Array.isArray(supported);
  const found = reply.error === undefined ? `the version ${JSON.stringify(chosen)}` : shown([reply.error]);
  stage.check('INIT-06', isRight, `Asked for version 1, the agent answered with ${found}.`);
}

/** `initialize` may be repeated before other requests, but not with a lower version, and not later. */
async function repeats(stage: AgentStage, conversation: Conversation, params: Fields): Promise<void> {
  const again = await conversation.request('initialize', params);
  stage.check('INIT-14', again.error === undefined, `A second initialize ${describeReply(again)}.`);
  // The version that was chosen is at least 2, and a repeat must use it.
  const lower = await conversation.request('initialize', { ...params, protocolVersion: 1 });
  stage.check('INIT-14', isRefused(lower, invalidRequest), `A second initialize, lower, ${describeReply(lower)}.`);
  await conversation.fence();
  const late = await conversation.request('initialize', params);
  stage.check('INIT-14', isRefused(late, invalidRequest), `initialize after other requests ${describeReply(late)}.`);
  const failure = await failureOf(async () => {
    const { error } = await conversation.fence();
    stage.check(
      'INIT-14',
      error?.code !== invalidRequest,
      'After a refused initialize, the earlier one was forgotten.',
    );
  });
  if (failure !== undefined) stage.check('INIT-14', false, `After a refused initialize, ${failure}`);
}
