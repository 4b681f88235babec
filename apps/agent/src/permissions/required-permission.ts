/**
 * The permission that a file change needs. Git runs some files inside `.git` as commands, so a change there needs the
 * permission to execute.
 */
import { sep } from 'node:path';

import type { Intent } from './permission-controller.ts';

/** Whether `path` is inside a `.git` folder. */
const isInsideGit = (path: string): boolean => path.split(sep).some((name) => name.toLowerCase() === '.git');

/** Returns `execute`, which every mode asks for or refuses, if a path is inside `.git`; otherwise `edit`. */
export const requiredPermission = (paths: readonly string[]): Intent['kind'] =>
  paths.some(isInsideGit) ? 'execute' : 'edit';
