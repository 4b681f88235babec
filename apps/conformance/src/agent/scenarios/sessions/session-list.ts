/** Lists of sessions, and sessions that are deleted. */
import { mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import type { Conversation } from '../../../conversation/conversation.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused } from '../../sessions/describe-reply.ts';
import { findListed, listedSession, listSessions, updatesBecauseOf } from '../../sessions/listed-sessions.ts';

const iso8601 = /^[+-]?\d{4,6}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u;

/** What is wrong with an entry of a list; undefined if nothing is. */
function mistakeIn({ sessionId, cwd, updatedAt }: Fields): string | undefined {
  if (typeof sessionId !== 'string') return `An entry has the sessionId ${JSON.stringify(sessionId)}.`;
  if (typeof cwd !== 'string' || !isAbsolute(cwd))
    return `The session ${sessionId} has the cwd ${JSON.stringify(cwd)}.`;
  if (updatedAt === undefined || updatedAt === null) return undefined;
  if (typeof updatedAt === 'string' && iso8601.test(updatedAt)) return undefined;
  return `The session ${sessionId} has the updatedAt ${JSON.stringify(updatedAt)}.`;
}

/** Lists a session that is closed, twice: nothing may come of it. */
async function checkUntouched(stage: AgentStage, conversation: Conversation, sessionId: string): Promise<void> {
  if (stage.agent.has('close')) await conversation.request('session/close', { sessionId });
  const statusOf = async (): Promise<unknown> =>
    stage.agent.has('status')
      ? fieldsOf((await conversation.request('session/status', { sessionId })).result)['status']
      : undefined;
  const before = await statusOf();
  await conversation.fence();
  const since = conversation.log.length;
  const listed = async (): Promise<Fields | undefined> => findListed(conversation, sessionId, { cwd: stage.folder });
  let [first, second] = [await listed(), await listed()];
  // What the agent stores after a prompt may arrive between the two; listing changes a session every time.
  if (JSON.stringify(first) !== JSON.stringify(second)) [first, second] = [second, await listed()];
  await conversation.fence();
  // So may a title that it makes up in the background, much later.
  const isSame = first?.['title'] !== second?.['title'] || JSON.stringify(first) === JSON.stringify(second);
  stage.check(
    'LIST-06',
    isSame,
    `The same session is listed as ${JSON.stringify(first)}, then as ${JSON.stringify(second)}.`,
  );
  if (!stage.agent.has('close')) return;
  const { length } = updatesBecauseOf(conversation, sessionId, since);
  stage.check('LIST-06', length === 0, `Listing a closed session caused ${length} updates of it.`);
  const after = await statusOf();
  stage.check(
    'LIST-06',
    before === after,
    `A session had the status ${JSON.stringify(before)}, then ${JSON.stringify(after)}.`,
  );
}

/** What the agent says of a title is what it lists. */
async function checkTitle(stage: AgentStage, conversation: Conversation, sessionId: string): Promise<void> {
  if (stage.agent.has('title'))
    await conversation.request('session/set_title', { sessionId, title: 'Conformance of lists' });
  else await stage.prompt(conversation, sessionId, 'say');
  await conversation.fence();
  const titles = conversation
    .updates(sessionId, ['session_info_update'])
    .filter((update) => 'title' in update)
    .map(({ title }) => title);
  if (titles.length === 0) return stage.notTested('LIST-08', 'The agent sent no session_info_update with a title.');
  const title = titles.at(-1) ?? undefined;
  const listed = (await findListed(conversation, sessionId, { cwd: stage.folder }))?.['title'] ?? undefined;
  return stage.check(
    'LIST-08',
    listed === title,
    `session_info_update told the title ${JSON.stringify(title)}, session/list ${JSON.stringify(listed)}.`,
  );
}

/** The scenarios about lists of sessions. */
export const sessionListScenarios: readonly AgentScenario[] = [
  {
    name: 'sessions/list',
    about: 'Lists the sessions of a folder before and after sessions were opened in it and below it.',
    versions: [1, 2],
    decides: ['LIST-02', 'LIST-04', 'LIST-05', 'LIST-06', 'LIST-07', 'LIST-08'],
    needs: (agent) => (agent.has('list') ? undefined : 'It does not offer session/list.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const cwd = stage.folder;
      const first = await conversation.request('session/list', { cwd });
      const wrong = await conversation.request('session/list', { cwd, cursor: 'conformance-not-a-cursor' });
      // An agent may refuse a folder in which no session can be opened either.
      if (first.error !== undefined) await listedSession(stage, conversation);
      const { sessions: none } = fieldsOf(first.result);
      stage.check(
        'LIST-02',
        Array.isArray(none) && none.length === 0,
        `The list of a folder without sessions has the sessions ${JSON.stringify(none)}.`,
      );
      stage.check('LIST-04', isRefused(wrong, invalidParams), `A cursor that does not exist ${describeReply(wrong)}.`);
      const below = join(cwd, 'below');
      mkdirSync(below);
      const sessionId = await listedSession(stage, conversation);
      const other = await listedSession(stage, conversation, { cwd: below });
      const listed = await listSessions(conversation, { cwd });
      const ids = listed.map((session) => session['sessionId']);
      stage.check(
        'LIST-05',
        ids.includes(sessionId) && !ids.includes(other),
        `The list of a folder has a session of another folder, or not its own: ${JSON.stringify(ids)}.`,
      );
      const mistakes = listed.flatMap((session) => mistakeIn(session) ?? []);
      stage.check('LIST-07', mistakes.length === 0, mistakes[0] ?? '');
      await checkTitle(stage, conversation, sessionId);
      await checkUntouched(stage, conversation, sessionId);
    },
  },
  {
    name: 'sessions/delete',
    about: 'Deletes a session, deletes it again, and deletes one that never was.',
    versions: [1, 2],
    decides: ['DEL-02', 'DEL-03'],
    needs: (agent) => (agent.has('delete') ? undefined : 'It does not offer session/delete.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = stage.agent.has('list')
        ? await listedSession(stage, conversation)
        : await stage.session(conversation);
      const first = await conversation.request('session/delete', { sessionId });
      if (stage.agent.has('list')) {
        const isListed = (await findListed(conversation, sessionId, { cwd: stage.folder })) !== undefined;
        stage.check('DEL-02', first.error === undefined && !isListed, 'A deleted session is still listed.');
      } else stage.notTested('DEL-02', 'It does not list sessions.');
      for (const id of [sessionId, 'conformance-unknown']) {
        const reply = await conversation.request('session/delete', { sessionId: id });
        stage.check(
          'DEL-03',
          reply.error === undefined,
          `Deleting a session that does not exist ${describeReply(reply)}.`,
        );
      }
    },
  },
];
