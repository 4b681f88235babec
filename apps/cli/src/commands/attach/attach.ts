/**
 * `acp attach`: shows a session of a hub, together with all other clients that are attached to it.
 *
 * In a terminal it is a chat in that session. Elsewhere, and with `--read-only`, it prints what happens and answers
 * nothing. Leaving changes nothing in the session: the agent goes on, and open questions stay open.
 */
import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { prepare, secondsOf, type Preparation } from '../../connect/run-with-agent.ts';
import type { HubServer } from '../../connect/hub-server.ts';
import type { ThemeFlags } from '../../command-line/wanted-theme.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hasAuthorization } from '../../token/bearer-token.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { follow } from './follow.ts';
import { parseInvitation, type Invitation } from './invitation-link.ts';

export interface AttachFlags extends DiagnosticFlags, ThemeFlags {
  readonly hub?: string | true;
  readonly header?: readonly string[];
  readonly tokenFile?: string;
  readonly readOnly?: boolean;
  readonly format: 'text' | 'json' | 'quiet';
  readonly screenReader?: boolean;
  readonly timeout?: number;
  readonly config?: string;
}

export interface AttachCommand {
  /** The id of a session, the beginning of it, an invitation link, or `-` for stdin. */
  readonly target: string;
  readonly flags: AttachFlags;
  readonly version: string;
}

export async function attach({ target, flags, version }: AttachCommand, terminal: Terminal): Promise<number> {
  const named = target === '-' ? await firstLine(terminal) : target;
  const invitation = parseInvitation(named);
  const { format: _, readOnly = false, screenReader, ...agentFlags } = flags;
  const hub = invitation?.url ?? flags.hub ?? true;
  if (invitation !== undefined && flags.hub !== undefined) {
    throw new UsageError('an invitation names its hub; omit --hub');
  }
  const invocation = { flags: { ...agentFlags, hub }, version };
  const prepared = await prepare(invocation, terminal);
  const { server, sessionId } =
    invitation === undefined
      ? { server: prepared.server, sessionId: named }
      : await invited(invitation, { ...prepared, server: prepared.server as HubServer }, version);
  const isPlainText = screenReader === true || terminal.env['ACP_SCREEN_READER'] === '1';
  const isInTerminal = terminal.stdin.isTTY === true && (terminal.stdout.isTerminal || isPlainText);
  if (readOnly || flags.format !== 'text' || !isInTerminal) {
    const timeout = secondsOf(agentFlags, terminal);
    return follow({ sessionId, format: flags.format, timeout, version }, { ...prepared, server });
  }
  const { chatWith } = await import('../chat/chat.ts');
  const chatFlags = { ...invocation.flags, resume: sessionId, ...(isPlainText ? { screenReader: true } : {}) };
  return chatWith({ ...invocation, flags: chatFlags, isAttach: true }, { ...prepared, server }, terminal);
}

/** The session of an invitation, and the hub with the credentials to use: those of the user, or the invitation. */
async function invited(
  { secret }: Invitation,
  prepared: Preparation & { readonly server: HubServer },
  version: string,
): Promise<{ readonly server: HubServer; readonly sessionId: string }> {
  const { server } = prepared;
  const hasAccount = hasAuthorization(server.headers);
  const headers = hasAccount ? server.headers : { ...server.headers, authorization: `Bearer ${secret}` };
  const guest = { ...server, headers, hub: { ...server.hub, isGuest: !hasAccount } };
  const sessionId = await acceptInvitation(hasAccount ? secret : undefined, { ...prepared, server: guest }, version);
  return { server: guest, sessionId };
}

/** The first line of stdin. */
async function firstLine({ stdin }: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.includes('\n') || text.length > maxLine) break;
  }
  const [line = ''] = text.split('\n', 1);
  if (line.trim() === '') throw new CommandError(exitCodes.noSession, 'stdin has no session and no invitation link');
  return line.trim();
}

const maxLine = 16 * 1024;
