/**
 * A lock file that outlives no one.
 *
 * Its holder touches it every second. A lock whose process is gone is taken over at once, one that was not touched for
 * half a minute too: process ids are used again, and are different in another container.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { whenFree } from './when-free.mjs';

const touchEvery = 1_000;
const abandonedAfter = 30_000;
const lookAgainAfter = 200;

/** Waits until the lock at `path` is free, then takes it; the returned function releases it. */
export async function acquire(path, onWait) {
  let seen = { text: '', touched: 0, since: 0 };
  for (let round = 0; ; round += 1) {
    const mine = `${process.pid} ${Date.now()}`;
    if (create(path, mine)) return hold(path, mine);
    const now = look(path);
    if (now === undefined) continue;
    if (now.text !== seen.text || now.touched !== seen.touched) seen = now;
    if (isAbandoned(seen)) {
      takeOver(path, seen.text);
      continue;
    }
    if (round === 0) onWait();
    await delay(lookAgainAfter);
  }
}

function create(path, text) {
  try {
    whenFree(() => writeFileSync(path, text, { flag: 'wx' }));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function hold(path, text) {
  const timer = setInterval(() => {
    const time = new Date();
    if (look(path)?.text === text) utimesSync(path, time, time);
  }, touchEvery);
  return () => {
    clearInterval(timer);
    if (look(path)?.text === text) whenFree(() => rmSync(path, { force: true }));
  };
}

function look(path) {
  try {
    const [text, { mtimeMs: touched }] = whenFree(() => [readFileSync(path, 'utf8'), statSync(path)]);
    return { text, touched, since: performance.now() };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function isAbandoned({ text, since }) {
  if (performance.now() - since > abandonedAfter) return true;
  // Empty: created a moment ago and not yet written.
  return text !== '' && !isAlive(Number.parseInt(text, 10));
}

function isAlive(pid) {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Moves the lock aside before removing it, so that of several waiters only one removes it, and never a fresh one. */
function takeOver(path, text) {
  const aside = `${path}.${process.pid}`;
  try {
    whenFree(() => renameSync(path, aside));
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  whenFree(() => rmSync(aside, { force: true }));
}
