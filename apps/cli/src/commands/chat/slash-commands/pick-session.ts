/**
 * Lets the user choose a session of the agent to open.
 *
 * The agent may use files and run commands in the folder of a session, so a folder that only the agent has named is not
 * used before the user has agreed to it.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

import { CapabilityError, type ClientConnection } from '@acp-stack/sdk';
import type { SessionInfo } from '@acp-stack/schema/v2/unstable';

import { escapeLine } from '../../../text/escape-control-characters.ts';
import { homePath } from '../../../text/short-path.ts';
import { shownTime } from '../../../text/shown-time.ts';
import type { ListItem } from '../ui/questions.ts';
import type { SlashCommandParts } from './slash-command.ts';

/** The maximum number of sessions to list. */
const maxSessions = 1000;

export async function pickSession(parts: SlashCommandParts): Promise<void> {
  const { agent, conversation, ui } = parts;
  const { connection } = agent;
  const sessions: SessionInfo[] = [];
  for await (const session of connection.list()) {
    const isThis = session.sessionId === conversation.session?.id;
    if (!isThis || !conversation.isEmpty) sessions.push(session);
    if (sessions.length >= maxSessions) break;
  }
  const canFork = connection.supports('session.fork');
  const chosen = await ui.questions.choose({
    title: 'Sessions',
    canSearch: true,
    items: sessions.map((session) => sessionItem(session, conversation.session?.id)),
    actions: canFork ? { f: 'copies it' } : {},
  });
  if (chosen === undefined) return;
  const { sessionId } = chosen.value;
  const cwd = await agreedFolder(chosen.value, parts);
  if (cwd === undefined) return;
  await conversation.open({ kind: chosen.action === 'f' ? 'fork' : 'load', sessionId }, { cwd });
  ui.sessionOpened();
  conversation.reportFailure();
}

/** Opens the session with this id, or with the only id that begins so. */
export async function resumeSession(parts: SlashCommandParts, id: string): Promise<void> {
  const { agent, conversation, ui } = parts;
  const found = await sessionByPrefix(agent.connection, id);
  const cwd = found === undefined ? conversation.chosenFolder : await agreedFolder(found, parts);
  if (cwd === undefined) return;
  await conversation.open({ kind: 'load', sessionId: found?.sessionId ?? id }, { cwd });
  ui.sessionOpened();
  conversation.reportFailure();
}

/** Undefined if the agent does not list such a session, or lists none. */
async function sessionByPrefix(connection: ClientConnection, id: string): Promise<SessionInfo | undefined> {
  const found: SessionInfo[] = [];
  try {
    for await (const session of connection.list()) {
      if (session.sessionId === id) return session;
      if (session.sessionId.startsWith(id)) found.push(session);
    }
  } catch (error) {
    // An agent that cannot list its sessions may still know the whole id.
    if (error instanceof CapabilityError) return undefined;
    throw error;
  }
  if (found.length > 1) throw new Error(`${found.length} sessions begin with ${escapeLine(id)}; type more of the id.`);
  return found[0];
}

/** The folder to open a session in; undefined if the user does not want to open it. */
async function agreedFolder(
  { cwd }: SessionInfo,
  { conversation, ui }: SlashCommandParts,
): Promise<string | undefined> {
  const here = conversation.chosenFolder;
  if (isSameFolder(cwd, here) || cwd === conversation.session?.cwd) return cwd;
  const chosen = await ui.questions.choose({
    title: 'The agent says that this session belongs to another folder',
    canSearch: false,
    items: [
      { value: here, label: `Open it here, in ${escapeLine(homePath(here))}` },
      {
        value: cwd,
        label: `Open it there, in ${escapeLine(homePath(cwd))}`,
        description: 'where the agent may then read, change and run what it is allowed to',
      },
    ],
  });
  return chosen?.value;
}

function isSameFolder(left: string, right: string): boolean {
  return resolve(left) === resolve(right) || real(left) === real(right);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function sessionItem(session: SessionInfo, current: string | undefined): ListItem<SessionInfo> {
  const { title, updatedAt, cwd, sessionId } = session;
  const isOpen = sessionId === current;
  return {
    value: session,
    label: escapeLine(title ?? sessionId),
    description: escapeLine(`${shownTime(updatedAt)} ${homePath(cwd)}${isOpen ? ' (this one)' : ''}`),
  };
}
