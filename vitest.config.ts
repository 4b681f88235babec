import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { closingLine } from './test/support/closing-line.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const conditions = ['@acp-stack/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // The files of a worker share their modules: loading them anew for each takes longer than most tests.
    isolate: false,
    // Many tests wait for processes and sockets: three at once fill a machine with two cores.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // A machine may be slow or busy; what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Threads that our code starts run from the sources as well.
    execArgv: ['--import', new URL('test/support/typescript-threads.mjs', import.meta.url).href],
    reporters: ['default', closingLine],
  },
});
