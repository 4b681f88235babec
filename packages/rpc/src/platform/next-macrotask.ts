/** Schedules work for the next macrotask, after all microtasks of this one. */

interface Platform {
  readonly setImmediate?: (work: () => void) => unknown;
}

const { setImmediate } = globalThis as Platform;

/** Runs `work` in the next macrotask, after all promise reactions of the current one. */
export const nextMacrotask: (work: () => void) => void =
  setImmediate === undefined ? viaMessageChannel() : (work) => void setImmediate(work);

/** Browsers have no `setImmediate`, and delay nested timers. */
function viaMessageChannel(): (work: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const queue: (() => void)[] = [];
  // The types of Node.js and of browsers differ for ports; both have these members.
  const port = port1 as unknown as { addEventListener(type: 'message', listener: () => void): void; start(): void };
  port.addEventListener('message', () => queue.shift()?.());
  port.start();
  return (work) => {
    queue.push(work);
    port2.postMessage(undefined);
  };
}
