/** Injected messages: what is offered about them, and what happens to them in an idle session and in a busy one. */
import { PeerSilent, Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, type Reply } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { InjectedMessages, injectOffer, isRest, needsMode } from '../../injected-messages.ts';
import { startWaiting } from '../../start-waiting.ts';

const precondition = -32_010;
const notFound = -32_002;
const methodNotFound = -32_601;

const describe = ({ error, result }: Reply): string =>
  error === undefined ? `the result ${JSON.stringify(result)}` : `the error ${JSON.stringify(error)}`;

const isError = ({ error }: Reply, code: number, reason: string): boolean =>
  error?.code === code && fieldsOf(error.data)['reason'] === reason;

/** Content that needs a capability, by the name of the capability. */
const optional = {
  image: { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  audio: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  embeddedContext: { type: 'resource', resource: { uri: 'file:///conformance.txt', text: 'hello' } },
} as const;

const unknown = { type: '_conformance/hologram', beams: 3 };

/** The scenarios about injected messages. */
export const injectScenarios: readonly AgentScenario[] = [
  {
    name: 'inject/offer',
    about: 'Looks at what the agent offers about injected messages, and asks for what it does not offer.',
    versions: [2],
    decides: ['INJ-02', 'INJ-20', 'INJ-23'],
    needs: (agent) => (agent.offersInSession('inject') ? undefined : 'It does not offer session/inject.'),
    run: async (stage) => {
      const { modes, steerInStream } = injectOffer(stage.agent);
      const isSteered = modes.includes('steer');
      const ways = Array.isArray(steerInStream) ? steerInStream.length : 0;
      const isRight =
        modes.length > 0 && (isSteered ? ways > 0 : steerInStream === undefined || steerInStream === null);
      const offer = JSON.stringify(stage.agent.session['inject']);
      stage.check('INJ-02', isRight, `The capability inject is ${offer}.`);
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      const missing = ['_conformance/later', 'queue', 'steer'].filter((mode) => !modes.includes(mode));
      for (const mode of missing) {
        const reply = await messages.inject(mode, messages.content(mode));
        const found = `A message in the mode ${mode}, which is not offered, got ${describe(reply)}.`;
        stage.check('INJ-20', reply.error !== undefined, found);
      }
      if (!modes.includes('queue')) {
        stage.notTested('INJ-23', 'It does not offer the mode queue of session/inject.');
        return;
      }
      const refused = Object.entries(optional).filter(([name]) => !stage.agent.offersInSession(`prompt.${name}`));
      for (const [name, block] of [...refused, ['a block of an unknown type', unknown] as const]) {
        const reply = await messages.inject('queue', [...messages.content('content'), block]);
        const found = `A message with ${name}, which prompts may not have, got ${describe(reply)}.`;
        stage.check('INJ-23', reply.error !== undefined, found);
      }
    },
  },
  {
    name: 'inject/idle-session',
    about: 'Injects messages while the agent does nothing, and takes back what was delivered and what never was.',
    versions: [2],
    decides: ['INJ-03', 'INJ-04', 'INJ-07', 'INJ-08', 'INJ-11', 'INJ-12'],
    needs: needsMode('queue'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      const { modes, canReplace } = injectOffer(stage.agent);
      const takeBack = async (id: string): Promise<readonly Reply[]> => [
        await messages.revoke(id),
        ...(canReplace ? [await messages.replace(id, 'again')] : []),
      ];
      for (const reply of await takeBack('conformance-unknown'))
        stage.check('INJ-12', isError(reply, notFound, 'unknown_message_id'), `An unknown id got ${describe(reply)}.`);
      if (modes.includes('steer')) {
        const reply = await messages.inject('steer', messages.content('steer'));
        const found = `Steering a session without work got ${describe(reply)}.`;
        stage.check('INJ-07', isError(reply, precondition, 'no_running_turn'), found);
      } else stage.notOffered('INJ-07', 'It does not offer the mode steer of session/inject.');
      const messageId = await checkDelivery(stage, messages);
      for (const reply of await takeBack(messageId)) {
        const isRight = isError(reply, precondition, 'already_delivered');
        const { messageId: named } = fieldsOf(reply.error?.data);
        stage.check('INJ-11', isRight && named === messageId, `A delivered message got ${describe(reply)}.`);
      }
    },
  },
  {
    name: 'inject/waiting',
    about: 'Injects messages while the agent works, takes some back, and cancels the work.',
    versions: [2],
    decides: ['INJ-03', 'INJ-05', 'INJ-09', 'INJ-10', 'INJ-16', 'INJ-18', 'INJ-21', 'INJ-22'],
    needs: needsMode('queue'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      await startWaiting(stage, conversation, messages.sessionId);
      const first = await answeredEarly(stage, messages);
      const revoked = await messages.accepted('queue', 'revoked');
      const second = await messages.accepted('queue', 'second');
      const third = messages.begin('queue', messages.content('third'));
      const { result } = await conversation.reply(third, 'session/inject was not answered');
      conversation.notify('$/cancel_request', { requestId: third });
      for (const time of ['', ' again']) {
        const reply = await messages.revoke(revoked);
        const isMissing = reply.error?.code === methodNotFound;
        stage.check('INJ-09', !isMissing, `session/revoke_inject got ${describe(reply)}.`);
        // Without the method nothing can be taken back.
        if (isMissing) throw new Unreachable('It has no session/revoke_inject.');
        const found = `Taking a waiting message back${time} got ${describe(reply)}.`;
        stage.check('INJ-10', reply.error === undefined, found);
      }
      await conversation.fence();
      const all = [first, second, String(fieldsOf(result)['messageId'])];
      const isEarly = all.some((id) => messages.place(id) !== -1);
      stage.check('INJ-05', !isEarly, 'A queued message was delivered while the agent worked.');
      const canSteer = injectOffer(stage.agent).modes.includes('steer');
      const steers = canSteer ? [await messages.accepted('steer', 'steer')] : [];
      conversation.notify('session/cancel', { sessionId: messages.sessionId });
      await settled(messages, [...steers, ...all]);
      await conversation.fence();
      const isLost = steers.some((id) => messages.place(id) === -1);
      for (const rule of ['INJ-16', 'INJ-21'])
        stage.check(rule, !isLost, 'A steering message was not delivered after session/cancel.');
      checkOrder(stage, messages, { all, revoked });
    },
  },
  {
    name: 'inject/replacement',
    about: 'Replaces the content of a message that waits, or tries to where that is not offered.',
    versions: [2],
    decides: ['INJ-13', 'INJ-15'],
    needs: (agent) =>
      needsMode('queue')(agent) ??
      (injectOffer(agent).canReplace ? undefined : 'It does not offer session/replace_inject.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      await startWaiting(stage, conversation, messages.sessionId);
      const first = await messages.accepted('queue', 'old');
      const second = await messages.accepted('queue', 'second');
      const reply = await messages.replace(first, 'new');
      const { messageId } = fieldsOf(reply.result);
      stage.check('INJ-13', messageId === first, `Replacing the message ${first} got ${describe(reply)}.`);
      conversation.notify('session/cancel', { sessionId: messages.sessionId });
      await messages.settle([first, second], 3);
      const words = messages.words(first);
      const isOld = words.includes('marker-old');
      if (reply.error === undefined)
        stage.check('INJ-15', !isOld, `The message was replaced, and was delivered as ${words}.`);
      const isInOrder = messages.place(first) !== -1 && messages.place(first) < messages.place(second);
      stage.check('INJ-13', isInOrder, 'A message that was replaced lost its place.');
      stage.check('INJ-13', words.includes('marker-new') || isOld, `The new message was delivered as ${words}.`);
    },
  },
  {
    name: 'inject/no-replacement',
    about: 'Replaces a message that waits although the agent does not offer that.',
    versions: [2],
    decides: ['INJ-14'],
    needs: (agent) =>
      needsMode('queue')(agent) ?? (injectOffer(agent).canReplace ? 'It offers session/replace_inject.' : undefined),
    run: async (stage) => {
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      await startWaiting(stage, conversation, messages.sessionId);
      const reply = await messages.replace(await messages.accepted('queue', 'first'), 'new');
      const isRight = reply.error?.code === methodNotFound || isError(reply, precondition, 'replace_not_supported');
      stage.check('INJ-14', isRight, `Replacing a message got ${describe(reply)}.`);
      conversation.notify('session/cancel', { sessionId: messages.sessionId });
    },
  },
];

/** Queues the first message; it is answered although the agent works. */
async function answeredEarly(stage: AgentStage, messages: InjectedMessages): Promise<string> {
  try {
    const first = await messages.accepted('queue', 'first');
    stage.check('INJ-03', true, '');
    return first;
  } catch (failure) {
    if (failure instanceof PeerSilent) stage.check('INJ-03', false, 'session/inject was not answered while work ran.');
    throw failure;
  }
}

/** Queues a message in an idle session, and returns its id when its work is over. */
async function checkDelivery(stage: AgentStage, messages: InjectedMessages): Promise<string> {
  const reply = await messages.inject('queue', messages.content('go'));
  const messageId = String(fieldsOf(reply.result)['messageId']);
  try {
    await messages.settle([messageId], 1);
  } catch (failure) {
    if (!(failure instanceof PeerSilent)) throw failure;
  }
  const delivered = messages.deliveriesOf('go');
  const [watched] = stage.watched;
  const before = watched?.conversation.log.slice(watched.since, reply.index) ?? [];
  const isEarly = before.some(({ text, from }) => from === 'peer' && text.includes('marker-go'));
  stage.check('INJ-03', !isEarly, 'The message was delivered before session/inject was answered.');
  const isStarted = delivered.length > 0 && messages.updates().some(({ state }) => state === 'running');
  stage.check('INJ-08', isStarted, 'A message that was queued in an idle session started no work.');
  const ids = delivered.map((update) => update['messageId']);
  const found = `The message ${messageId} was delivered with the ids ${JSON.stringify(ids)}.`;
  if (delivered.length === 0) stage.notTested('INJ-04', 'The message was not delivered.');
  else
    stage.check(
      'INJ-04',
      ids.every((id) => id === messageId),
      found,
    );
  return messageId;
}

/** Waits for the messages; silence shows in what is checked afterwards. */
async function settled(messages: InjectedMessages, all: readonly string[]): Promise<void> {
  try {
    await messages.settle(all, all.length + 1);
  } catch (failure) {
    if (!(failure instanceof PeerSilent)) throw failure;
    if (messages.rests === 0) throw failure;
  }
}

/** All messages came after the work, in order, except the one that was taken back. */
function checkOrder(
  stage: AgentStage,
  messages: InjectedMessages,
  { all, revoked }: { readonly all: readonly string[]; readonly revoked: string },
): void {
  const places = all.map((id) => messages.place(id));
  const [first = -1, second = -1, third = -1] = places;
  const rest = messages.updates().findIndex(isRest);
  const markers = ['first', 'second', 'third'].map((marker) => messages.deliveriesOf(marker)[0]?.['messageId']);
  const isInOrder = first < second && markers[0] === all[0] && markers[1] === all[1];
  for (const rule of ['INJ-16', 'INJ-21'])
    stage.check(rule, first !== -1 && second !== -1, 'A message that waited was not delivered after session/cancel.');
  if (first !== -1 && second !== -1) {
    stage.check(
      'INJ-05',
      isInOrder && rest !== -1 && rest < first,
      'Queued messages were not delivered in order after the work.',
    );
    stage.check('INJ-18', isInOrder, 'The messages were delivered in another order than they were sent.');
  }
  // Where others are lost too, the cancellation of the third is not why.
  if (first === -1 || second === -1) stage.notTested('INJ-22', 'Messages that waited were not delivered.');
  else
    stage.check('INJ-22', third !== -1, 'A $/cancel_request after the response kept a message from being delivered.');
  const isBack = messages.place(revoked) !== -1 || messages.deliveriesOf('revoked').length > 0;
  stage.check('INJ-10', !isBack, 'A message that was taken back was delivered.');
}
