/** What our packages are like where the official SDK is not; `official-sdk.ts` says how the two are compared. */
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';

import { repository, run, temporaryFolder } from '../support/checkout.ts';
import { officialSdk } from './official-sdk.ts';

interface Manifest {
  readonly bin?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly sideEffects?: unknown;
}

const readManifest = (home: string): Manifest =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;

const entry = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
const theirHome = entry.slice(0, entry.lastIndexOf(join('sdk', 'dist')) + 'sdk'.length);
/** What a program loads that imports our SDK. */
const ourHomes = ['sdk', 'rpc', 'bridge', 'schema'].map((name) => join(repository, 'packages', name));

describe('declarations, without the newest library of the language', () => {
  /** What the compiler says about a program that uses these packages. */
  const problemsWith = (...names: readonly string[]): Promise<string> =>
    problemsOf(names.map((name, index) => `export * as name${index} from '${name}';`).join('\n'));

  /** What the compiler says about a program. */
  async function problemsOf(program: string, options: object = {}): Promise<string> {
    using project = temporaryFolder();
    symlinkSync(join(repository, 'node_modules'), join(project.path, 'node_modules'));
    writeFileSync(join(project.path, 'program.ts'), program);
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      skipLibCheck: false,
      noEmit: true,
      ...options,
    };
    writeFileSync(join(project.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
    return (await run([process.execPath, tsc, '-p', '.', '--pretty', 'false'], { cwd: project.path, env: process.env }))
      .stdout;
  }

  test('compile', async () => {
    const names = ['sdk', 'rpc', 'bridge', 'schema/v2', 'http', 'nes'];
    expect(await problemsWith(...names.map((name) => `@acp-stack/${name}`))).toBe('');
  });

  // A program that uses one of these alone gets the library from nowhere else.
  test.each(['rpc', 'transcript', 'journal'])('of %s ask for the library that they need', (name) => {
    const door = readFileSync(join(repository, 'packages', name, 'dist', 'index.d.ts'), 'utf8');
    // Only comments may stand before it.
    expect(door).toMatch(/^(?:\/\*[^]*?\*\/\s*)?\/\/\/ <reference lib="esnext\.disposable"/u);
  });

  officialSdk('do not compile', async () => {
    expect((await problemsWith('@agentclientprotocol/sdk')).match(/error TS2550/gu)).toHaveLength(3);
  });

  // `types.test-d.ts` has the same mistakes with our types.
  officialSdk('accept wrong params, unknown methods and updates, and requests in the wrong direction', async () => {
    const program = `
      import type * as sdk from '@agentclientprotocol/sdk';
      declare const agent: sdk.ClientConnection['agent'];
      declare const client: sdk.AgentConnection['client'];
      export const opened: Promise<sdk.NewSessionResponse> = agent.request('session/new', { cwd: 5, bogus: true });
      void agent.request('session/nwe', { cwd: '/' });
      void agent.request('fs/read_text_file', { path: '/' });
      void client.notify('session/update', { sessionId: 1, update: { sessionUpdate: 'nope' } });`;
    expect(await problemsOf(program, { lib: ['esnext', 'dom'], skipLibCheck: true })).toBe('');
  });
});

/** The share of the bytes of declarations that no door of these packages leads to. */
function unreachedShare(homes: readonly string[]): number {
  let all = 0;
  let reached = 0;
  for (const home of homes) {
    const seen = new Set<string>();
    const found = Object.values(readManifest(home).exports ?? {}).flatMap((door) =>
      typeof door === 'string' ? [] : [resolve(home, door['types'] ?? '')],
    );
    for (let file = found.pop(); file !== undefined; file = found.pop()) {
      if (seen.has(file) || !existsSync(file)) continue;
      seen.add(file);
      reached += statSync(file).size;
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*['"](\.[^'"]+)['"]/gu)) {
        found.push(resolve(dirname(file), name.replace(/\.[jt]s$/u, '.d.ts')));
      }
    }
    for (const file of filesOf(home, '.d.ts')) all += statSync(file).size;
  }
  return 1 - reached / all;
}

const filesOf = (home: string, ending: string): string[] =>
  readdirSync(join(home, 'dist'), { recursive: true })
    .map((file) => join(home, 'dist', String(file)))
    .filter((file) => file.endsWith(ending));

describe('declarations that cannot be imported', () => {
  test('are few', () => {
    expect(unreachedShare(ourHomes)).toBeLessThan(0.25);
  });

  officialSdk('are most of them', () => {
    expect(unreachedShare([theirHome])).toBeGreaterThan(0.7);
  });
});

describe('maps', () => {
  /** The sources that are neither in a map of JavaScript nor beside it. */
  const missing = (home: string): string[] =>
    filesOf(home, '.js.map').flatMap((file) => {
      const { sources, sourcesContent = [] } = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly sources: readonly string[];
        readonly sourcesContent?: readonly (string | null)[];
      };
      return sources.filter(
        (source, index) => typeof sourcesContent[index] !== 'string' && !existsSync(resolve(dirname(file), source)),
      );
    });

  test('lead to sources', () => {
    expect(ourHomes.flatMap((home) => missing(home))).toEqual([]);
  });

  officialSdk('lead nowhere', () => {
    expect(missing(theirHome)).toHaveLength(filesOf(theirHome, '.js.map').length);
  });
});

describe('a program that only reads and writes lines', () => {
  /** The bytes of a program after what it does not use was left out. */
  async function bundled(program: string): Promise<number> {
    const main = join(repository, 'main.js');
    const bundle = await rolldown({
      input: main,
      platform: 'node',
      logLevel: 'silent',
      plugins: [
        {
          name: 'main',
          resolveId: (id) => (id === main ? id : undefined),
          load: (id) => (id === main ? program : undefined),
        },
      ],
    });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    return output.reduce((bytes, part) => bytes + (part.type === 'chunk' ? part.code.length : 0), 0);
  }

  test('is small', async () => {
    expect(await bundled(`export { lineChannel } from '@acp-stack/rpc';`)).toBeLessThan(15_000);
  });

  officialSdk('has most of the package in it, and its validator', async () => {
    const lines = await bundled(`export { ndJsonStream } from '@agentclientprotocol/sdk';`);
    const all = await bundled(`export * from '@agentclientprotocol/sdk';`);
    expect(lines).toBeGreaterThan(100_000);
    expect(lines / all).toBeGreaterThan(0.75);
  });
});

describe('what a program loads besides', () => {
  test('is nothing of others, and what is not used can be left out', () => {
    for (const home of ourHomes) {
      const { dependencies = {}, peerDependencies = {}, sideEffects } = readManifest(home);
      const others = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
      expect(others.filter((name) => !name.startsWith('@acp-stack/'))).toEqual([]);
      expect(sideEffects).toBe(false);
    }
  });

  officialSdk('is a validator in one of two incompatible versions, and everything', () => {
    const { peerDependencies, sideEffects } = readManifest(theirHome);
    expect(peerDependencies?.['zod']).toMatch(/^\^3.*\|\| \^4/u);
    expect(sideEffects).toBeUndefined();
  });
});

describe('a program of its own', () => {
  test('is here', () => {
    expect(readManifest(join(repository, 'apps', 'cli')).bin).toMatchObject({ acp: expect.any(String) as string });
  });

  officialSdk('is not there', () => {
    expect(readManifest(theirHome).bin).toBeUndefined();
  });
});
