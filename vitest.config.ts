import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { readWorkspace } from './scripts/workspace.mjs';
import { closingLine } from './test/support/closing-line.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const conditions = ['@acp-stack/source', 'node', 'development|production'];

const root = fileURLToPath(new URL('.', import.meta.url));

/** A compiled module names the files that it imports from other packages, and their manifests say which those are. */
const doors = createHash('sha256');
for (const { home } of readWorkspace(root)) doors.update(readFileSync(`${root}${home}/package.json`));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // The files of a worker share their modules: loading them anew for each takes longer than most tests.
    isolate: false,
    setupFiles: ['test/support/settled-imports.ts'],
    // Many tests wait for processes and sockets: four at once fill a machine with two cores.
    maxWorkers: Math.max(4, availableParallelism()),
    // Its parts compare classes: a part from Node's cache and one from the runner's must not meet in one worker.
    server: { deps: { inline: [/\/@codemirror\//u] } },
    sequence: { sequencer: LongestFirst },
    // A machine may be slow or busy; what hangs is found all the same.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000, interval: 20 } },
    // Threads that our code starts run from the sources as well.
    execArgv: ['--import', new URL('test/support/typescript-threads.mjs', import.meta.url).href],
    reporters: ['default', closingLine],
    // What was compiled before is compiled again only if its text has changed: a fifth of the CPU of most tests.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: `${root}node_modules/.cache/vitest-${doors.digest('hex').slice(0, 12)}`,
    },
  },
});
