import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { closingLine } from './test/support/closing-line.ts';

const benches = 'test/bench/*.test.ts';

const conditions = ['@acp-stack/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{packages,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [benches],
          // The files of a worker share their modules: loading them anew for each takes longer than most tests.
          isolate: false,
          // Many tests wait for processes and sockets: three at once fill a machine with two cores.
          maxWorkers: Math.max(3, availableParallelism()),
          sequence: { groupOrder: 0 },
        },
      },
      // What is measured is measured alone.
      { extends: true, test: { name: 'bench', include: [benches], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
    // A machine may be slow or busy; what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Threads that our code starts run from the sources as well.
    execArgv: ['--import', new URL('test/support/typescript-threads.mjs', import.meta.url).href],
    reporters: ['default', closingLine],
  },
});
