import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { closingLine } from './test/support/closing-line.ts';

const benches = 'test/bench/*.test.ts';
const programs = 'test/e2e/*.test.ts';

// Many tests wait for processes and sockets: two at once fill a machine with two cores.
const together = { maxWorkers: Math.max(2, availableParallelism() - 1), sequence: { groupOrder: 0 } };

const conditions = ['@acp-stack/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      // What runs inside the worker shares its modules between files: loading them anew for each takes longer than the tests.
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{packages,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [benches, programs],
          isolate: false,
          ...together,
        },
      },
      { extends: true, test: { name: 'programs', include: [programs], ...together } },
      // What is measured is measured alone.
      { extends: true, test: { name: 'bench', include: [benches], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
    // A machine may be slow or busy; what hangs is found all the same.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Threads that our code starts run from the sources as well.
    execArgv: ['--import', new URL('test/support/typescript-threads.mjs', import.meta.url).href],
    reporters: ['default', closingLine],
  },
});
