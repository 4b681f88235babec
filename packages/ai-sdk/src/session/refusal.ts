/** The answer to a request for permission when the program does not decide. */
import type { PermissionAnswer, PermissionHandler } from '@acp-stack/sdk';

/** The refusal that the agent offers; else the question counts as cancelled. */
export function refusal({ options }: Parameters<PermissionHandler>[0]): PermissionAnswer {
  return options.find(({ kind }) => kind === 'reject_once')?.optionId ?? 'cancelled';
}
