/**
 * Decides about permission requests by a policy of the user, without asking.
 *
 * A policy relies on what the agent says about itself. In doubt the user is asked.
 */
import { areProtectedNames } from '../../protection/protected-names.ts';
import { couldNameOutside, namedPlaces, wordsOf } from './named-places.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';
import { decideByRules, type PermissionRules, type RuleDecision } from './permission-rules.ts';
import { RuleFiles, type AskingWorkspace } from './rule-files.ts';

/**
 * - `ask`: the user decides about everything;
 * - `allow-reads`: reading and searching are allowed, unless a file outside the directories of the session or a command
 *   is named, or it is not clear whether one is;
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
): Promise<RuleDecision> {
  if (policy === 'ask' || policy === 'deny') return policy;
  if (policy === 'allow-all') return 'allow';
  const { kind = '' } = question;
  const { paths, commands } = namedPlaces(question);
  const files = await RuleFiles.of({ kind, paths }, workspace);
  const isAllowed = files.areInside && commands.length === 0;
  if (policy === 'allow-reads') {
    return isAllowed && reads.has(kind) && (paths.length > 0 || !couldNameOutside(question)) ? 'allow' : 'ask';
  }
  if (policy === 'allow-inside-roots') {
    const isFileWork = reads.has(kind) || changes.has(kind);
    return isAllowed && isFileWork && question.paths.length > 0 ? 'allow' : 'ask';
  }
  const decision = await decideByRules(policy, question, files);
  // A change of no file that is named may be a change of any, also of one that a rule denies.
  return decision === 'allow' && changes.has(kind) && paths.length === 0 ? 'ask' : decision;
}

/** Whether a question names a protected path and is about more than reading it. */
export async function changesProtectedPath(question: PermissionQuestion, workspace: AskingWorkspace): Promise<boolean> {
  const { kind = '' } = question;
  const { paths, commands } = namedPlaces(question);
  if (reads.has(kind) && commands.length === 0) return false;
  if (paths.length === 0) return changes.has(kind) && wordsOf(question).some(hasProtectedName);
  const protectedPaths = (await workspace().catch(() => undefined))?.protectedPaths;
  if (protectedPaths === undefined) return paths.some(isProtectedName);
  for (const path of paths) {
    if (await (takesContent.has(kind) ? protectedPaths.hasAnyIn(path) : protectedPaths.has(path))) return true;
  }
  return false;
}

/** Whether a text contains a protected name. */
const hasProtectedName = (text: string): boolean => text.split(/[\s"'`(),;=<>[\]{}]+/u).some(isProtectedName);

/** Without the directories of the session only the names can be looked at. */
const isProtectedName = (path: string): boolean => areProtectedNames(path.split(/[\\/]/u));
