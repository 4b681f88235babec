/** How `acp exec` answers requests for permission: by its flags, and denied by default. */
import type { PermissionDecision, PermissionPolicy } from '@acp-stack/workspace/client';

import { firstOf, type Settings } from '../../config/settings.ts';
import { unreadableFile } from '../../errors/system-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { withoutPeriod } from '../../text/without-period.ts';

/** How `acp exec` answers requests for permission. */
export interface PermissionFlags {
  readonly approveAll?: boolean;
  readonly approveReads?: boolean;
  readonly denyAll?: boolean;
  readonly policy?: string;
  readonly allowProtected?: boolean;
}

/** The permission policy: one of three modes, or the rules in a file. */
export type PermissionMode = 'approve-all' | 'approve-reads' | 'deny-all' | { readonly rules: string };

const modes = ['approve-all', 'approve-reads', 'deny-all'] as const;

/** The policy of the flags, the environment or the settings; `deny-all` by default. */
export function permissionMode(flags: PermissionFlags, settings: Settings, { env }: Terminal): PermissionMode {
  const flagged = modes.filter((_, index) => [flags.approveAll, flags.approveReads, flags.denyAll][index] === true);
  if (flagged.length > 1) throw new UsageError(`--${flagged[0]} and --${flagged[1]} cannot be used together`);
  if (flags.policy !== undefined) return { rules: flags.policy };
  const wanted = firstOf(flagged[0], env['ACP_PERMISSIONS'], settings.permissions) ?? 'deny-all';
  const mode = modes.find((each) => each === wanted);
  if (mode !== undefined) return mode;
  throw new UsageError(`permissions must be one of ${modes.join(', ')}, not "${wanted}"`);
}

/** Counts the decisions. */
export class PermissionTally {
  #requests = 0;
  #approved = 0;
  #protected = 0;
  readonly #denied = new Set<string>();

  /** Whether the agent asked for permission, and every request was denied. */
  get isEveryRequestDenied(): boolean {
    return this.#requests > 0 && this.#approved === 0;
  }

  /** Whether a request was denied only because it was about a protected path. */
  get isProtectedPathDenied(): boolean {
    return this.#protected > 0;
  }

  /** What was denied, in one line. */
  get deniedWords(): string {
    const [first = '', ...others] = this.#denied;
    return others.length === 0 ? `“${first}”` : `“${first}” and ${others.length} more`;
  }

  readonly note = ({ question, option, isProtected }: PermissionDecision): void => {
    this.#requests += 1;
    if (isProtected === true) this.#protected += 1;
    if (option?.kind.startsWith('allow') === true) this.#approved += 1;
    else this.#denied.add(wordsOf(question));
  };
}

const longestWords = 200;

/** The question, and its command if the question does not name it. */
function wordsOf({ title, command }: PermissionDecision['question']): string {
  const words = inOneLine(command === undefined || title.includes(command) ? title : `${title} ${command}`);
  return words.length > longestWords ? `${words.slice(0, longestWords)}…` : words;
}

const policies: Readonly<Record<(typeof modes)[number], PermissionPolicy>> = {
  'approve-all': 'allow-all',
  'approve-reads': 'allow-reads',
  'deny-all': 'deny',
};

/** The policy of a mode; throws if the rules file has an error. */
export async function policyOf(mode: PermissionMode): Promise<PermissionPolicy> {
  if (typeof mode === 'string') return policies[mode];
  const { PermissionRulesError, readPermissionRules } = await import('@acp-stack/workspace/client');
  try {
    return await readPermissionRules(mode.rules);
  } catch (error) {
    if (!(error instanceof PermissionRulesError)) throw error;
    if (error.cause instanceof Error && 'syscall' in error.cause) throw unreadableFile(mode.rules, error.cause);
    throw new UsageError(withoutPeriod(error.message), { cause: error });
  }
}
