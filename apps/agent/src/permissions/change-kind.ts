/**
 * The permission that a file change needs. Files inside `.git` can be run as commands, so that changing one is not a
 * mere edit.
 */
import { sep } from 'node:path';

import type { Intent } from './permission-controller.ts';

/** Whether `path` is inside a `.git` folder. */
const isOfGit = (path: string): boolean => path.split(sep).some((name) => name.toLowerCase() === '.git');

/** `execute` if one of the files belongs to git, which every mode asks for or refuses; else `edit`. */
export const changeKind = (paths: readonly string[]): Intent['kind'] => (paths.some(isOfGit) ? 'execute' : 'edit');
