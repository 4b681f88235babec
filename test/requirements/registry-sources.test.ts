/** The rules of reading a registry, each proved with a reader that breaks it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  openRegistry,
  previewInstall,
  type InstallPreview,
  type ListedAgent,
  type Registry,
  type RegistryListing,
} from '@acp-stack/registry';
import { describe, expect } from 'vitest';

import { provesLater } from './requirement.ts';

const entry = {
  id: 'rosalind',
  name: 'Rosalind',
  version: '1.2.3',
  description: 'Grows roses.',
  distribution: { npx: { package: 'rosalind@latest' }, binary: {} as Record<string, object> },
};
const indexOf = (...agents: readonly unknown[]): string => JSON.stringify({ version: '1.0.0', agents });
const hour = 60 * 60 * 1000;

interface Garden extends AsyncDisposable {
  readonly folder: string;
  readonly location: string;
  answer: RequestListener;
  stop(): Promise<void>;
}

/** A registry on loopback, and a folder for the copy of a client. */
async function garden(answer: RequestListener): Promise<Garden> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-requirement-'));
  const server = createServer((request, response) => {
    place.answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  const place: Garden = {
    folder,
    location: `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry.json`,
    answer,
    stop,
    async [Symbol.asyncDispose]() {
      if (server.listening) await stop();
      rmSync(folder, { recursive: true });
    },
  };
  return place;
}

type List = (
  place: Pick<Garden, 'folder' | 'location'>,
  now?: number,
) => Promise<Pick<RegistryListing, 'agents' | 'sources'>>;

const list: List = ({ folder, location }, now = Date.now()) =>
  openRegistry([{ name: 'garden', location }], { folder, now: () => now }).list();

/** Changes what a reader returns. */
const changed =
  (change: (listing: Awaited<ReturnType<List>>) => Awaited<ReturnType<List>>): List =>
  async (place, now) =>
    change(await list(place, now));

const idsOf = ({ agents }: { readonly agents: readonly ListedAgent[] }): readonly string[] =>
  agents.map(({ manifest }) => manifest.id);

describe('reading a registry', () => {
  provesLater(
    'REG-05',
    async (read: List) => {
      await using place = await garden((_request, response) => response.end(indexOf({ ...entry, stars: 5 })));
      const { agents, sources } = await read(place);
      expect(agents[0]?.manifest).toMatchObject({ id: 'rosalind', stars: 5 });
      expect(sources[0]?.fields).toEqual({ version: '1.0.0' });
      place.answer = (_request, response) => response.end(JSON.stringify({ version: '1.0.0', entries: [entry] }));
      expect((await read(place, Date.now() + 2 * hour)).sources[0]?.isOffline).toBe(true);
    },
    {
      real: list,
      sabotaged: changed(({ agents, sources }) => ({
        agents: agents.map((agent) => ({ ...agent, manifest: { ...agent.manifest, stars: undefined } })),
        sources,
      })),
    },
  );

  provesLater(
    'REG-09',
    async (read: List) => {
      const bad = [null, 5, {}, { ...entry, id: '../x' }, { ...entry, distribution: { docker: {} } }];
      await using place = await garden((_request, response) => response.end(indexOf(...bad, entry, ...bad)));
      const { agents, sources } = await read(place);
      expect([idsOf({ agents }), sources[0]?.problems.length]).toEqual([['rosalind'], 10]);
    },
    {
      real: list,
      sabotaged: changed(({ agents, sources }) => ({
        agents: sources.some(({ problems }) => problems.length > 0) ? [] : agents,
        sources,
      })),
    },
  );

  const asksAgain = async (read: List): Promise<void> => {
    const asked: (string | undefined)[] = [];
    await using place = await garden((request, response) => {
      asked.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(indexOf(entry));
    });
    await read(place);
    expect(idsOf(await read(place, Date.now() + 2 * hour))).toEqual(['rosalind']);
    expect(asked).toEqual([undefined, '"1"']);
  };
  const forgetful: List = ({ folder, location }, now = Date.now()) => {
    const options = { folder, now: () => now };
    const bare: typeof fetch = (input, init) => fetch(input, { ...init, headers: {} });
    return openRegistry([{ name: 'garden', location }], { ...options, fetch: bare }).list();
  };
  provesLater('REG-10', asksAgain, { real: list, sabotaged: forgetful });

  provesLater(
    'REG-11',
    async (read: List) => {
      await using place = await garden((_request, response) => response.end(indexOf(entry)));
      const noon = Date.now();
      await read(place, noon);
      await place.stop();
      const { agents, sources } = await read(place, noon + 3 * hour);
      expect([idsOf({ agents }), sources[0]?.isOffline, sources[0]?.age]).toEqual([['rosalind'], true, 3 * hour]);
    },
    {
      real: list,
      sabotaged: changed(({ agents, sources }) => ({
        agents: sources.some(({ isOffline }) => isOffline) ? [] : agents,
        sources,
      })),
    },
  );

  // Without its copy a client only has what the server says now.
  const withoutCopy: List = (place, now) => list({ ...place, folder: join(place.folder, String(now)) }, now);
  provesLater(
    'REG-12',
    async (read: List) => {
      await using place = await garden((_request, response) => response.end(indexOf(entry)));
      await read(place);
      for (const answer of [
        '<!doctype html><title>Log in</title>',
        indexOf(entry).slice(0, -9),
        '{"error":"quota"}',
        '',
      ]) {
        place.answer = (_request, response) => response.end(answer);
        expect(idsOf(await read(place, Date.now() + 2 * hour))).toEqual(['rosalind']);
      }
    },
    { real: list, sabotaged: withoutCopy },
  );

  type Ask = (location: string, ask: typeof fetch) => Promise<unknown>;
  provesLater(
    'REG-13',
    async (read: Ask) => {
      const contacted: string[] = [];
      await read('https://garden.example/registry.json', (input) => {
        const address = input instanceof Request ? input.url : input.toString();
        contacted.push(address);
        return Promise.resolve(
          new Response(null, { status: 302, headers: { location: 'http://garden.example/registry.json' } }),
        );
      });
      expect(contacted).toEqual(['https://garden.example/registry.json']);
    },
    {
      real: (location, ask) =>
        openRegistry([{ name: 'garden', location }], { folder: join(tmpdir(), 'acp-no-copy'), fetch: ask }).list(),
      sabotaged: async (location, ask) => {
        const { headers } = await ask(location);
        return ask(headers.get('location') ?? '');
      },
    },
  );
});

describe('starting what a registry lists', () => {
  type Wrap = (registry: Registry) => Pick<Registry, 'find' | 'install' | 'command'>;
  const { platform, arch } = process;
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : 'x86_64'}`;
  provesLater(
    'REG-07',
    async (wrap: Wrap) => {
      await using place = await garden((request, response) => {
        const archive = place.location.replace('registry.json', 'rosalind');
        const binary = { [target]: { archive, cmd: './rosalind', args: ['roses'] } };
        if (request.url === '/registry.json') response.end(indexOf({ ...entry, distribution: { binary } }));
        else response.end('#!/bin/sh\necho "I grow $1."');
      });
      const { folder, location } = place;
      const registry = wrap(openRegistry([{ name: 'garden', location }], { folder }));
      const installed = await registry.install(await registry.find('rosa'));
      const { command, args } = await registry.command(installed);
      const { stdout } = await promisify(execFile)(command, [...args]);
      expect(stdout).toBe('I grow roses.\n');
    },
    {
      real: (registry) => registry,
      sabotaged: (registry) => ({
        find: (name) => registry.find(name),
        install: (agent) => registry.install(agent),
        command: async (installed) => ({ ...(await registry.command(installed)), args: [] }),
      }),
    },
  );

  type Preview = (agent: ListedAgent, kind: 'npx' | 'binary') => InstallPreview;
  const listed = (cmd: string): ListedAgent => ({
    manifest: {
      ...entry,
      distribution: {
        npx: { package: 'rosalind@latest' },
        binary: { 'linux-x86_64': { archive: 'https://garden.example/r', cmd } },
      },
    },
    source: { name: 'garden', location: '/garden' },
    distributions: ['binary', 'npx'],
    target: 'linux-x86_64',
  });
  provesLater(
    'REG-14',
    async (preview: Preview) => {
      expect(preview(listed('./r'), 'npx').start.args).toEqual(['--yes', 'rosalind@1.2.3']);
      expect(preview(listed('./r'), 'binary').start.command).toBe('./r');
      for (const cmd of ['/bin/sh', '../sh', './a/../../sh']) expect(() => preview(listed(cmd), 'binary')).toThrow();
      await Promise.resolve();
    },
    {
      real: previewInstall,
      sabotaged: (agent, kind) => ({
        ...previewInstall(agent, kind),
        start: { command: 'npx', args: ['--yes', 'rosalind@latest'], env: {} },
      }),
    },
  );

  type Icon = (path: string) => Promise<string | undefined>;
  provesLater(
    'REG-15',
    async (iconOf: Icon) => {
      const folder = mkdtempSync(join(tmpdir(), 'acp-requirement-'));
      try {
        const path = join(folder, 'registry.json');
        writeFileSync(path, indexOf(entry));
        const script = '<script>alert(1)</script><image href="https://evil.example/"/>';
        writeFileSync(
          join(folder, 'rosalind.svg'),
          `<svg onload="alert(1)">${script}<path fill="url(//evil.example)" d="M0 0"/></svg>`,
        );
        const icon = await iconOf(path);
        expect(icon).toContain('<path d="M0 0">');
        expect(icon).not.toMatch(/script|onload|evil/u);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    {
      real: async (location: string) => {
        const registry = openRegistry([{ name: 'garden', location }], { folder: join(location, '..', 'copy') });
        return registry.icon(await registry.find('rosalind'));
      },
      sabotaged: () => Promise.resolve('<svg onload="alert(1)"><path d="M0 0"></path></svg>'),
    },
  );
});
