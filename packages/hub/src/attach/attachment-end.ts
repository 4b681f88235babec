/** Why a client is not attached to a session any more, and how it is told. */
import type { SessionLoss } from './followed-session.ts';

/** Why an attachment ends: the client left it, or it lost the session. */
export type AttachmentEnd = 'left' | 'revoked' | 'behind' | SessionLoss;

/** What a client is told that has lost a session. */
export const lossSentences: Readonly<Record<Exclude<AttachmentEnd, 'left'>, string>> = {
  revoked: 'Your access to this session was revoked.',
  deleted: 'This session was deleted.',
  behind: 'Too much waited to be sent to this client; open the session again.',
  unreadable: 'The hub cannot read this session at the moment; open it again later.',
};
