/** Messages that are injected while the agent waits for the user, and what a replay has of injected messages. */
import type { Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { InjectedMessages, injectOffer, isDelivery, isRest, needsMode } from '../../injected-messages.ts';
import { allow, requestPermission } from '../../permission-answers.ts';
import { startWaiting } from '../../start-waiting.ts';
import { isFinal } from '../../tool-reports.ts';

const isSaid = ({ sessionUpdate }: Fields): boolean => /^agent_message(?:_chunk)?$/u.test(String(sessionUpdate));

const isState = ({ sessionUpdate }: Fields): boolean => sessionUpdate === 'state_update';

const isEndOfTool = (update: Fields): boolean =>
  String(update['sessionUpdate']).startsWith('tool_call') && isFinal(update);

/** Where something is among updates, after a place; -1 if it is not. */
const placeAfter = (updates: readonly Fields[], start: number, isWanted: (update: Fields) => boolean): number =>
  updates.findIndex((update, place) => place > start && isWanted(update));

/** The scenarios about steering, and about injected messages in a replay. */
export const injectSteeringScenarios: readonly AgentScenario[] = [
  {
    name: 'inject/permission',
    about: 'Injects messages while the agent waits for permission, then allows, and looks when they are delivered.',
    versions: [2],
    decides: ['INJ-06', 'INJ-17'],
    needs: (agent) => (agent.offersInSession('inject') ? undefined : 'It does not offer session/inject.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      const questions = stage.held(conversation, requestPermission);
      const work = stage.start(conversation, messages.sessionId, 'write-file');
      const { params, respond } = await questions.next(work);
      const all: string[] = [];
      for (const mode of ['steer', 'queue'])
        if (injectOffer(stage.agent).modes.includes(mode)) all.push(await messages.accepted(mode, mode));
      await conversation.fence();
      const isEarly = all.some((id) => messages.place(id) !== -1);
      stage.check('INJ-17', !isEarly, 'A message was delivered while the agent waited for permission.');
      const asked = messages.updates().length;
      respond(allow(params));
      await work.end();
      await messages.settle(all, all.length + 1);
      const isLost = all.some((id) => messages.place(id) === -1);
      stage.check('INJ-17', !isLost, 'A message that waited for the decision was not delivered after it.');
      if (needsMode('steer')(stage.agent) === undefined) checkSteer(stage, messages, { steer: all[0] ?? '', asked });
      else stage.notOffered('INJ-06', 'It does not offer the mode steer of session/inject.');
    },
  },
  {
    name: 'inject/question',
    about: 'Injects a message while the agent waits for the answer to a question.',
    versions: [2],
    decides: ['ELIC-16'],
    needs: needsMode('queue'),
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      const questions = stage.held(conversation, 'elicitation/create');
      const work = stage.start(conversation, messages.sessionId, 'ask-user');
      const { respond } = await questions.next(work);
      await conversation.fence();
      const before = messages.updates().length;
      const messageId = await messages.accepted('queue', 'answer');
      await conversation.fence();
      const state = messages.updates().slice(0, before).findLast(isState)?.['state'];
      const goesOn = messages
        .updates()
        .slice(before)
        .some(
          (update) => isSaid(update) || (isState(update) && state === 'requires_action' && update['state'] !== state),
        );
      stage.check('ELIC-16', !goesOn, 'The agent went on without an answer when a message was injected.');
      respond({ result: { action: 'decline' } });
      await messages.settle([messageId], 2);
    },
  },
  {
    name: 'inject/replay',
    about: 'Opens a session again while messages wait, and after they were delivered.',
    versions: [2],
    decides: ['INJ-19'],
    needs: needsMode('queue'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const messages = new InjectedMessages(stage, conversation, await stage.session(conversation));
      await startWaiting(stage, conversation, messages.sessionId);
      const waiting = await messages.accepted('queue', 'waiting');
      await messages.revoke(await messages.accepted('queue', 'revoked'));
      await stage.reopen(conversation, messages.sessionId);
      await conversation.fence();
      const early = ['waiting', 'revoked'].filter((marker) => messages.deliveriesOf(marker).length > 0);
      stage.check('INJ-19', early.length === 0, `The message that was ${early.join(' and ')} was replayed.`);
      conversation.notify('session/cancel', { sessionId: messages.sessionId });
      await messages.settle([waiting], messages.rests + 2);
      const since = conversation.log.length;
      await stage.reopen(conversation, messages.sessionId);
      await conversation.fence();
      const revoked = messages.deliveriesOf('revoked', since);
      stage.check('INJ-19', revoked.length === 0, 'A message that was taken back was replayed.');
      const replayed = messages.updates(since).filter((update) => update['messageId'] === waiting);
      if (messages.updates(since).some(isDelivery))
        stage.check('INJ-19', replayed.some(isDelivery), 'A message that was delivered was not replayed.');
      conversation.notify('session/cancel', { sessionId: messages.sessionId });
    },
  },
];

/** A steer is delivered before the agent goes on after its tool call; what comes after the work is too late. */
function checkSteer(
  stage: AgentStage,
  messages: InjectedMessages,
  { steer, asked }: { readonly steer: string; readonly asked: number },
): void {
  const updates = messages.updates();
  const rest = placeAfter(updates, asked - 1, isRest);
  const delivered = messages.place(steer);
  if (delivered !== -1 && delivered < rest) {
    stage.check('INJ-06', true, '');
    return;
  }
  const tool = placeAfter(updates, asked - 1, isEndOfTool);
  const said = tool === -1 ? -1 : placeAfter(updates, tool, isSaid);
  const found = 'The agent went on after a tool call, and delivered the steering message only after its work.';
  if (said !== -1 && said < rest) stage.check('INJ-06', false, found);
  else stage.notTested('INJ-06', 'The work ended with the tool call, so there was no point to deliver the message at.');
}
