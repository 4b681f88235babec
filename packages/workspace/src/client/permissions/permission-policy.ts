/**
 * Decides about permission requests by a policy of the user, without asking.
 *
 * A policy relies on what the agent says about itself. In doubt the user is asked.
 */
import { relative, sep } from 'node:path';

import type { Workspace } from '../../workspace.ts';
import { areProtectedNames } from '../../protection/protected-names.ts';
import type { PermissionQuestion } from './permission-question.ts';
import { decideByRules, type PermissionRules, type RulePath, type Verdict } from './permission-rules.ts';

/**
 * - `ask`: the user decides about everything;
 * - `allow-reads`: reading and searching are allowed, unless a file outside the directories of the session is named;
 * - `allow-inside-roots`: reading, searching and changing files is allowed if all of them are named and inside, and
 *   none that is changed is protected;
 * - `allow-all`, `deny`: everything is allowed or denied;
 * - or the rules of the user.
 */
export type PermissionPolicy = 'ask' | 'allow-reads' | 'allow-inside-roots' | 'allow-all' | 'deny' | PermissionRules;

/** The workspace of the session; undefined if its directories are not known here. */
export type AskingWorkspace = () => Promise<Workspace | undefined>;

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
  const { kind = '', paths } = question;
  if (policy === 'allow-reads') {
    if (!reads.has(kind)) return 'ask';
    return paths.length === 0 || (await areInside(paths, workspace)) ? 'allow' : 'ask';
  }
  if (policy === 'allow-inside-roots') {
    if ((!reads.has(kind) && !changes.has(kind)) || paths.length === 0) return 'ask';
    return (await areInside(paths, workspace)) ? 'allow' : 'ask';
  }
  return decideByRules(policy, question, await rulePaths(paths, workspace));
}

/** Whether a question names a protected path and is about more than reading it. */
export async function changesProtectedPath(
  { kind = '', paths }: PermissionQuestion,
  workspace: AskingWorkspace,
): Promise<boolean> {
  if (reads.has(kind) || paths.length === 0) return false;
  const protectedPaths = (await workspace().catch(() => undefined))?.protectedPaths;
  if (protectedPaths === undefined) return paths.some(isProtectedName);
  for (const path of paths) {
    if (await (takesContent.has(kind) ? protectedPaths.hasAnyIn(path) : protectedPaths.has(path))) return true;
  }
  return false;
}

/** Without the directories of the session only the names can be looked at. */
const isProtectedName = (path: string): boolean => areProtectedNames(path.split(/[\\/]/u));

async function areInside(paths: readonly string[], workspace: AskingWorkspace): Promise<boolean> {
  const found = await rulePaths(paths, workspace);
  return found.every(({ relative: inside }) => inside !== undefined);
}

/** The real paths of `paths`. */
async function rulePaths(paths: readonly string[], workspace: AskingWorkspace): Promise<readonly RulePath[]> {
  if (paths.length === 0) return [];
  const open = await workspace().catch(() => undefined);
  return Promise.all(
    paths.map(async (path): Promise<RulePath> => {
      try {
        const realPath = await open?.roots.resolve(path);
        const root = realPath === undefined ? undefined : open?.roots.rootOf(realPath);
        if (realPath === undefined || root === undefined) return { path, relative: undefined };
        return { path: realPath, relative: relative(root.realPath, realPath).split(sep).join('/') };
      } catch {
        return { path, relative: undefined };
      }
    }),
  );
}
