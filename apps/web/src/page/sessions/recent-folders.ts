/** The folders in which sessions were started from this browser, newest first. */

const key = 'acp-recent-folders';
const maxFolders = 8;

/** Reads them; what is not ours is ignored. */
export function recentFolders(storage: Pick<Storage, 'getItem'> = localStorage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, maxFolders) : [];
  } catch {
    return [];
  }
}

/** Puts a folder first. */
export function addRecentFolder(path: string, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): void {
  const next = [path, ...recentFolders(storage).filter((each) => each !== path)].slice(0, maxFolders);
  try {
    storage.setItem(key, JSON.stringify(next));
  } catch {
    // Remembering is a convenience only.
  }
}
