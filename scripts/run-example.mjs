/**
 * Runs an example, and prints what is said in it: `npm run example first-agent`. Without a name it lists them.
 *
 * Examples are TypeScript, so one is put into a single file of JavaScript first; the packages are those of the
 * checkout.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'examples');
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.ts')));
const [name] = process.argv.slice(2);

if (name === undefined) for (const each of names) console.log(`npm run example ${each.padEnd(30)} ${purpose(each)}`);
else if (names.includes(name)) await run(name);
else {
  const words = existsSync(join(folder, name))
    ? `examples/${name} has no main.ts to run (examples/README.md says what it is for); npm run example lists those that do`
    : `there is no example "${name}"; npm run example lists them`;
  console.error(words);
  process.exitCode = 2;
}

/** The first sentence of an example says what it shows. */
function purpose(each) {
  return /^\/\*\* (?<words>.*?) \*\/$/mu.exec(readFileSync(join(folder, each, 'main.ts'), 'utf8'))?.groups.words ?? '';
}

async function run(each) {
  await setup();
  const { bundleExample } = await import('./bundle-example.mjs');
  const source = join(folder, each, 'main.ts');
  const home = join(root, 'node_modules', '.cache', 'acp-examples');
  // Two runs of the same example must not meet.
  const file = join(home, `${each}-${process.pid}.mjs`);
  mkdirSync(home, { recursive: true });
  try {
    const problem = await bundleExample(source, file);
    if (problem !== undefined) {
      console.error(`examples/${each}/${problem}`);
      process.exitCode = 1;
      return;
    }
    const { main } = await import(pathToFileURL(file).href);
    const { showDialogue } = await import('./example-dialogue.mjs');
    const finish = showDialogue(console.log);
    await main().finally(finish);
  } finally {
    rmSync(file, { force: true });
  }
  console.log(`✓ as expected; source: examples/${each}`);
}
