/** Work for the next turn of the event loop, after all promise reactions of this one. */

interface Platform {
  readonly setImmediate?: (work: () => void) => unknown;
}

const { setImmediate } = globalThis as Platform;

/** Runs `work` in the next turn. */
export const nextMacrotask: (work: () => void) => void =
  setImmediate === undefined ? viaMessageChannel() : (work) => void setImmediate(work);

/** Browsers have no `setImmediate`, and delay timers when there are many. */
function viaMessageChannel(): (work: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const queue: (() => void)[] = [];
  // Node's types and the browser's disagree about ports; both have these.
  const port = port1 as unknown as { addEventListener(type: 'message', listener: () => void): void; start(): void };
  port.addEventListener('message', () => queue.shift()?.());
  port.start();
  return (work) => {
    queue.push(work);
    port2.postMessage(undefined);
  };
}
