/** What `npm create acp-agent` makes, used as its reader does: created, installed, type-checked, tested and talked to. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { run } from './run.mjs';

/** What is said to each template by the last command that is printed, and what has to be heard; a page has its test. */
export const conversations = new Map([
  ['agent', { says: 'hello', hears: 'You said: hello' }],
  ['client', { says: '/help', hears: 'is ready' }],
  ['proxy', { says: 'hello', hears: 'Answer in one paragraph.' }],
  ['tools', { says: 'season tulip', hears: 'April' }],
  ['web', {}],
]);

/** The commands that `npm create acp-agent` prints: how to go to the project, to install it, and to start it. */
export const nextCommands = (printed) => [...printed.matchAll(/^ {2}(.+)$/gmu)].map(([, line]) => line);

/** Whether `npm test` of a template says that all its tests passed, in the words of any Node. */
export const hasPassed = (printed) => /^(?:#|ℹ) pass [1-9]\d*$/mu.test(printed) && /^(?:#|ℹ) fail 0$/mu.test(printed);

/**
 * A shell command that says one thing to the project in `home` and prints the answer; undefined if it has no conversation.
 *
 * A chat needs a terminal; the same words after `acp exec` say one thing and print the answer.
 *
 * @returns {[string, ...string[]] | undefined}
 */
export function conversationOf(template, home, start) {
  const { says } = conversations.get(template);
  if (says === undefined) return undefined;
  const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const line = scripts[start.replace(/^npm (?:run )?/u, '')].replace('acp chat', `acp exec "${says}"`);
  return ['sh', '-c', `echo "${says}" | (PATH="$PWD/node_modules/.bin:$PATH"; ${line})`];
}

/** Makes, installs, tests and uses a template, with nothing but what a registry has. */
export async function tryTemplate({ template, folder, node, registry }) {
  mkdirSync(folder, { recursive: true });
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const ofRegistry = { npm_config_registry: registry.origin, npm_config_cache: join(folder, 'cache') };
  const words = ['npm', 'create', '--yes', 'acp-agent', 'my-agent', '--', '--template', template];
  const [, install, start] = nextCommands(await run(words, { cwd: folder, env: { ...env, ...ofRegistry } }));
  const home = join(folder, 'my-agent');
  writeFileSync(join(home, '.npmrc'), registry.settings());
  await run([...install.split(' '), '--no-audit', '--no-fund', '--prefer-offline'], { cwd: home, env });
  const tested = await run(['npm', 'test', '--silent'], { cwd: home, env });
  if (!hasPassed(tested)) throw new Error(`The tests of the template ${template} printed:\n${tested}`);
  const conversation = conversationOf(template, home, start);
  if (conversation === undefined) return;
  const heard = await run(conversation, { cwd: home, env });
  const { hears } = conversations.get(template);
  if (!heard.includes(hears)) throw new Error(`The template ${template} printed "${heard.trim()}" without "${hears}".`);
}
