/** What a client is told when it opens a session, besides its past. */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type ResumeSessionResponse } from '@acp-stack/schema/v2/unstable';

import type { SessionSummary } from '../store/records.ts';
import type { Attachment } from './attachment.ts';
import type { SessionMoment } from './followed-session.ts';

/** The response that opens a session again. */
export const openedResponse = (
  attachment: Attachment,
  { opened, pending }: SessionMoment,
  summary: SessionSummary,
): ResumeSessionResponse => ({ ...opened, ...attachment.openedMeta(pending, aboutSession(summary)) });

/** What clients that know of the hub are told when they open a session. */
export const aboutSession = ({ agent, owner, lacksHistory }: SessionSummary): object => ({
  agent,
  owner,
  ...(lacksHistory ? { lacksHistory } : {}),
});

/** The session exists, and is not open on the connection. */
export const notOpen = (sessionId: string): RpcError =>
  new RpcError(errorCodes.resource_not_found, 'The session is not open here; open it with session/resume first.', {
    data: { sessionId },
  });
