/** Files of git itself: what stands in them is run as commands sooner or later, so that changing one is no mere edit. */
import { sep } from 'node:path';

import type { Intent } from './permission-controller.ts';

/** Whether `path` lies in a folder of git. */
const isOfGit = (path: string): boolean => path.split(sep).some((name) => name.toLowerCase() === '.git');

/** The kind of work that changing these files is: one that is asked for in every mode that does it at all. */
export const changeKind = (paths: readonly string[]): Intent['kind'] => (paths.some(isOfGit) ? 'execute' : 'edit');
