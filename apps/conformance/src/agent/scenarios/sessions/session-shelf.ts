/** Copies, the archive, the status and the titles of sessions. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentFacts } from '../../agent-facts.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused, notFound } from '../../sessions/describe-reply.ts';
import { findListed, listedSession, listSessions, updatesBecauseOf } from '../../sessions/listed-sessions.ts';

const unknown = { sessionId: 'conformance-unknown' };

/** Sends a request twice; the second time it has to succeed too. */
async function twice(
  stage: AgentStage,
  conversation: Conversation,
  call: { readonly rule: string; readonly method: string; readonly sessionId: string },
): Promise<void> {
  const { rule, method, sessionId } = call;
  for (const time of ['first', 'second']) {
    const reply = await conversation.request(method, { sessionId });
    stage.check(rule, reply.error === undefined, `The ${time} ${method} of a session ${describeReply(reply)}.`);
  }
  const reply = await conversation.request(method, unknown);
  stage.check(rule, isRefused(reply, notFound), `${method} of an unknown session ${describeReply(reply)}.`);
}

/** Where the agent says how a session stands, it has to be saved and not open. */
async function checkSaved(
  stage: AgentStage,
  conversation: Conversation,
  call: { readonly rule: string; readonly sessionId: string; readonly after: string },
): Promise<void> {
  if (!stage.agent.has('status')) return;
  const { status } = fieldsOf((await conversation.request('session/status', { sessionId: call.sessionId })).result);
  stage.check(call.rule, status !== 'open', `A session is open after ${call.after}.`);
}

/** How many messages of the user a session has, by what is replayed of it. */
async function countPrompts(stage: AgentStage, conversation: Conversation, sessionId: string): Promise<number> {
  const since = conversation.log.length;
  await stage.reopen(conversation, sessionId);
  const chunks = conversation.updates(sessionId, ['user_message', 'user_message_chunk'], since);
  return JSON.stringify(chunks).split('conformance:').length - 1;
}

const needsList = (agent: AgentFacts): string | undefined =>
  agent.has('list') ? undefined : 'It does not offer session/list.';

const isListedIn = (sessions: readonly Fields[], sessionId: string): boolean =>
  sessions.some((session) => session['sessionId'] === sessionId);

/** The scenarios about what else can be done with a session. */
export const sessionShelfScenarios: readonly AgentScenario[] = [
  {
    name: 'sessions/fork',
    about: 'Copies a session, goes on in the copy, and looks whether the source has changed.',
    versions: [1, 2],
    decides: ['FORK-02'],
    needs: (agent) => (agent.has('fork') ? undefined : 'It does not offer session/fork.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      await stage.prompt(conversation, sessionId, 'say');
      const params = { sessionId, cwd: stage.folder, mcpServers: [] };
      const { result, error } = await conversation.request('session/fork', params);
      if (error !== undefined) return stage.notTested('FORK-02', `session/fork was refused: ${error.message}`);
      const copy = fieldsOf(result)['sessionId'];
      const isNew = typeof copy === 'string' && copy !== sessionId;
      stage.check('FORK-02', isNew, `The copy of ${sessionId} has the id ${JSON.stringify(copy)}.`);
      if (!isNew || !stage.dialect.canReplay(stage.agent.capabilities)) return undefined;
      await stage.prompt(conversation, copy, 'say');
      const count = await countPrompts(stage, conversation, sessionId);
      return stage.check('FORK-02', count <= 1, `The source has ${count} prompts after one in the copy.`);
    },
  },
  {
    name: 'sessions/archive',
    about: 'Archives a session and brings it back, and looks at the lists.',
    versions: [1, 2],
    decides: ['ARCH-01', 'ARCH-02', 'ARCH-03'],
    needs: (agent) => (agent.has('archive') ? needsList(agent) : 'It does not offer session/archive.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const cwd = stage.folder;
      const sessionId = await listedSession(stage, conversation);
      const kept = await listedSession(stage, conversation);

      await twice(stage, conversation, { rule: 'ARCH-01', method: 'session/archive', sessionId });
      const usual = await listSessions(conversation, { cwd });
      const isHidden = !isListedIn(usual, sessionId) && isListedIn(usual, kept);
      stage.check('ARCH-01', isHidden, 'The default list has an archived session, or lacks one that is not archived.');
      const archived = await listSessions(conversation, { cwd, archived: 'only' });
      stage.check('ARCH-01', isListedIn(archived, sessionId), 'The list of archived sessions lacks one.');
      await checkSaved(stage, conversation, { rule: 'ARCH-01', sessionId, after: 'it was archived' });

      const all = await listSessions(conversation, { cwd, archived: 'include' });
      const flags = all.map((session) => session['archived']);
      stage.check(
        'ARCH-03',
        flags.every((flag) => typeof flag === 'boolean') && flags.includes(true) && flags.includes(false),
        `The sessions of a list with archived ones have archived set to ${JSON.stringify(flags)}.`,
      );
      const wrong = await conversation.request('session/list', { cwd, archived: '_conformance' });
      stage.check('ARCH-03', isRefused(wrong, invalidParams), `A list with an unknown filter ${describeReply(wrong)}.`);

      await twice(stage, conversation, { rule: 'ARCH-02', method: 'session/unarchive', sessionId });
      const again = await findListed(conversation, sessionId, { cwd });
      stage.check('ARCH-02', again !== undefined, 'A session that was brought back from the archive is not listed.');
      await checkSaved(stage, conversation, { rule: 'ARCH-02', sessionId, after: 'it left the archive' });
    },
  },
  {
    name: 'sessions/status',
    about: 'Asks for the status of sessions that are open, closed and unknown.',
    versions: [1, 2],
    decides: ['STAT-01'],
    needs: (agent) => (agent.has('status') ? undefined : 'It does not offer session/status.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const statusOf = async (): Promise<unknown> =>
        fieldsOf((await conversation.request('session/status', { sessionId })).result)['status'];
      const open = await statusOf();
      stage.check('STAT-01', typeof open === 'string', `An open session has the status ${JSON.stringify(open)}.`);
      if (stage.agent.has('close')) {
        await conversation.request('session/close', { sessionId });
        await conversation.fence();
        const since = conversation.log.length;
        const statuses = [await statusOf(), await statusOf()];
        await conversation.fence();
        stage.check(
          'STAT-01',
          statuses[0] === statuses[1] && updatesBecauseOf(conversation, sessionId, since).length === 0,
          `A closed session has the statuses ${JSON.stringify(statuses)}, or asking for it caused updates.`,
        );
      }
      const reply = await conversation.request('session/status', unknown);
      stage.check(
        'STAT-01',
        isRefused(reply, notFound),
        `session/status of an unknown session ${describeReply(reply)}.`,
      );
    },
  },
  {
    name: 'sessions/title',
    about: 'Sets the title of a session, and looks at it in the list before and after a prompt.',
    versions: [1, 2],
    decides: ['TITLE-01'],
    needs: (agent) => (agent.has('title') ? needsList(agent) : 'It does not offer session/set_title.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const cwd = stage.folder;
      const sessionId = await listedSession(stage, conversation);
      const reply = await conversation.request('session/set_title', { sessionId, title: ' Repairs of the gate ' });
      const { title } = fieldsOf(reply.result);
      const isTitle = typeof title === 'string' && title !== '';
      stage.check(
        'TITLE-01',
        isTitle,
        `session/set_title ${describeReply(reply)}, with the title ${JSON.stringify(title)}.`,
      );
      const titleNow = async (): Promise<unknown> => (await findListed(conversation, sessionId, { cwd }))?.['title'];
      const listed = await titleNow();
      stage.check(
        'TITLE-01',
        listed === title,
        `The title ${JSON.stringify(title)} is listed as ${JSON.stringify(listed)}.`,
      );
      const empty = await conversation.request('session/set_title', { sessionId, title: '' });
      stage.check(
        'TITLE-01',
        isRefused(empty, invalidParams),
        `session/set_title with an empty title ${describeReply(empty)}.`,
      );
      const missing = await conversation.request('session/set_title', { ...unknown, title: 'Repairs' });
      stage.check(
        'TITLE-01',
        isRefused(missing, notFound),
        `session/set_title of an unknown session ${describeReply(missing)}.`,
      );
    },
  },
];
