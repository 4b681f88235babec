/**
 * Where one TypeScript sample of a document runs: a folder that is the current one, a home, programs on the PATH, and the
 * values that the sample names without stating them.
 */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { vi } from 'vitest';

import { repository, temporaryFolder } from './checkout.ts';
import { documentFences, type Fence } from './fences.ts';

const fences = documentFences();

/** The samples that are not taken from `examples/`, by their page and how many it had until then. */
export const samples: ReadonlyMap<string, Fence> = numbered(
  fences.filter(({ language, info }) => /^tsx?$/u.test(language) && info === ''),
);

function numbered(own: readonly Fence[]): ReadonlyMap<string, Fence> {
  const counts = new Map<string, number>();
  return new Map(
    own.map((fence) => {
      const count = (counts.get(fence.file) ?? 0) + 1;
      counts.set(fence.file, count);
      return [`${fence.file} ${count}`, fence];
    }),
  );
}

/** The code of a sample. */
export function codeOf(name: string): string {
  const sample = samples.get(name);
  if (sample === undefined) throw new Error(`The sample ${name} does not exist.`);
  return sample.code;
}

/** A block of a page that is taken from an example. */
export const blockOf = (page: string, from: string): string => found(page, ({ info }) => info === from);

/** The first block of a page in a language. */
export const fenceOf = (page: string, language: string): string => found(page, (fence) => fence.language === language);

function found(page: string, isIt: (fence: Fence) => boolean): string {
  const fence = fences.find((each) => each.file === page && isIt(each));
  if (fence === undefined) throw new Error(`${page} has no such block.`);
  return fence.code;
}

/** What a sample finds, and what is prepared for it. */
export interface Place {
  readonly folder: string;
  /** Found by the sample under these names. */
  readonly values: Record<string, unknown>;
  /** Texts of the sample, such as a port or a path of the reader, and what stands there instead. */
  readonly instead: Record<string, string>;
  /** Code of the page that the sample continues. */
  before: string;
  /** Writes a file below the folder. */
  readonly write: (path: string, text: string) => void;
  /** Makes a program of this name, which starts the command. */
  readonly program: (name: string, command: readonly string[]) => void;
  /** Called when the sample was checked; the last one first. */
  readonly later: (end: () => unknown) => void;
}

/** What a sample did. */
export interface Ran {
  /** What it gave to `keep` and `render`. */
  readonly seen: readonly unknown[];
  /** What it printed. */
  readonly printed: () => string;
  /** What it declares, by name, and `madeAgent` or `madeClient` without one. */
  readonly made: Readonly<Record<string, unknown>>;
  /** The file of a sample that is a program of its own, with `stdio()`; it was not started yet. */
  readonly program: string;
}

export type Check = (ran: Ran) => unknown;

/** Prepares the place; the function that it returns is called when the sample has run. */
export type Surroundings = (place: Place) => Promise<Check> | Check;

/** Runs a sample in a place of its own, and checks it. */
export async function runSample(name: string, surroundings: Surroundings): Promise<void> {
  using folder = temporaryFolder();
  const bin = join(folder.path, '.bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder.path, 'tsconfig.json'), '{ "compilerOptions": { "jsx": "react-jsx" } }');
  const ends: (() => unknown)[] = [];
  const place: Place = {
    folder: folder.path,
    values: {},
    instead: {},
    before: '',
    write: (path, text) => {
      mkdirSync(dirname(join(folder.path, path)), { recursive: true });
      writeFileSync(join(folder.path, path), text);
    },
    program: (program, command) => {
      const words = command.map((word) => `'${word}'`).join(' ');
      writeFileSync(join(bin, program), `#!/bin/sh\nexec ${words} "$@"\n`);
      chmodSync(join(bin, program), 0o755);
    },
    later: (end) => void ends.unshift(end),
  };
  const before = process.cwd();
  const home = join(folder.path, '.home');
  const path = [bin, process.env['PATH']].join(delimiter);
  const env = { PATH: path, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
  process.chdir(folder.path);
  try {
    const check = await surroundings(place);
    await check(await ranIn(place, name));
  } finally {
    for (const end of ends) await end();
    process.chdir(before);
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  }
}

async function ranIn(place: Place, name: string): Promise<Ran> {
  const seen: unknown[] = [];
  const keep = (value: unknown): void => void seen.push(value);
  for (const [value, is] of Object.entries({ keep, render: keep, ...place.values })) vi.stubGlobal(value, is);
  const code = place.before + withInstead(codeOf(name), place.instead);
  if (code.includes('.serve(stdio())')) {
    const program = join(place.folder, 'sample.mjs');
    writeFileSync(program, code);
    return { seen, printed: () => '', made: {}, program };
  }
  const program = join(place.folder, `sample.${samples.get(name)?.language ?? 'ts'}`);
  writeFileSync(program, withExports(code));
  const prints = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(console, 'log').mockReturnValue(),
    vi.spyOn(console, 'error').mockReturnValue(),
  ];
  const printed = (): string => prints.flatMap(({ mock }) => mock.calls.flat().map(textOf)).join('\n');
  try {
    const made = (await import(program)) as Readonly<Record<string, unknown>>;
    const text = printed();
    return { seen, printed: () => text, made, program };
  } finally {
    for (const print of prints) print.mockRestore();
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function withInstead(code: string, instead: Readonly<Record<string, string>>): string {
  return Object.entries(instead).reduce((text, [shown, here]) => {
    if (!text.includes(shown)) throw new Error(`The sample does not say ${shown}.`);
    return text.replaceAll(shown, here);
  }, code);
}

/** The code, with what it declares as exports; what it disposes of itself is none. */
function withExports(code: string): string {
  const named = code
    .replace(/^agent\(/mu, 'const madeAgent = agent(')
    .replace(/^client\(/mu, 'const madeClient = client(');
  const names = Array.from(named.matchAll(/^(?:const|let) (\w+|[[{][^=]*[\]}]) =/gmu), ([, target = '']) =>
    Array.from(target.matchAll(/(\w+)(?=\s*[,\]}]|$)/gu), ([, one = '']) => one),
  ).flat();
  const functions = Array.from(named.matchAll(/^(?:async )?function (\w+)/gmu), ([, one = '']) => one);
  return `${named}\nexport { ${[...names, ...functions].join(', ')} };\n`;
}
