/** The client half runs wherever there is `fetch` or `WebSocket`. */
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

const allowed = new Set(['@acp-stack/rpc', '@acp-stack/schema', 'eventsource-parser']);
const folder = new URL('.', import.meta.url);
const files = [folder, new URL('../wire/', folder)].flatMap((each) =>
  readdirSync(each)
    .filter((name) => !name.includes('.test'))
    .map((name) => new URL(name, each)),
);

describe('the client half', () => {
  test.each(files.map((file) => [file.pathname.split('/').slice(-2).join('/'), file] as const))(
    '%s imports nothing that only one platform has',
    (_name, file) => {
      const text = readFileSync(file, 'utf8');
      const imported = [...text.matchAll(/from '(?<name>[^']+)'/gu)].map(({ groups }) => groups?.['name'] ?? '');
      const foreign = imported.filter((name) => !/^\.\.?\/(?:wire\/)?[a-z0-9-]+\.ts$/u.test(name));
      const packages = foreign.map((name) => name.replace(/^(?<owner>@[^/]+\/[^/]+|[^@/][^/]*).*$/u, '$<owner>'));
      expect(packages.filter((name) => !allowed.has(name))).toEqual([]);
      expect(text).not.toMatch(/\bprocess\.|\bBuffer\b|\bsetImmediate\b/u);
    },
  );
});
