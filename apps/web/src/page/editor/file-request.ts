/** A file that the user wants to see in the editor. */

export interface FileRequest {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number | undefined;
}

/** A path as an agent writes it, as an absolute one without `.` and `..`. */
export function absolutePath(path: string, folder: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
