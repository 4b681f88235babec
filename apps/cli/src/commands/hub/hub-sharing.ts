/** Who may use a session of a hub: its invitations, and its members. */
import { invitationLink } from '@acp-stack/hub';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { hubUrl } from '../../connect/hub-server.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { shownTime } from '../../text/shown-time.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { ask, sessionIdOf, withHub, type HubClientFlags, type HubCommand } from './hub-client.ts';

export interface InviteFlags extends HubClientFlags {
  readonly role: 'controller' | 'observer';
  /** Milliseconds. */
  readonly expires: number;
  readonly uses: number;
  readonly address?: string;
  readonly format: 'text' | 'json';
}

export interface SharingListFlags extends HubClientFlags {
  readonly format: 'text' | 'json';
}

export interface MemberFlags extends HubClientFlags {
  readonly role?: 'owner' | 'controller' | 'observer';
  readonly remove?: boolean;
}

/** Milliseconds. */
const longestExpiry = 90 * 24 * 60 * 60 * 1000;

/** A command about one session, by its id or the beginning of it. */
interface SessionCommand<Flags> extends HubCommand<Flags> {
  readonly session: string;
}

/** Prints a link with which another user can attach to a session. */
export async function inviteToSession(command: SessionCommand<InviteFlags>, terminal: Terminal): Promise<number> {
  const { role, expires: expiresIn, uses, address, format } = command.flags;
  if (expiresIn <= 0 || expiresIn > longestExpiry) throw new UsageError('--expires must be from 1s to 90d');
  const shownUrl = address === undefined ? undefined : hubUrl(address);
  if (!Number.isInteger(uses) || uses < 1) throw new UsageError('--uses must be a number greater than 0');
  return withHub(command, terminal, async (run) => {
    const sessionId = await sessionIdOf(run, command.session);
    const { secret, invitation } = await ask(run, 'invite', { sessionId, role, expiresIn, uses });
    if (typeof secret !== 'string') throw new CommandError(exitCodes.failed, 'the hub has made no invitation');
    const link = invitationLink(shownUrl ?? run.server.name, secret);
    if (format === 'json') await terminal.stdout.writeJson(JSON.stringify({ link, ...Object(invitation) }));
    else {
      await terminal.stdout.write(`${link}\n`);
      await terminal.stderr.tryWrite(
        `acp hub: all who have this link can ${role === 'observer' ? 'watch' : 'work in'} the session; acp attach uses it\n` +
          `acp hub: without an account, all who have it are one guest; ${accounts(uses)} may become ${uses === 1 ? 'a member' : 'members'}\n`,
      );
    }
    return 0;
  });
}

/** Lists the invitations of a session, also those that are over; their secrets are not stored. */
export async function listInvitations(command: SessionCommand<SharingListFlags>, terminal: Terminal): Promise<number> {
  return withHub(command, terminal, async (run) => {
    const sessionId = await sessionIdOf(run, command.session);
    const { invitations } = await ask(run, 'invitations', { sessionId });
    const found = Array.isArray(invitations) ? invitations.filter(isJsonObject) : [];
    if (command.flags.format === 'json') {
      await terminal.stdout.writeJson(JSON.stringify(found, undefined, 2));
      return 0;
    }
    if (found.length === 0) await terminal.stderr.tryWrite('no invitations; acp hub invite makes one\n');
    await writeRows(
      found.map((each) => [text(each['id']), text(each['role']), stateOf(each, terminal.now()), usesOf(each)]),
      terminal,
    );
    return 0;
  });
}

function stateOf({ isRevoked, expiresAt }: JsonObject, now: number): string {
  if (isRevoked === true) return 'revoked';
  const at = shownTime(typeof expiresAt === 'number' ? new Date(expiresAt).toISOString() : undefined);
  return typeof expiresAt === 'number' && expiresAt <= now ? `expired ${at}` : `until ${at}`;
}

function usesOf({ uses, usedBy }: JsonObject): string {
  const names = Array.isArray(usedBy) ? usedBy.map(text) : [];
  return `used ${names.length} of ${typeof uses === 'number' ? uses : 1}${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
}

/** Ends an invitation of a session, and the access of the guests that use it. */
export async function revokeInvitation(
  command: SessionCommand<HubClientFlags> & { readonly invitation: string },
  terminal: Terminal,
): Promise<number> {
  return withHub(command, terminal, async (run) => {
    const sessionId = await sessionIdOf(run, command.session);
    const invitation = invitationIdOf(await ask(run, 'invitations', { sessionId }), command);
    await ask(run, 'revokeInvitation', { sessionId, invitation });
    await terminal.stderr.tryWrite(
      `acp hub: revoked the invitation ${inOneLine(invitation)}; its guests have no access any more, ` +
        'members with an account stay (acp hub member … --remove)\n',
    );
    return 0;
  });
}

function invitationIdOf(
  { invitations }: JsonObject,
  { invitation, session }: { readonly invitation: string; readonly session: string },
): string {
  const ids = Array.isArray(invitations) ? invitations.map((each) => text(Object(each)['id'])) : [];
  const [first, ...others] = ids.filter((id) => id.startsWith(invitation));
  if (first === undefined || invitation === '')
    throw new UsageError(`the session has no invitation ${invitation}; acp hub invitations ${session} lists them`);
  if (others.length > 0) throw new UsageError(`several invitations begin with ${invitation}; give more of the id`);
  return first;
}

/** Lists who may use a session, and in which role. */
export async function listMembers(command: SessionCommand<SharingListFlags>, terminal: Terminal): Promise<number> {
  return withHub(command, terminal, async (run) => {
    const sessionId = await sessionIdOf(run, command.session);
    const { members } = await ask(run, 'members', { sessionId });
    const found = isJsonObject(members) ? members : {};
    if (command.flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(found, undefined, 2));
    else
      await writeRows(
        Object.entries(found).map(([name, role]) => [inOneLine(name), text(role)]),
        terminal,
      );
    return 0;
  });
}

/** Gives a user a role in a session, or ends its membership. */
export async function changeMember(
  command: SessionCommand<MemberFlags> & { readonly name: string },
  terminal: Terminal,
): Promise<number> {
  const { session, name: principal, flags } = command;
  const { role, remove = false } = flags;
  if (remove === (role !== undefined)) throw new UsageError('say what to change: either --role or --remove');
  return withHub(command, terminal, async (run) => {
    const sessionId = await sessionIdOf(run, session);
    await (role === undefined
      ? ask(run, 'removeMember', { sessionId, principal })
      : ask(run, 'setMember', { sessionId, principal, role }));
    await terminal.stderr.tryWrite(
      role === undefined
        ? `acp hub: ${principal} has no access to the session any more\n`
        : `acp hub: ${principal} is ${role} of the session\n`,
    );
    return 0;
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? inOneLine(value) : '');

async function writeRows(rows: readonly (readonly string[])[], { stdout, env }: Terminal): Promise<void> {
  const { bold } = createPalette(stdout, env);
  const cells = rows.map((row) =>
    row.map((cell, index) => (index === 0 ? { text: cell, paint: bold } : { text: cell })),
  );
  const width = stdout.columns ?? 120;
  if (cells.length > 0) await stdout.write(`${layOut(cells, { width, indent: 0 }).join('\n')}\n`);
}

const accounts = (uses: number): string => `${uses} ${uses === 1 ? 'user' : 'users'} with an account`;
