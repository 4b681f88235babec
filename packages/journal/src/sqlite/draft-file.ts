/** A new file is created under another name and linked, so that it never has its own name before it is complete. */
import { linkSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** A name that no other thread uses at the same time. */
export const draftNameOf = (path: string): string => `${path}-${process.pid}-${threadId}`;

/** Gives the file `draft` the second name `path`; false if a file has it already. */
export function linkNew(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
