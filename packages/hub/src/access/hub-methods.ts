/** The methods that only a hub has. */

/** By what they do; what they take and return is in `attach/extension-methods.ts`. */
export const hubMethods = {
  members: '_acp-stack.dev/hub/members',
  invite: '_acp-stack.dev/hub/invite',
  invitations: '_acp-stack.dev/hub/invitations',
  revokeInvitation: '_acp-stack.dev/hub/revoke_invitation',
  acceptInvitation: '_acp-stack.dev/hub/accept_invitation',
  setMember: '_acp-stack.dev/hub/set_member',
  removeMember: '_acp-stack.dev/hub/remove_member',
  search: '_acp-stack.dev/hub/search',
  sessions: '_acp-stack.dev/hub/sessions',
  status: '_acp-stack.dev/hub/status',
  drain: '_acp-stack.dev/hub/drain',
  stopSession: '_acp-stack.dev/hub/stop_session',
  audit: '_acp-stack.dev/hub/audit',
} as const;

/** The name of a method that only a hub has. */
export type HubMethod = (typeof hubMethods)[keyof typeof hubMethods];
