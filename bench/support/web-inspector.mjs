/** Measures the page of `acp inspect` with a recording that is as long as it holds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { updates } from './messages.mjs';
import { longTasks } from './trace-tasks.mjs';

/** Opens a recording of so many messages, filters it and scrolls through it; resolves with milliseconds. */
export async function inspectLong({ harness, browser, user, count, steps }) {
  const trace = join(user.project, 'long-trace.ndjson');
  writeFileSync(trace, `${[...recording(count)].join('\n')}\n`);
  const program = await harness.startPageProgram(user, ['inspect', trace]);
  try {
    const started = performance.now();
    const { page } = await harness.openPage(browser, program);
    // Pieces of one message are one row of the list, so that the first number is smaller.
    const listed = page.getByText(new RegExp(` of ${count}$`, 'u'));
    await listed.waitFor({ timeout: 120_000 });
    const opened = performance.now() - started;
    const scrolled = await tasksOf(browser, page, () => scroll(page, steps));
    const filter = page.getByRole('searchbox', { name: 'Filter' });
    const filtered = await tasksOf(browser, page, async () => {
      await filter.pressSequentially('method:session/list');
      await page.getByText(`${count / 5} of ${count}`, { exact: true }).waitFor();
    });
    await filter.fill('');
    const switched = {};
    for (const name of ['Sequence', 'Timeline']) {
      switched[name] = await tasksOf(browser, page, async () => {
        await page.getByRole('tab', { name }).click();
        await page.getByRole('tab', { name, selected: true }).waitFor();
        await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
      });
    }
    return { opened, scrolled, filtered, sequence: switched.Sequence, timeline: switched.Timeline };
  } finally {
    await program[Symbol.asyncDispose]();
  }
}

async function tasksOf(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  return longTasks(await browser.stopTracing()).longest;
}

async function scroll(page, steps) {
  await page.mouse.move(400, 400);
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, step % 50 < 25 ? -1200 : 1200);
    await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
  }
}

/** The lines of a trace: sessions with a request and its answer among every ten messages. */
function* recording(count) {
  const at = '2026-01-01T00:00:00.000Z';
  yield JSON.stringify({ type: 'header', format: 'acp-trace', version: 1, at, redaction: 'none', warning: 'None.' });
  for (let index = 0; index < count; index += 1) {
    const id = Math.floor(index / 10);
    const isAsked = index % 10 === 0;
    const isAnswered = index % 10 === 9;
    const message = isAsked
      ? { id, method: 'session/list', params: {} }
      : isAnswered
        ? { id, result: { sessions: [] } }
        : { method: 'session/update', params: updates.chunk(index) };
    const [from, to] = isAsked ? ['Client', 'Agent'] : ['Agent', 'Client'];
    const frame = JSON.stringify({ jsonrpc: '2.0', ...message });
    yield JSON.stringify({ type: 'frame', ts: index / 1000, connection: 'a', from, to, frame });
  }
}
