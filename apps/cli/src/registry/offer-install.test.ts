import type { InstalledAgent, ListedAgent, Registry } from '@acp-stack/registry';
import { expect, test } from 'vitest';

import { captureTerminal, type CapturedTerminal, type CaptureOptions } from '../terminal/captured-terminal.ts';
import { offerInstall, type Interruptible, type Offer } from './offer-install.ts';

const agent: ListedAgent = {
  manifest: {
    id: 'florist',
    name: 'The Florist',
    version: '1.2.3',
    description: 'Sells roses.',
    license: 'MIT',
    distribution: {
      npx: { package: '@garden/florist', args: ['--acp', 'a b'], env: { COLOUR: 'red' } },
      binary: {
        'linux-x86_64': {
          archive: 'https://shop.example/florist.tar.gz',
          sha256: 'ab'.repeat(32),
          cmd: './florist',
          args: ['acp'],
        },
      },
    },
  },
  source: { name: 'official', location: 'https://shop.example/registry.json' },
  distributions: ['binary', 'npx'],
  target: 'linux-x86_64',
};

/** A registry that only notes what is installed. */
function noted(): { readonly registry: Registry; readonly installs: unknown[] } {
  const installs: unknown[] = [];
  const install: Registry['install'] = (listed, options) => {
    installs.push([listed.manifest.id, options?.distribution]);
    options?.onProgress?.({ step: 'download', bytes: 1000, totalBytes: 2000, bytesPerSecond: 500 });
    return Promise.resolve({ manifest: listed.manifest } as InstalledAgent);
  };
  return { registry: { install } as Registry, installs };
}

interface Told {
  readonly outcome: unknown;
  readonly installs: readonly unknown[];
  readonly terminal: CapturedTerminal;
}

async function offer(given: Partial<Offer>, typed?: string, options: CaptureOptions = {}): Promise<Told> {
  const terminal = captureTerminal({
    env: { NO_COLOR: '1' },
    ...options,
    ...(typed === undefined ? {} : { stdin: [typed], isInputTerminal: true, isErrorTerminal: true }),
  });
  const { registry, installs } = noted();
  const { signal } = new AbortController();
  const run: Interruptible = (work) => work(signal);
  const outcome: unknown = await offerInstall(
    registry,
    { agent, name: 'florist', yes: false, isStarted: true, run, ...given },
    terminal,
  ).catch((error: unknown) => error);
  return { outcome, installs, terminal };
}

test('asks one question that shows where an agent comes from and exactly what will run', async () => {
  const { installs, terminal } = await offer({ distribution: 'npx' }, 'y\n');
  expect(installs).toEqual([['florist', 'npx']]);
  const asked = terminal.err();
  for (const words of [
    'The Florist (florist)',
    '1.2.3',
    'official (https://shop.example/registry.json)',
    'MIT',
    "npx --yes @garden/florist@1.2.3 --acp 'a b'",
    'COLOUR=red',
    'binary (--distribution)',
  ])
    expect(asked).toContain(words);
  expect(asked.match(/\?/gu)).toHaveLength(1);
  expect(asked).toContain('Install and start it? [y/N]');
});

test('shows the download of a binary, its checksum and its program', async () => {
  const { installs, terminal } = await offer({ isStarted: false }, 'yes\n');
  expect(installs).toEqual([['florist', 'binary']]);
  const asked = terminal.err().replaceAll(/\s+/gu, ' ');
  expect(asked).toContain('download https://shop.example/florist.tar.gz');
  expect(asked).toContain('runs ./florist acp');
  expect(asked).toContain('ab'.repeat(32));
  expect(asked).toContain('Install it? [y/N]');
});

test.each(['n\n', '\n', 'yep\n', ''])('installs nothing after %j', async (typed) => {
  const { outcome, installs } = await offer({}, typed);
  expect(installs).toEqual([]);
  expect(outcome).toMatchObject({ message: 'florist was not installed', exitCode: 1 });
});

test('says without a terminal what to run, and installs nothing', async () => {
  const { outcome, installs, terminal } = await offer({});
  expect(installs).toEqual([]);
  expect(outcome).toMatchObject({
    name: 'UsageError',
    message:
      'florist 1.2.3 of official is not installed; acp registry install florist --yes installs it, as does --yes with this command',
  });
  expect(terminal.err()).toBe('');
});

test('writes one line with --yes if stderr is not a terminal', async () => {
  const { terminal, installs } = await offer({ yes: true });
  expect(installs).toHaveLength(1);
  expect(terminal.err()).toBe('installing florist 1.2.3 from official\n');
});

test('does not guess a name with --yes', async () => {
  const { outcome, installs } = await offer({ yes: true, name: 'flo' });
  expect(installs).toEqual([]);
  expect(outcome).toMatchObject({ message: '"flo" may be florist; name it like that to install it with --yes' });
});

test('redraws size and speed on a terminal, and removes them at the end', async () => {
  const { terminal } = await offer({ yes: true }, undefined, { isErrorTerminal: true });
  expect(terminal.err()).toBe(
    'installing florist 1.2.3 from official\n\r\u001b[K  downloading 1.0 kB of 2.0 kB (50 %), 500 bytes/s\r\u001b[K',
  );
  const dumb = await offer({ yes: true }, undefined, { isErrorTerminal: true, env: { TERM: 'dumb', NO_COLOR: '1' } });
  expect(dumb.terminal.err()).toBe('installing florist 1.2.3 from official\n');
});

test('shows what a hostile manifest hides, and lets it write nothing of its own', async () => {
  const hostile: ListedAgent = {
    ...agent,
    manifest: {
      ...agent.manifest,
      name: 'Nice\u001b[2J\u202e\nInstall it? [y/N] y',
      version: '1.0.0\u0007',
      license: 'MIT\rproprietary',
      distribution: { npx: { package: 'nice@1.0.0', args: ['--ok', `${' '.repeat(200)}; rm -rf ~`] } },
    },
    distributions: ['npx'],
  };
  const { terminal } = await offer({ agent: hostile }, 'n\n');
  const asked = terminal.err();
  // oxlint-disable-next-line no-control-regex -- it matches control characters.
  expect(asked.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/u);
  expect(asked).toContain('Nice␛[2J⟨202E⟩␊Install it?');
  expect(asked).toContain('⟨200 spaces⟩');
  expect(asked).toContain('MIT␍proprietary');
});
