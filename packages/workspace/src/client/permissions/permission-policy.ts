/**
 * Decides about permission requests by a policy of the user, without asking.
 *
 * A policy relies on what the agent says about itself. In doubt the user is asked.
 */
import { areProtectedNames } from '../../protection/protected-names.ts';
import { isUnclearPath } from './named-paths.ts';
import type { PermissionQuestion } from './permission-question.ts';
import { decideByRules, type PermissionRules, type Verdict } from './permission-rules.ts';
import { RuleFiles, type AskingWorkspace } from './rule-files.ts';

/**
 * - `ask`: the user decides about everything;
 * - `allow-reads`: reading and searching are allowed, unless a file outside the directories of the session is named;
 * - `allow-inside-roots`: reading, searching and changing files is allowed if all of them are named and inside, and
 *   none that is changed is protected;
 * - `allow-all`, `deny`: everything is allowed, apart from changes of protected paths, or denied;
 * - or the rules of the user.
 */
export type PermissionPolicy = 'ask' | 'allow-reads' | 'allow-inside-roots' | 'allow-all' | 'deny' | PermissionRules;

const reads: ReadonlySet<string> = new Set(['read', 'search']);
const changes: ReadonlySet<string> = new Set(['edit', 'move', 'delete']);
/** A folder is moved or deleted with everything in it. */
const takesContent: ReadonlySet<string> = new Set(['move', 'delete']);

/** Returns the decision of `policy` about `question`. */
export async function decideByPolicy(
  policy: PermissionPolicy,
  question: PermissionQuestion,
  workspace: AskingWorkspace,
): Promise<Verdict> {
  if (policy === 'ask' || policy === 'deny') return policy;
  if (policy === 'allow-all') return 'allow';
  const { kind = '', paths, command } = question;
  const files = await RuleFiles.of(question, workspace);
  if (typeof policy !== 'string') return decideByRules(policy, question, files);
  // A command can do anything, whatever kind of work the agent calls it.
  if (command !== undefined) return 'ask';
  const isFileWork = reads.has(kind) || (policy === 'allow-inside-roots' && changes.has(kind));
  const hasEnoughNames = policy === 'allow-reads' || paths.length > 0;
  return isFileWork && hasEnoughNames && files.areInside ? 'allow' : 'ask';
}

/** Whether a question names a protected path and is about more than reading it. */
export async function changesProtectedPath(
  { kind = '', paths: located, otherPaths = [], command }: PermissionQuestion,
  workspace: AskingWorkspace,
): Promise<boolean> {
  const paths = [...located, ...otherPaths];
  if ((reads.has(kind) && command === undefined) || paths.length === 0) return false;
  if (paths.some(isUnclearPath)) return true;
  const protectedPaths = (await workspace().catch(() => undefined))?.protectedPaths;
  if (protectedPaths === undefined) return paths.some(isProtectedName);
  for (const path of paths) {
    if (await (takesContent.has(kind) ? protectedPaths.hasAnyIn(path) : protectedPaths.has(path))) return true;
  }
  return false;
}

/** Without the directories of the session only the names can be looked at. */
const isProtectedName = (path: string): boolean => areProtectedNames(path.split(/[\\/]/u));
