/** The code in guides about chains can be pasted as it is: it imports every name that it uses. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

const guides = ['write-a-proxy', 'a-chain-for-a-team', 'give-any-agent-your-tools'];
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The fences of a page in JavaScript and TypeScript. */
const snippetsOf = (page: string): readonly string[] =>
  Array.from(page.matchAll(/^```(?:ts|js)\b[^\n]*\n(?<code>[\s\S]*?)^```$/gmu), ({ groups }) => groups?.['code'] ?? '');

const platform =
  'declare const console: any; declare const process: any; declare const fetch: any; interface ImportMeta { dirname: string }';

/** The names that the snippets use and neither declare nor import, each after the name of its snippet. */
function unknownNames(snippets: Readonly<Record<string, string>>): readonly string[] {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'platform.d.ts'), platform);
  for (const [name, code] of Object.entries(snippets))
    writeFileSync(join(folder, 'src', `${name}.ts`), `${code}\nexport {};\n`);
  const compilerOptions = {
    target: 'esnext',
    module: 'esnext',
    lib: ['esnext'],
    types: [],
    noResolve: true,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => /Cannot find name/u.test(line));
}

test('every snippet imports what it uses, and a name from nowhere is found', () => {
  const snippets = Object.fromEntries(
    guides.flatMap((guide) => {
      const page = readFileSync(new URL(`../../docs/guides/${guide}.md`, import.meta.url), 'utf8');
      return snippetsOf(page).map((code, index) => [`${guide}-${index + 1}`, code] as const);
    }),
  );
  const found = unknownNames({ ...snippets, incomplete: 'const politely = chain();' });
  expect(found).toEqual([expect.stringMatching(/incomplete\.ts.*'chain'/u)]);
});
