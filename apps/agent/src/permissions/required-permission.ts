/**
 * The permission that a change of files needs.
 *
 * Some files make other programs run something, so a change of them needs the permission to execute, and is asked for
 * each time.
 */
import type { Workspace } from '@acp-stack/workspace';

import type { Intent } from './permission-controller.ts';

/** A file or folder that is changed. */
export interface ChangedPath {
  readonly path: string;
  /** Whether everything in it is moved or deleted too. */
  readonly isTree?: boolean;
  /** Where it is moved to. */
  readonly target?: string;
}

/** The kind of permission: `edit`, or for protected paths `execute`, which every mode asks for or refuses. */
export async function requiredPermission(
  { protectedPaths }: Workspace,
  changes: readonly ChangedPath[],
): Promise<Pick<Intent, 'kind' | 'isProtected'>> {
  for (const { path, isTree = false, target } of changes) {
    const isProtected = isTree ? await protectedPaths.hasAnyIn(path, target) : await protectedPaths.has(path);
    if (isProtected) return { kind: 'execute', isProtected };
  }
  return { kind: 'edit', isProtected: false };
}
