/** The client half runs wherever there is `fetch` or `WebSocket`. */
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

const allowed = new Set(['@acp-stack/rpc', '@acp-stack/schema', 'eventsource-parser']);
const source = new URL('../', import.meta.url);
const neutralFolders = ['client', 'replay', 'timing', 'wire'].map((name) => new URL(`${name}/`, source));
const files = neutralFolders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test'))
    .map((name) => new URL(name, folder)),
);

const isNeutral = (name: string, from: URL): boolean =>
  name.startsWith('.') && neutralFolders.some(({ href }) => new URL(name, from).href.startsWith(href));

describe('the client half', () => {
  test.each(files.map((file) => [file.href.slice(source.href.length), file] as const))(
    '%s imports nothing that only one platform has',
    (_name, file) => {
      const text = readFileSync(file, 'utf8');
      const imported = [...text.matchAll(/from '(?<name>[^']+)'/gu)].map(({ groups }) => groups?.['name'] ?? '');
      const foreign = imported.filter((name) => !isNeutral(name, file));
      const packages = foreign.map((name) => name.replace(/^(?<owner>@[^/]+\/[^/]+|[^@/][^/]*).*$/u, '$<owner>'));
      expect(packages.filter((name) => !allowed.has(name))).toEqual([]);
      expect(text).not.toMatch(/\bprocess\.|\bBuffer\b|\bsetImmediate\b/u);
    },
  );
});
