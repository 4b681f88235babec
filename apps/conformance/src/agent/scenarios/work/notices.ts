/** Notices, compactions and subagents. */
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { Behaviour } from '../../behaviour.ts';
import type { PromptRun } from '../../prompt-run.ts';

/** What a client of version 1 is only told if it offers to take it. */
const gates: readonly (readonly [rule: string, behaviour: Behaviour, kinds: RegExp])[] = [
  ['NOTICE-01', 'notify', /^notice$/u],
  ['COMP-01', 'compact', /^compaction_/u],
  ['SUB-03', 'delegate', /^(?:subagent_update|session_message(?:_chunk)?)$/u],
];

const ends = new Set<unknown>(['completed', 'failed', 'cancelled']);
const hasItems = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** What is wrong with the reports about one compaction, by the rule. */
function compactionFaults(reports: readonly Fields[]): Readonly<Record<'COMP-02' | 'COMP-03', string | undefined>> {
  const [first] = reports;
  const statuses = reports
    .filter(({ sessionUpdate }) => sessionUpdate === 'compaction_update')
    .map(({ status }) => status);
  const finals = statuses.filter((status) => ends.has(status));
  const lastUpdate = reports.findLastIndex(({ sessionUpdate }) => sessionUpdate === 'compaction_update');
  const isBegun =
    first?.['sessionUpdate'] === 'compaction_update' && !(finals.length > 0 && statuses[0] !== 'in_progress');
  const isEndedOnce = !statuses.includes('in_progress') || finals.length === 1;
  const wrong = reports.find(
    ({ status, summary, error }) =>
      (hasItems(summary) && status !== 'completed') || (error !== undefined && error !== null && status !== 'failed'),
  );
  const isLate = finals.length > 0 && lastUpdate !== reports.length - 1;
  return {
    'COMP-02': isBegun && isEndedOnce ? undefined : `The statuses of a compaction were ${JSON.stringify(statuses)}.`,
    'COMP-03':
      wrong === undefined && !isLate
        ? undefined
        : `A compaction reported ${JSON.stringify(wrong ?? 'a chunk after its end')}.`,
  };
}

type Stage = Parameters<AgentScenario['run']>[0];

/** Has something done in a session in which something was said before. */
async function runAfterTalk(
  stage: Stage,
  conversation: Awaited<ReturnType<Stage['shared']>>,
  behaviour: Behaviour,
): Promise<PromptRun> {
  const sessionId = await stage.session(conversation);
  await stage.prompt(conversation, sessionId, 'say');
  return stage.prompt(conversation, sessionId, behaviour);
}

/** The scenarios about notices, compactions and subagents. */
export const noticeScenarios: readonly AgentScenario[] = [
  {
    name: 'notices/not-offered',
    about: 'Has the agent report things of which the client did not say that it knows them.',
    versions: [1],
    decides: gates.map(([rule]) => rule),
    run: async (stage) => {
      const [plain, able] = [await stage.shared(), await stage.shared(stage.dialect.everything)];
      for (const [rule, behaviour, kinds] of gates) {
        const matching = (updates: readonly Fields[]): readonly Fields[] =>
          updates.filter(({ sessionUpdate }) => kinds.test(String(sessionUpdate)));
        const [untold, told] = [
          await runAfterTalk(stage, plain, behaviour),
          await runAfterTalk(stage, able, behaviour),
        ];
        const sent = matching(untold.updates);
        if (sent.length === 0 && matching(told.updates).length === 0)
          stage.notTested(rule, 'The agent does not report it even if the client offers to take it.');
        else
          stage.check(
            rule,
            sent.length === 0,
            `The agent sent ${String(sent[0]?.['sessionUpdate'])}, which the client did not offer to take.`,
          );
      }
    },
  },
  {
    name: 'notices/replay',
    about: 'Opens a session again in which a notice was shown.',
    versions: [1, 2],
    decides: ['NOTICE-02'],
    needs: (agent) =>
      agent.has('resume') || agent.has('load') ? undefined : 'It offers neither session/resume nor session/load.',
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const sessionId = await stage.session(conversation);
      const { updates } = await stage.prompt(conversation, sessionId, 'notify');
      const shown = updates.filter(({ sessionUpdate }) => sessionUpdate === 'notice').map(({ title }) => title);
      if (shown.length === 0) throw new Unreachable('The agent sent no notice.');
      const since = conversation.log.length;
      await stage.reopen(conversation, sessionId);
      await conversation.fence();
      const again = conversation.updates(sessionId, ['notice'], since).filter(({ title }) => shown.includes(title));
      stage.check('NOTICE-02', again.length === 0, 'A notice was shown again when the session was opened again.');
    },
  },
  {
    name: 'notices/compaction',
    about: 'Has the agent compact its context, and looks at what it reports about that.',
    versions: [1, 2],
    decides: ['COMP-02', 'COMP-03'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const sessionId = await stage.session(conversation);
      await stage.prompt(conversation, sessionId, 'say');
      const { updates } = await stage.prompt(conversation, sessionId, 'compact');
      const reports = updates.filter(({ sessionUpdate }) => String(sessionUpdate).startsWith('compaction_'));
      if (reports.length === 0) throw new Unreachable('The agent reported no compaction.');
      for (const id of new Set(reports.map(({ compactionId }) => compactionId))) {
        const faults = compactionFaults(reports.filter(({ compactionId }) => compactionId === id));
        for (const [rule, fault] of Object.entries(faults)) stage.check(rule, fault === undefined, fault ?? '');
      }
    },
  },
  {
    name: 'notices/subagents',
    about: 'Has the agent delegate something, and looks at what it reports about the subagent.',
    versions: [1, 2],
    decides: ['SUB-01'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const sessionId = await stage.session(conversation);
      const { since } = await stage.prompt(conversation, sessionId, 'delegate');
      await conversation.fence();
      const news = conversation
        .notifications('session/update', since)
        .map(({ params }) => fieldsOf(params))
        .map(({ sessionId: owner, update }): Fields => ({ owner, ...fieldsOf(update) }));
      const children = new Set(
        news.filter(({ sessionUpdate }) => sessionUpdate === 'subagent_update').map(({ sessionId: child }) => child),
      );
      if (children.size === 0) throw new Unreachable('The agent reported no subagent.');
      for (const child of children) {
        const first = news.find(
          ({ owner, sessionId: named, sessionUpdate }) =>
            owner === child || (sessionUpdate === 'subagent_update' && named === child),
        );
        const isRight = first?.['sessionUpdate'] === 'subagent_update' && first['owner'] === sessionId;
        stage.check('SUB-01', isRight, `The first message about a subagent is ${JSON.stringify(first)}.`);
      }
    },
  },
];
