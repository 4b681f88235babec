/** The TypeScript that READMEs and guides show compiles in a project that has only our packages; `readme-run.test.ts` runs it. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { documentFences } from '../support/fences.ts';
import { repository, run, temporaryFolder, type TemporaryFolder } from '../support/checkout.ts';

/** Every example that is not taken from `examples/`, with the line that it begins at. */
const examples = documentFences().filter(({ language, info }) => /^tsx?$/u.test(language) && info === '');

/** Names that the examples use without stating them. */
const prelude = `
declare const line: string;
declare const params: unknown;
declare const block: import('@acp-stack/schema/v2').ContentBlock;
declare function keep(value: unknown): void;
declare const channel: import('@acp-stack/rpc').Channel;
declare const bytes: Uint8Array;
declare const app: import('@acp-stack/sdk').Agent;
declare const connection: import('@acp-stack/sdk').ClientConnection;
declare const session: import('@acp-stack/sdk').ClientSession;
declare function choose(request: unknown): string;
declare function render(update: unknown): void;
declare function parsePlant(value: unknown): string;
declare function water(plant: string): void;
declare function openInEditor(path: string): string | undefined;
declare function pick(title: string, options: unknown): Promise<string | undefined>;
declare function fillIn(form: unknown, values: unknown, problems: unknown): Promise<Record<string, string>>;
declare function consent(url: string, host: string, warnings: unknown): Promise<'open' | 'decline'>;
declare function browse(url: string): Promise<void>;
declare function readToken(options: { isStale: boolean }): Promise<string>;
declare const token: string;
`;

/**
 * What a page has stated before an example, by the page and how many examples it had until then. Written behind the
 * example, so that the lines of the compiler are those of the page.
 */
const stated: Readonly<Record<string, string>> = {
  'docs/guides/build-a-web-client.md 4': `
declare const connect: () => import('@acp-stack/rpc').Channel;
declare function draw(state: unknown): void;`,
  'docs/guides/coming-from-the-official-sdk.md 1': `declare const ourAgent: import('@acp-stack/sdk').Agent;`,
  'docs/guides/observe-agents.md 1': `
declare const editor: import('@acp-stack/sdk').Client;
declare const gardener: import('@acp-stack/sdk').Agent;
declare function startTelemetry(exporter: ConsoleSpanExporter): { shutdown(): Promise<void> };`,
};

const config = {
  compilerOptions: {
    strict: true,
    noUnusedLocals: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable', 'dom'],
    types: ['node'],
    jsx: 'react-jsx',
    customConditions: ['@acp-stack/source'],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
};

/** A project with one file per example. */
function createProject(): TemporaryFolder {
  const folder = temporaryFolder();
  symlinkSync(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, 'prelude.d.ts'), prelude);
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  const counts = new Map<string, number>();
  for (const [index, { file, language, code }] of examples.entries()) {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    const before = stated[`${file} ${count}`] ?? '';
    writeFileSync(join(folder.path, `example-${index}.${language}`), `${code}${before}\nexport {};\n`);
  }
  return folder;
}

/** What the compiler says about each example, without locals that an example shows and does not use. */
async function compile(): Promise<string[]> {
  using folder = createProject();
  const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const outcome = await run([process.execPath, tsc, '--pretty', 'false'], { cwd: folder.path, env: process.env });
  return outcome.stdout.split('\n').flatMap((message) => {
    const [, index = '', line = '', text = ''] = /^example-(\d+)\.tsx?\((\d+),\d+\): (.+)$/u.exec(message) ?? [];
    const { place, code } = examples[Number(index)] ?? { place: '', code: '' };
    const source = code.split('\n')[Number(line) - 1] ?? '';
    const isUnused = /^error TS6(?:133|192|196|198):/u.test(text) && !source.startsWith('import');
    return message === '' || isUnused ? [] : [`${place} ${source} ${text === '' ? message : text}`];
  });
}

describe('the examples of READMEs and guides', () => {
  test('are found', () => {
    expect(new Set(examples.map(({ place }) => place.split(':')[0]))).toContain('README.md');
    expect(new Set(examples.map(({ place }) => place.split(':')[0]))).toContain('packages/schema/README.md');
    expect(new Set(examples.map(({ place }) => place.split(':')[0]))).toContain('docs/guides/build-a-web-client.md');
  });

  test('compile, and import nothing that they do not use', async () => {
    expect(await compile()).toEqual([]);
  });
});
