/** What `session/list` says of sessions. */
import type { Conversation } from '../../conversation/conversation.ts';
import { Unreachable } from '../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { AgentStage } from '../agent-stage.ts';

/** More pages than this are not read: one folder of a scenario has few sessions. */
const maxPages = 20;

/** The sessions in all pages of a list. */
export async function listSessions(conversation: Conversation, params: Fields): Promise<readonly Fields[]> {
  const sessions: Fields[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const reply = await conversation.request(
      'session/list',
      typeof cursor === 'string' ? { ...params, cursor } : params,
    );
    if (reply.error !== undefined) throw new Unreachable(`session/list was refused: ${reply.error.message}`);
    const result = fieldsOf(reply.result);
    if (Array.isArray(result['sessions'])) sessions.push(...result['sessions'].map(fieldsOf));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') break;
  }
  return sessions;
}

/** What a list says of one session; undefined if the session is not in it. */
export async function findListed(
  conversation: Conversation,
  sessionId: string,
  params: Fields,
): Promise<Fields | undefined> {
  return (await listSessions(conversation, params)).find((session) => session['sessionId'] === sessionId);
}

/** Opens a session that is listed: agents may list a session only after its first prompt. */
export async function listedSession(stage: AgentStage, conversation: Conversation, more: Fields = {}): Promise<string> {
  const sessionId = await stage.session(conversation, more);
  const cwd = more['cwd'] ?? stage.folder;
  if ((await findListed(conversation, sessionId, { cwd })) !== undefined) return sessionId;
  await stage.prompt(conversation, sessionId, 'say');
  if ((await findListed(conversation, sessionId, { cwd })) !== undefined) return sessionId;
  throw new Unreachable('session/list does not list a session after its first prompt.');
}

/** How many sessions are listed in the folder of the scenario; 0 if the agent lists none. */
export const countSessions = async (stage: AgentStage, conversation: Conversation): Promise<number> =>
  stage.agent.has('list') ? (await listSessions(conversation, { cwd: stage.folder })).length : 0;

/** The updates of a session since a place in the log, without those that an agent may send at any time by itself. */
export const updatesBecauseOf = (conversation: Conversation, sessionId: string, since: number): readonly Fields[] =>
  conversation
    .updates(sessionId, [], since)
    .filter(({ sessionUpdate }) => sessionUpdate !== 'session_info_update' && sessionUpdate !== 'usage_update');
