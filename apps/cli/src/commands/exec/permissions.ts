/** What `acp exec` answers when an agent asks for permission: what the flags say, and otherwise no. */
import type { PermissionDecision, PermissionPolicy } from '@acp-stack/workspace/client';

import { firstOf, type Settings } from '../../config/settings.ts';
import { unreadableFile } from '../../errors/system-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** How `acp exec` answers requests for permission. */
export interface PermissionFlags {
  readonly approveAll?: boolean;
  readonly approveReads?: boolean;
  readonly denyAll?: boolean;
  readonly policy?: string;
}

/** How permissions are decided: one of three ways, or by the rules in a file. */
export type PermissionMode = 'approve-all' | 'approve-reads' | 'deny-all' | { readonly rules: string };

const modes = ['approve-all', 'approve-reads', 'deny-all'] as const;

/** The way that the flags, the environment or a file asks for; refusing when none does. */
export function permissionMode(flags: PermissionFlags, settings: Settings, { env }: Terminal): PermissionMode {
  const named = modes.filter((_, index) => [flags.approveAll, flags.approveReads, flags.denyAll][index] === true);
  if (named.length > 1) throw new UsageError(`--${named[0]} and --${named[1]} contradict each other`);
  if (flags.policy !== undefined) return { rules: flags.policy };
  const asked = firstOf(named[0], env['ACP_PERMISSIONS'], settings.permissions) ?? 'deny-all';
  const mode = modes.find((each) => each === asked);
  if (mode !== undefined) return mode;
  throw new UsageError(`permissions are ${modes.join(', ')}, not "${asked}"`);
}

/** What was decided so far. */
export class PermissionTally {
  #asked = 0;
  #approved = 0;

  /** Whether the agent asked, and everything was refused. */
  get isAllRefused(): boolean {
    return this.#asked > 0 && this.#approved === 0;
  }

  readonly note = ({ option }: PermissionDecision): void => {
    this.#asked += 1;
    if (option?.kind.startsWith('allow') === true) this.#approved += 1;
  };
}

const policies: Readonly<Record<(typeof modes)[number], PermissionPolicy>> = {
  'approve-all': 'allow-all',
  'approve-reads': 'allow-reads',
  'deny-all': 'deny',
};

/** The policy behind a way to decide; a rules file with a mistake is refused whole. */
export async function policyOf(mode: PermissionMode): Promise<PermissionPolicy> {
  if (typeof mode === 'string') return policies[mode];
  const { PermissionRulesError, readPermissionRules } = await import('@acp-stack/workspace/client');
  try {
    return await readPermissionRules(mode.rules);
  } catch (error) {
    if (!(error instanceof PermissionRulesError)) throw error;
    if (error.cause instanceof Error && 'syscall' in error.cause) throw unreadableFile(mode.rules, error.cause);
    throw new UsageError(error.message.replace(/\.$/u, ''), { cause: error });
  }
}
