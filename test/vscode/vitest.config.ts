/** The scenarios of `npm run test:vscode`, which are no part of `npm test`: they need an editor. */
import { defineConfig } from 'vitest/config';

const conditions = ['@acp-stack/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/vscode/*.scenario.ts'],
    // One editor at a time: each is several processes.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
