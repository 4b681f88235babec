/**
 * Runs the checks, then the tests, and says what it does while it does it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { watchSilence } from './silence.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const checksAtOnce = 2;
const sayRunningAfter = 1_000;

/** Returns the counts of both together; `args` go to vitest. */
export async function runChecksAndTests(args) {
  const checks = await runChecks();
  console.log('Running the tests …');
  const tests = await runTests(args);
  return { passed: checks.passed + tests.passed, failed: checks.failed + tests.failed, skipped: tests.skipped };
}

async function runChecks() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  console.log(`Running ${waiting.length} checks …`);
  const results = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      results.push(await runCheck(name, scripts[name]));
    }
  };
  await Promise.all(Array.from({ length: checksAtOnce }, work));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/** Runs one check and says how it went; its own output is shown only when it fails. */
function runCheck(name, command) {
  return new Promise((resolve) => {
    const started = performance.now();
    const timer = setTimeout(() => console.log(`…    ${name}`), sayRunningAfter);
    const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => {
      clearTimeout(timer);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      resolve(code === 0);
    });
  });
}

/**
 * Runs vitest; its reporter `test/support/closing-line.ts` sends the counts.
 *
 * On a terminal vitest shows what it does; elsewhere it is silent until a file is done, so its silence is watched.
 */
function runTests(args) {
  return new Promise((resolve, reject) => {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const output = process.stdout.isTTY ? 'inherit' : 'pipe';
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      cwd: root,
      stdio: ['ignore', output, output, 'ipc'],
    });
    const silence = output === 'pipe' ? watchSilence(console.log) : undefined;
    const pass = (target) => (data) => {
      silence?.heard();
      target.write(data);
    };
    child.stdout?.on('data', pass(process.stdout));
    child.stderr?.on('data', pass(process.stderr));
    let counts = { passed: 0, failed: 0, skipped: 0 };
    child.on('message', (message) => (counts = message));
    child.on('error', (error) => {
      silence?.stop();
      reject(error);
    });
    child.on('close', (code) => {
      silence?.stop();
      // A runner that ends badly without naming a failed test has still failed.
      resolve(code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) });
    });
  });
}
