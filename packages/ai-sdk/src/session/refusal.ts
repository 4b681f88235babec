/** What becomes of the agent's requests for permission. */
import type { PermissionAnswer, PermissionHandler } from '@acp-stack/sdk';

/** Decides about permissions; undefined if the program does not, so that they are refused. */
export type PermissionPolicy = PermissionHandler | undefined;

/** The refusal that the agent offers; else the question counts as cancelled. */
export function refusal({ options }: Parameters<PermissionHandler>[0]): PermissionAnswer {
  const rejecting = options.find(({ kind }) => kind === 'reject_once');
  return rejecting?.optionId ?? 'cancelled';
}
