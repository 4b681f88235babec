import { defineConfig } from 'vitest/config';

import { closingLine } from './test/support/closing-line.ts';

const conditions = ['@acp-stack/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Threads that our code starts run from the sources as well.
    execArgv: ['--import', new URL('test/support/typescript-threads.mjs', import.meta.url).href],
    reporters: ['default', closingLine],
  },
});
