/**
 * The documentation as a site: `npm run site` serves it and follows changes, `npm run site -- build` writes it into
 * `apps/site/dist/page`, `npm run site -- preview` serves what was written.
 *
 * Further words go to VitePress, such as `--port 5180`. `--base /docs/` names the path that the site is served below;
 * without it, the links are relative, and the site works below any path.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';

const home = fileURLToPath(new URL('../apps/site', import.meta.url));
const commands = ['dev', 'build', 'preview'];

const words = process.argv.slice(2);
const [first = 'dev'] = words;
const isCommand = commands.includes(first);
if (!isCommand && !first.startsWith('-')) {
  console.error(
    `There is no command "${first}": npm run site, npm run site -- ${commands.slice(1).join(', npm run site -- ')}.`,
  );
  process.exitCode = 2;
} else {
  try {
    // The pages of the API are made of the declarations that set-up compiles.
    await setup();
    process.exitCode = run(isCommand ? first : 'dev', isCommand ? words.slice(1) : words);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

function run(command, options) {
  const vitepress = join(home, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  console.log(
    command === 'build' ? 'Reading the declarations of the packages and building, about half a minute …' : 'Starting …',
  );
  return spawnSync(process.execPath, [vitepress, command, home, ...options], { stdio: 'inherit' }).status ?? 1;
}
