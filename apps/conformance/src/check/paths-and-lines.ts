/** File paths and line numbers in messages: paths are absolute, lines are counted from 1. */
import type { Fault } from './finding.ts';
import { eachField } from './pointer.ts';
import { relativeFolders } from './relative-folders.ts';

/** `/a`, `C:\a`, `C:/a` and `\\server\a`. */
const absolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/u;

const pathKeys: ReadonlySet<string> = new Set(['cwd', 'path', 'oldPath', 'additionalDirectories']);

/** Further rules about a path at a place. */
const specific: readonly { readonly rule: string; readonly place: RegExp; readonly method?: string }[] = [
  { rule: 'TOOL-23', place: /\/locations\/\d+\/path$/u },
  { rule: 'TOOL-11', place: /\/changes\/\d+\/(?:path|oldPath)$/u },
  { rule: 'TOOL-09', place: /\/content\/\d+\/path$/u },
  { rule: 'PERM-09', place: /^\/subject\/cwd$/u },
  { rule: 'TERM-04', place: /^\/cwd$/u, method: 'terminal/create' },
  { rule: 'LIST-07', place: /^\/sessions\/\d+\/cwd$/u },
];

/** Methods whose params or result are not the protocol's. */
const foreign: ReadonlySet<string> = new Set(['mcp/message', 'proxy/successor']);

/** The relative paths and the lines below 1 in the params or the result of `method`. */
export function pathFaults(method: string, value: unknown): readonly Fault[] {
  if (foreign.has(method)) return [];
  const faults: Fault[] = [];
  eachField(value, (key, item, pointer) => {
    if (pathKeys.has(key)) {
      for (const path of Array.isArray(item) ? (item as readonly unknown[]) : [item]) {
        if (typeof path !== 'string' || absolute.test(path)) continue;
        if (method === 'session/list' && relativeFolders.includes(path)) continue;
        const found = `${method} has the path ${JSON.stringify(path)} at ${pointer}, which is not absolute.`;
        faults.push({ rule: 'GEN-04', found });
        for (const each of specific) {
          if (each.place.test(pointer) && (each.method ?? method) === method) faults.push({ rule: each.rule, found });
        }
      }
    }
    const isLine = /\/locations\/\d+\/line$/u.test(pointer) || (method === 'fs/read_text_file' && pointer === '/line');
    if (!isLine || typeof item !== 'number' || item >= 1) return;
    const found = `${method} has the line ${item} at ${pointer}; lines are counted from 1.`;
    faults.push({ rule: 'GEN-05', found });
    faults.push({ rule: method === 'fs/read_text_file' ? 'FS-03' : 'TOOL-23', found });
  });
  return faults;
}

/** Whether a value has file paths in it. */
export function hasPaths(value: unknown): boolean {
  let found = false;
  eachField(value, (key, item) => {
    if (pathKeys.has(key) && typeof item === 'string') found = true;
  });
  return found;
}
