/** What README.md claims: its samples have the lines that others count, and its figures and versions have a source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
const page = read('README.md');
const cellsOf = (row: string): readonly string[] => row.split('|').map((cell) => cell.trim());

test('is short', () => {
  expect(page.split('\n').length).toBeLessThan(150);
});

test('shows an agent and a client of seven lines, a terminal and a page, before anything is to be installed', () => {
  const [above = ''] = page.split('## Install');
  const samples = Array.from(above.matchAll(/^```ts\n([\s\S]*?)^```$/gmu), ([, code = '']) => code);
  expect(samples.map((code) => code.split('\n').filter((line) => line !== '').length)).toEqual([7, 7]);
  expect(Array.from(above.matchAll(/!\[[^\]]+\]\(([^)]+)\)/gu), ([, file]) => file)).toEqual([
    'docs/images/chat.svg',
    'docs/images/web/side-by-side-light.png',
  ]);
});

/** Each figure, and the row of docs/benchmarks.md that it is from, for each version of the other SDK. */
const sources: Readonly<Record<string, string>> = {
  'updates of an agent over stdio, rate': '| stdio | updates of 200 bytes, rate against the peer’s ',
  '100 requests in flight, rate': '| engine | requests, 100 in flight, rate against the peer’s ',
  'memory of a client that was sent 100,000 updates':
    '| engine | a client that is sent 100,000 updates, memory against the peer’s ',
};

test('has the figures of the benchmarks', () => {
  const benchmarks = read('docs/benchmarks.md').replaceAll(/ +/gu, ' ').replaceAll("'", '’');
  const [, head = ''] = /^\| (against the official TypeScript SDK [\d.]+)/mu.exec(page) ?? [];
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  expect(head).toBe(`against the official TypeScript SDK ${devDependencies['@agentclientprotocol/sdk']}`);
  for (const [name, source] of Object.entries(sources)) {
    const [, , first = '', second = ''] = cellsOf(page.split('\n').find((line) => line.includes(`| ${name}`)) ?? '');
    for (const [version, figure] of [
      ['v1', first],
      ['v2', second],
    ] as const) {
      const row = benchmarks.split('\n').find((line) => line.startsWith(`${source}${version} `));
      expect(row, `${source}${version}`).toBeDefined();
      const [, number = '', unit = ''] = /^([\d.]+) (×|%)$/u.exec(figure) ?? [];
      expect(cellsOf(row ?? '')[3]).toMatch(new RegExp(`^${number} \\[[\\d. ]+\\] ${unit}`, 'u'));
    }
  }
  const late = benchmarks.split('\n').filter((line) => line.includes('not handled when'));
  expect(late.length).toBeGreaterThan(3);
  expect(late.filter((line) => !line.includes('| 0.0 [0.0..0.0] updates |'))).toEqual([]);
  expect(page).toContain('No update of ours was left to handle when its prompt was over.');
});

test('compares on a date, with the versions that are tried here', () => {
  const head = page.split('\n').find((line) => line.startsWith('| as of ')) ?? '';
  expect(head).toMatch(/^\| as of 20\d\d-\d\d-\d\d /u);
  const [, acpx = ''] = /\| (acpx [\d.]+) /u.exec(head) ?? [];
  expect(read('docs/interop.md')).toContain(`| ${acpx} |`);
  expect(head).toMatch(/official TypeScript SDK [\d.]+ .*official Rust SDK [\d.]+ .*Toad [\d.]+/u);
});
