/** Refuses a chain in which two parts write to the same file: each would overwrite or mix up what the other records. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { settingsFromWords } from '@acp-stack/conductor/proxies';

import { UsageError } from '../errors/usage-error.ts';
import type { ComponentSpec } from './component-spec.ts';

/** The proxies that write the file of their setting `file`. */
const writers: ReadonlySet<string> = new Set(['tee', 'load-from-resume']);

interface Written {
  /** What writes it. */
  readonly by: string;
  readonly path: string;
}

/** Throws if two of the proxies, or one and the trace, write to the same file. */
export function requireDistinctFiles(specs: readonly ComponentSpec[], trace: string | undefined): void {
  const files = [...(trace === undefined ? [] : [{ by: '--trace', path: trace }]), ...specs.flatMap(filesOf)];
  const seen = new Map<string, Written>();
  for (const file of files) {
    const key = identityOf(file.path);
    const other = seen.get(key);
    if (other !== undefined)
      throw new UsageError(
        `${other.by} and ${file.by} write to the same file, ${file.path}; choose another for one of them`,
      );
    seen.set(key, file);
  }
}

function filesOf(spec: ComponentSpec): Written[] {
  if (spec.kind !== 'shipped' || !writers.has(spec.proxy)) return [];
  const { file } = settingsOf(spec);
  return typeof file === 'string' ? [{ by: spec.proxy, path: resolve(spec.folder ?? '.', file) }] : [];
}

/** Wrong settings are reported where the proxy is made. */
function settingsOf({ settings }: ComponentSpec & { readonly kind: 'shipped' }): { readonly file?: unknown } {
  if (!Array.isArray(settings)) return settings as { readonly file?: unknown };
  try {
    return settingsFromWords(settings as readonly string[]);
  } catch {
    return {};
  }
}

/** The same for every path of one file, which may not exist yet. */
function identityOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (file !== undefined) return `${file.dev}:${file.ino}`;
  const folder = dirname(resolve(path));
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return resolve(path);
  }
}
