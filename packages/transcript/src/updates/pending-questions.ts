/**
 * The agent's questions that wait for the user. They are requests and not updates, so whoever handles them says when one comes and when
 * it is settled.
 */
import { foldToolCall } from './fold.ts';
import type { PendingElicitation, PendingPermission, Transcript } from '../state/transcript.ts';

/**
 * The transcript with a request for permission that waits.
 *
 * What the request says about its tool call is applied like an update (PERM-08); its own title and description leave the tool call as it
 * is (PERM-07).
 */
export function askPermission(transcript: Transcript, permission: PendingPermission): Transcript {
  const { subject } = permission.request;
  const told = subject?.type === 'tool_call' ? foldToolCall(transcript, subject.toolCall) : transcript;
  return { ...told, permissions: told.permissions.put(permission) };
}

/** The transcript with a question to the user that waits. */
export function askElicitation(transcript: Transcript, elicitation: PendingElicitation): Transcript {
  return { ...transcript, elicitations: transcript.elicitations.put(elicitation) };
}

/** The transcript without the question of this id, whatever its answer was. */
export function settle(transcript: Transcript, id: string): Transcript {
  const permissions = transcript.permissions.delete(id);
  const elicitations = transcript.elicitations.delete(id);
  if (permissions === transcript.permissions && elicitations === transcript.elicitations) return transcript;
  return { ...transcript, permissions, elicitations };
}
