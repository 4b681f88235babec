/** Sessions by folder, those with the newest session first. */
import type { ListedSession } from '@acp-stack/react';

/** The sessions of one folder, newest first. */
export interface SessionGroup {
  readonly cwd: string;
  readonly name: string;
  readonly sessions: readonly ListedSession[];
}

/** The last part of a path. */
export const folderName = (path: string): string =>
  path
    .split(/[/\\]+/u)
    .filter((part) => part !== '')
    .at(-1) ?? path;

/** The groups of a list that is sorted already; of two folders with the same name, both show the one above them too. */
export function sessionGroups(sessions: readonly ListedSession[]): readonly SessionGroup[] {
  const byFolder = new Map<string, ListedSession[]>();
  for (const session of sessions) {
    const group = byFolder.get(session.cwd);
    if (group === undefined) byFolder.set(session.cwd, [session]);
    else group.push(session);
  }
  const counts = new Map<string, number>();
  for (const cwd of byFolder.keys()) counts.set(folderName(cwd), (counts.get(folderName(cwd)) ?? 0) + 1);
  return [...byFolder].map(([cwd, members]) => ({ cwd, name: groupName(cwd, counts), sessions: members }));
}

function groupName(cwd: string, counts: ReadonlyMap<string, number>): string {
  const name = folderName(cwd);
  if ((counts.get(name) ?? 0) < 2) return name;
  const above = folderName(cwd.replace(/[/\\]+[^/\\]*[/\\]*$/u, ''));
  return above === '' || above === name ? cwd : `${above}/${name}`;
}

/** What a session is called. */
export const titleOf = ({ title }: { readonly title?: string | null | undefined }): string =>
  title === undefined || title === null || title.trim() === '' ? 'Untitled session' : title;

/** Whether all words of the search are in the title or the folder. */
export function matchesSearch(session: Pick<ListedSession, 'title' | 'cwd'>, search: string): boolean {
  const text = `${titleOf(session)} ${session.cwd}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
