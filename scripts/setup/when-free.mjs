/**
 * Changes of files on Windows, which refuses them as long as another program has the file open: a virus scanner, an
 * indexer, an editor. They let go within moments, so the change is tried again for about two seconds.
 */

/** Milliseconds before each further attempt. */
const pauses = [5, 10, 20, 40, 80, 160, 300, 400, 500, 500];

/**
 * Whether Windows says with this error that a file is in use; on other systems none of these codes means that.
 *
 * @param {unknown} error
 * @param {NodeJS.Platform} platform
 */
export function isInUse(error, platform = process.platform) {
  return platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(Object(error).code);
}

/**
 * Returns what `action` returns; while a file of it is in use, the thread waits.
 *
 * @template T
 * @param {() => T} action
 * @param {{ platform?: NodeJS.Platform, pause?: (ms: number) => void }} [system]
 * @returns {T}
 */
export function whenFree(action, { platform = process.platform, pause = block } = {}) {
  for (const ms of pauses) {
    try {
      return action();
    } catch (error) {
      if (!isInUse(error, platform)) throw error;
    }
    pause(ms);
  }
  return action();
}

function block(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
