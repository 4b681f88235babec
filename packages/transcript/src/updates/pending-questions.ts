/**
 * Pending permission requests and elicitations. They are requests and not updates, so the handler of the request adds
 * and settles them (PERM-07, PERM-08).
 */
import { foldToolCall } from './fold.ts';
import type { PendingElicitation, PendingPermission, Transcript } from '../state/transcript.ts';

/**
 * Adds a pending permission request.
 *
 * What the request says about its tool call is applied like an update; its own title and description do not change the
 * tool call.
 */
export function askPermission(transcript: Transcript, permission: PendingPermission): Transcript {
  const { subject } = permission.request;
  const updated = subject?.type === 'tool_call' ? foldToolCall(transcript, subject.toolCall) : transcript;
  return { ...updated, permissions: updated.permissions.put(permission) };
}

/** Adds a pending elicitation. */
export function askElicitation(transcript: Transcript, elicitation: PendingElicitation): Transcript {
  return { ...transcript, elicitations: transcript.elicitations.put(elicitation) };
}

/** Removes the permission request or elicitation with this id, whatever its result was. */
export function settle(transcript: Transcript, id: string): Transcript {
  const permissions = transcript.permissions.delete(id);
  const elicitations = transcript.elicitations.delete(id);
  if (permissions === transcript.permissions && elicitations === transcript.elicitations) return transcript;
  return { ...transcript, permissions, elicitations };
}
