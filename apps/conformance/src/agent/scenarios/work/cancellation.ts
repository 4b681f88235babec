/** Cancellation: of turns, of single requests, and of what there is nothing to cancel in. */
import { PeerSilent, Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isResponse, type Fields, type Reply } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { happensSoon } from '../../happens-soon.ts';
import { cancelled, requestPermission } from '../../permission-answers.ts';
import type { PromptRun } from '../../prompt-run.ts';
import { describeEnd } from '../../sessions/describe-reply.ts';

const requestCancelled = -32_800;
const cancelRequest = '$/cancel_request';
const ofTurn = ['agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan'];

/** The scenarios about cancellation. */
export const cancellationScenarios: readonly AgentScenario[] = [
  {
    name: 'cancellation/turn-of-version-1',
    about: 'Cancels a turn while the agent works, and looks at its response.',
    versions: [1],
    decides: ['CANCEL-04', 'CANCEL-05', 'CANCEL-07'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const work = stage.start(conversation, sessionId, 'wait');
      // A turn that is about to end anyway is not cancelled.
      if (await happensSoon(conversation, () => work.isOver())) return checkShortTurns(stage, await work.end());
      conversation.notify('session/cancel', { sessionId });
      try {
        const { reply, stopReason } = await work.end();
        stage.check('CANCEL-04', true, '');
        stage.check(
          'CANCEL-05',
          stopReason === 'cancelled',
          `The cancelled prompt was answered with ${describeEnd(reply)}.`,
        );
        await conversation.fence();
        const late = conversation.updates(sessionId, ofTurn, reply.index);
        stage.check('CANCEL-07', late.length === 0, `${late.length} updates came after the response.`);
      } catch (failure) {
        if (!(failure instanceof PeerSilent)) throw failure;
        stage.check('CANCEL-04', false, 'The agent goes on working after session/cancel.');
      }
    },
  },
  {
    name: 'cancellation/turn',
    about: 'Cancels a session while the agent works, and looks at how the work ends.',
    versions: [2],
    decides: ['CANCEL-04', 'CANCEL-06'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const work = stage.start(conversation, sessionId, 'wait');
      await conversation.until(
        () => conversation.updates(sessionId, ['state_update'], work.since).length > 0,
        'no state_update arrived after the prompt',
      );
      await conversation.fence();
      if (work.isOver()) throw new Unreachable('The agent does not go on working when it is asked to wait.');
      conversation.notify('session/cancel', { sessionId });
      try {
        const { stopReason } = await work.end();
        stage.check('CANCEL-04', true, '');
        const found = `Cancelled work ended with ${JSON.stringify(stopReason)}.`;
        stage.check('CANCEL-06', stopReason === 'cancelled', found);
      } catch (failure) {
        if (!(failure instanceof PeerSilent)) throw failure;
        stage.check('CANCEL-04', false, 'The agent goes on working after session/cancel.');
      }
    },
  },
  {
    name: 'cancellation/request-of-version-1',
    about: 'Takes a prompt back while the agent works on it, and then cancels the session.',
    versions: [1],
    decides: ['CANCEL-13'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const work = stage.start(conversation, sessionId, 'wait');
      await conversation.fence();
      if (work.isOver()) throw new Unreachable('The agent does not go on working when it is asked to wait.');
      conversation.notify(cancelRequest, { requestId: work.id });
      await conversation.fence();
      const isSupported = conversation.replyTo(work.id) !== undefined;
      if (!isSupported) conversation.notify('session/cancel', { sessionId });
      try {
        const { reply } = await work.end();
        const isRight = reply.error === undefined || reply.error.code === requestCancelled;
        if (isRight || isSupported)
          stage.check('CANCEL-13', isRight, `A cancelled request got the error ${reply.error?.code ?? ''}.`);
        else stage.notTested('CANCEL-13', 'It does not support $/cancel_request for prompts.');
      } catch (failure) {
        if (!(failure instanceof PeerSilent)) throw failure;
        stage.check('CANCEL-13', false, 'A cancelled request was not answered.');
      }
    },
  },
  {
    name: 'cancellation/nothing-to-cancel',
    about: 'Cancels sessions without work, requests that have their response, and requests that never were.',
    versions: [1, 2],
    decides: ['CANCEL-12', 'CANCEL-16', 'CANCEL-17'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      stage.needsUnknownRequests();
      const known = conversation.begin('_conformance/known', {});
      await conversation.reply(known);
      await conversation.fence();
      const since = conversation.log.length;
      const unknown = 'conformance-unknown';
      conversation.notify(cancelRequest, { requestId: known });
      conversation.notify(cancelRequest, { requestId: unknown });
      await conversation.fence();
      const answers = (id: unknown): number =>
        conversation.received(since).filter(({ value }) => isResponse(value) && value['id'] === id).length;
      stage.check('CANCEL-16', answers(known) === 0, 'A request that had its response got another one.');
      stage.check(
        'CANCEL-12',
        answers(unknown) + answers(null) === 0,
        'The cancellation of an unknown request was answered.',
      );
      conversation.notify('session/cancel', { sessionId });
      conversation.notify('session/cancel', { sessionId: unknown });
      await conversation.fence();
      const states = [sessionId, unknown].flatMap((id) => conversation.updates(id, ['state_update'], since));
      stage.check('CANCEL-17', answers(null) === 0, 'The cancellation of a session without work was answered.');
      stage.check('CANCEL-17', states.length === 0, 'The cancellation of a session without work changed its state.');
      const { stopReason } = await stage.prompt(conversation, sessionId, 'say');
      const found = `A prompt after the cancellation of a session without work ended with ${JSON.stringify(stopReason)}.`;
      stage.check('CANCEL-17', stopReason !== 'cancelled', found);
    },
  },
  {
    name: 'cancellation/open-question',
    about: 'Cancels a session while the agent waits for permission.',
    versions: [1, 2],
    decides: ['CANCEL-05', 'CANCEL-06', 'CANCEL-11', 'CANCEL-12', 'CANCEL-18'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const questions = stage.held(conversation, requestPermission);
      const work = stage.start(conversation, sessionId, 'write-file');
      const { id, respond } = await questions.next(work);
      const since = conversation.log.length;
      // The id is one of the agent's own requests: the suite cannot cancel it.
      conversation.notify(cancelRequest, { requestId: id });
      await conversation.fence();
      const isAnswered = conversation.received(since).some(({ value }) => isResponse(value) && value['id'] === id);
      stage.check('CANCEL-12', !isAnswered, "The cancellation of the agent's own request was answered.");
      conversation.notify('session/cancel', { sessionId });
      const takenBack = await happensSoon(conversation, () =>
        conversation.notifications(cancelRequest, since).some(({ params }) => fieldsOf(params)['requestId'] === id),
      );
      for (const rule of ['CANCEL-11', 'CANCEL-18'])
        stage.check(rule, takenBack, 'The permission request of the cancelled work was not cancelled.');
      respond(cancelled);
      const { stopReason } = await work.end();
      const found = `Work that was cancelled while it waited for permission ended with ${JSON.stringify(stopReason)}.`;
      for (const rule of ['CANCEL-05', 'CANCEL-06']) stage.check(rule, stopReason === 'cancelled', found);
    },
  },
  {
    name: 'cancellation/closed-session',
    about: 'Closes a session while a prompt is held, and looks at the response to that prompt.',
    versions: [2],
    decides: ['CANCEL-15'],
    needs: (agent) => (agent.has('close') ? undefined : 'It does not offer session/close.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const work = stage.start(conversation, sessionId, 'wait');
      await conversation.reply(work.id);
      const held = conversation.begin('session/prompt', { sessionId, prompt: stage.blocks('say') });
      await conversation.fence();
      if (conversation.replyTo(held) !== undefined) {
        stage.notTested('CANCEL-15', 'The agent does not hold prompts.');
        return;
      }
      await conversation.request('session/close', { sessionId });
      const { error } = await conversation.reply(held, 'a held prompt of a closed session was not answered');
      if (error === undefined) stage.notTested('CANCEL-15', 'The agent did not give the prompt up.');
      else
        stage.check(
          'CANCEL-15',
          error.code === requestCancelled,
          `A prompt that the agent gave up was answered with the error ${error.code}.`,
        );
    },
  },
];

/**
 * A turn that is cancelled at its first update says something about cancellation if it is at least so long by itself.
 */
const longTurn = 6;

/**
 * Cancels turns of an agent that soon ends them by itself, at their first update. A turn that has read the cancellation
 * and ends with less than half of the updates of `whole` was cut short by it; twice, because the length of a turn may
 * differ.
 */
async function checkShortTurns(stage: AgentStage, whole: PromptRun): Promise<void> {
  const conversation = await stage.shared();
  const { sessionId } = whole;
  const length = whole.updates.filter(({ sessionUpdate }) => ofTurn.includes(String(sessionUpdate))).length;
  const ends: Reply[] = [];
  for (const _ of ['first', 'second']) {
    const work = stage.start(conversation, sessionId, 'wait');
    const updates = (): readonly Fields[] => conversation.updates(sessionId, ofTurn, work.since);
    await conversation.until(() => updates().length > 0 || work.isOver(), 'no update arrived after the prompt');
    conversation.notify('session/cancel', { sessionId });
    await conversation.fence();
    const isEarly = work.isOver();
    const { reply } = await work.end();
    if (isEarly || length < longTurn || updates().length > length / 2)
      throw new Unreachable('The agent does not go on working when it is asked to wait.');
    ends.push(reply);
  }
  stage.seen('CANCEL-04');
  const found = `Turns that session/cancel cut short were answered with ${ends.map(describeEnd).join(' and ')}.`;
  stage.check(
    'CANCEL-05',
    ends.some(({ result }) => fieldsOf(result)['stopReason'] === 'cancelled'),
    found,
  );
}
