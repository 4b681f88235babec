/**
 * `npm run compare`: runs the scenarios of `test/comparison` with the official SDK and with ours, and prints a table of
 * what each does.
 *
 * It fails when one of them does not behave as its line says. Run it before a release and after an update of the
 * official SDK.
 */
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What the names of the tests of the official SDK begin with. */
const theirs = 'the official SDK: ';

process.chdir(root);
await setup();
process.env.ACP_COMPARE = '1';
process.stderr.write('Running every scenario with both SDKs …\n');
const { startVitest } = await import('vitest/node');
const vitest = await startVitest('test', ['test/comparison'], { watch: false, project: ['tests'], reporters: [{}] });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const failed = tests.filter((each) => each.result().state !== 'passed');

console.log('| scenario | the official SDK | ours |\n|---|---|---|');
for (const [scenario, group] of groupBy(tests, scenarioOf)) {
  if (!group.some(isTheirs)) continue;
  const cells = [scenario, describe(group.filter(isTheirs)), describe(group.filter((each) => !isTheirs(each)))];
  console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
}

for (const { moduleId, errors } of modules.map((module) => ({ moduleId: module.moduleId, errors: module.errors() }))) {
  for (const { message } of errors) console.error(`\n${moduleId}\n${message}`);
}
for (const each of failed) console.error(`\n${each.fullName}\n${each.result().errors?.[0]?.message ?? ''}`);
console.error(`${tests.length - failed.length} of ${tests.length} statements hold.`);
const hasRun = tests.length > 0 && modules.every((module) => module.errors().length === 0);
await vitest.close();
process.exitCode = hasRun && failed.length === 0 ? 0 : 1;

function isTheirs({ name }) {
  return name.startsWith(theirs);
}

/** The names of tests as one cell; the ids of requirements are left out, and what did not hold is marked. */
function describe(group) {
  const lines = group.map((each) => {
    const name = each.name.replace(theirs, '').replaceAll(/ \[[A-Z]+-\d+\w?\]/g, '');
    return failed.includes(each) ? `${name} (DOES NOT HOLD)` : name;
  });
  return lines.join('; ');
}

function scenarioOf({ parent, name }) {
  return parent.type === 'suite' ? parent.fullName : name;
}

function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
