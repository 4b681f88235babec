/** Imports a module of the tests, which is TypeScript, also on a Node that runs only JavaScript. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Imports the module at `url`; in vitest as it is. */
export async function importTypeScript(url) {
  if (process.env.VITEST !== undefined) return import(url.href);
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: fileURLToPath(url),
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@oxc-project/'),
    platform: 'node',
    transform: { target: 'es2022', define: { 'import.meta.url': JSON.stringify(url.href) } },
    tsconfig: false,
  });
  const { output } = await build.generate({ codeSplitting: false });
  await build.close();
  const file = fileURLToPath(new URL(`../../node_modules/.cache/bench-${process.pid}.mjs`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, output[0].code);
  try {
    return await import(pathToFileURL(join(file)).href);
  } finally {
    rmSync(file, { force: true });
  }
}
