/** A temporary folder with a workspace in it, and files beside it that must not be reachable. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { Files } from './files/files.ts';
import type { Anchoring } from './paths/folder.ts';
import { defaultLimits, type WorkspaceLimits } from './contract/limits.ts';
import { openRoots, type Roots } from './paths/roots.ts';

export const anchorings: readonly Anchoring[] = ['handle', 'path'];

export interface SampleProject extends Disposable {
  /** The root. */
  readonly root: string;
  /** Beside the root. */
  readonly outside: string;
  /** An absolute path below the root. */
  at(path: string): string;
  /** Writes files below the root, with their folders. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
}

/**
 * Everything around the root, with the contents of files. Links are not followed: Node 24 would, if asked to recurse.
 */
export function entriesOutside(project: SampleProject): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (path === project.root) return [path];
      if (entry.isDirectory()) return [path, ...below(path)];
      return [entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path];
    });
  return below(dirname(project.root)).toSorted();
}

export function createSampleProject(): SampleProject {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-project-')));
  const root = join(home, 'root');
  const outside = join(home, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.txt'), 'secret\n');
  return {
    root,
    outside,
    at: (path) => join(root, path),
    write: (files) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
      }
    },
    [Symbol.dispose]: () => {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Roots and files, held in the way that is asked for. */
export async function openFiles(
  cwd: string,
  anchoring: Anchoring,
  limits: Partial<WorkspaceLimits> = {},
): Promise<{ roots: Roots; files: Files }> {
  const roots = await openRoots({ cwd }, anchoring);
  return { roots, files: new Files(roots, { ...defaultLimits, ...limits }) };
}
