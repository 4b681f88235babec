/** Builds the two pages, the client and the inspector, into `dist/page`. */
import { fileURLToPath } from 'node:url';

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('src/page'),
  base: './',
  plugins: [react(), tailwind()],
  // Our packages are bundled from their sources.
  resolve: { conditions: ['@acp-stack/source', 'module', 'browser', 'production'] },
  build: {
    outDir: here('dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    // The page may load only files of its own: nothing is put into the HTML or CSS as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { client: here('src/page/index.html'), inspector: here('src/page/inspect.html') } },
  },
});
