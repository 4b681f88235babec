/**
 * `npm run try:agents -- folder [name …]`: installs released agents into the folder, and has `acp agents doctor` and
 * `acp exec` talk to each, with both versions of the protocol.
 *
 * There is no account and no model: what can be seen is how an agent starts, and how it says that a login is missing.
 * The agents run on Node 24, which comes from the registry as well, with a home of their own below the folder.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { agents, installAgent, installNode, run } from './agents/released-agents.mjs';

const acp = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const [folder, ...chosen] = process.argv.slice(2);

async function tryAgent(name, places) {
  const installed = await installAgent(name, places);
  if (installed === undefined) return;
  const { package_, command, cwd, env } = installed;
  const ask = (...words) =>
    run(process.execPath, [acp, ...words, '--timeout', '60', '--', ...command], { cwd, env, timeout: 120_000 });
  for (const protocol of ['1', '2']) {
    const doctor = await ask('agents', 'doctor', '--protocol', protocol, '--format', 'json');
    const steps = doctor.stdout.startsWith('[') ? JSON.parse(doctor.stdout) : [{ words: doctor.stderr.trim() }];
    console.log(`\n${package_}, --protocol ${protocol}`);
    for (const { verdict = 'problem', words } of steps) console.log(`  ${verdict}: ${words}`);
    const { code, stdout, stderr } = await ask('exec', '--protocol', protocol, 'hello');
    console.log(`  exec ended with ${code}: ${(stderr || stdout).trim().slice(0, 600)}`);
  }
}

const unknown = chosen.filter((name) => !Object.hasOwn(agents, name));
if (folder === undefined || unknown.length > 0) {
  console.error(`usage: npm run try:agents -- folder [name …], names are ${Object.keys(agents).join(', ')}`);
  process.exitCode = 2;
} else {
  const place = resolve(folder);
  const node = await installNode(place);
  const names = chosen.length > 0 ? chosen : Object.keys(agents);
  if (node !== undefined) for (const name of names) await tryAgent(name, { place, node });
}
