/** Permission: what the agent asks, what it reports while it waits, and what it does with the answer. */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import type { Outcome } from '../../../conversation/conversation.ts';
import { fieldsOf } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { happensSoon } from '../../happens-soon.ts';
import { allow, cancelled, optionsOf, requestPermission } from '../../permission-answers.ts';
import { statusesOf, toolCalls } from '../../tool-reports.ts';

/** Answers that allow nothing. */
const refusals: readonly (readonly [what: string, answer: Outcome])[] = [
  ['the outcome cancelled', cancelled],
  [
    'an option that was not offered',
    { result: { outcome: { outcome: 'selected', optionId: 'conformance-not-offered' } } },
  ],
  ['an unknown outcome', { result: { outcome: { outcome: '_conformance/approved' } } }],
];

const progress = new Set<unknown>(['agent_message_chunk', 'agent_message', 'tool_call_update']);

/** The scenarios about permission. */
export const permissionScenarios: readonly AgentScenario[] = [
  {
    name: 'permissions/question',
    about: 'Looks at a permission request and at what was reported with it, then allows.',
    versions: [1, 2],
    decides: ['PERM-06', 'PERM-11', 'TOOL-01'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const questions = stage.held(conversation, requestPermission);
      const work = stage.start(conversation, sessionId, 'write-file');
      const { params, respond } = await questions.next(work);
      await conversation.fence();
      const options = optionsOf(params);
      const { title } = params;
      stage.check(
        'PERM-06',
        typeof title === 'string' && options.length > 0,
        `A permission request has the title ${JSON.stringify(title)} and ${options.length} options.`,
      );
      const ids = options.map(({ optionId }) => optionId);
      stage.check('PERM-11', new Set(ids).size === ids.length, `The ids of the options are ${JSON.stringify(ids)}.`);
      const call = stage.dialect.toolCallIn(params);
      const { toolCallId } = call;
      const known = (id: string): boolean => toolCalls(conversation.updates(sessionId, [], work.since)).has(id);
      if (typeof toolCallId !== 'string')
        stage.notTested('TOOL-01', 'The permission request is not about a tool call.');
      else {
        const isReported =
          typeof call['title'] === 'string' || (await happensSoon(conversation, () => known(toolCallId)));
        stage.check('TOOL-01', isReported, 'The tool call that permission was asked for was not reported.');
      }
      respond(allow(params));
      await work.end();
    },
  },
  {
    name: 'permissions/state',
    about: 'Looks at the state of the session while the agent waits for permission, and after it was allowed.',
    versions: [2],
    decides: ['LIFE-06', 'LIFE-07'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const questions = stage.held(conversation, requestPermission);
      const work = stage.start(conversation, sessionId, 'write-file');
      const { params, respond } = await questions.next(work);
      const states = (since = work.since): readonly unknown[] =>
        conversation.updates(sessionId, ['state_update'], since).map(({ state }) => state);
      const isWaiting = await happensSoon(conversation, () => states().at(-1) === 'requires_action');
      const waiting = `The state was ${JSON.stringify(states().at(-1))} while the agent waited for permission.`;
      stage.check('LIFE-06', isWaiting, waiting);
      const since = conversation.log.length;
      respond(allow(params));
      await work.end();
      const later = conversation.updates(sessionId, [], since);
      if (!isWaiting || !later.some(({ sessionUpdate }) => progress.has(sessionUpdate)))
        stage.notTested('LIFE-07', 'The agent did not say that it waits, or reported no progress after the answer.');
      else
        stage.check(
          'LIFE-07',
          states(since).includes('running'),
          `The states after the answer were ${JSON.stringify(states(since))}, although the work went on.`,
        );
    },
  },
  {
    name: 'permissions/refusal',
    about: 'Answers permission requests with what does not allow anything, and looks whether the file is written.',
    versions: [1, 2],
    decides: ['PERM-05'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const questions = stage.held(conversation, requestPermission);
      for (const [number, [what, answer]] of refusals.entries()) {
        const work = stage.start(conversation, sessionId, 'write-file');
        const { params, respond } = await questions.next(work, number);
        const { toolCallId } = stage.dialect.toolCallIn(params);
        respond(answer);
        const { updates } = await work.end();
        const statuses = statusesOf(toolCalls(updates).get(String(toolCallId)) ?? []);
        const isDone = statuses.includes('completed') || existsSync(join(stage.folder, 'result.txt'));
        stage.check('PERM-05', !isDone, `The agent did what it had asked for after ${what}.`);
      }
    },
  },
  {
    name: 'permissions/command',
    about: 'Looks at the permission request for a command.',
    versions: [2],
    decides: ['PERM-09'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { since } = await stage.prompt(conversation, sessionId, 'run-command');
      const subjects = conversation
        .requests(requestPermission, since)
        .map(({ params }) => fieldsOf(fieldsOf(params)['subject']))
        .filter(({ type }) => type === 'command');
      if (subjects.length === 0) stage.notTested('PERM-09', 'The agent asked for permission to run no command.');
      for (const { command, cwd } of subjects) {
        const isRight = typeof command === 'string' && typeof cwd === 'string' && isAbsolute(cwd);
        const found = `Permission was asked for the command ${JSON.stringify(command)} in ${JSON.stringify(cwd)}.`;
        stage.check('PERM-09', isRight, found);
      }
    },
  },
];
