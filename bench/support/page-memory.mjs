/**
 * Follows the memory of a page while it works: what is still in use after garbage was collected, again and again.
 *
 * The memory of the processes is what the system has given to them; it is read on Linux only.
 */
import { readFileSync } from 'node:fs';

const megabyte = 1024 * 1024;

/**
 * Returns a function that takes one sample and adds it to `samples`; `hubPid` is the process of the program.
 *
 * @typedef {{ seconds: number, heap: number, nodes: number, listeners: number, page?: number, hub?: number }} MemorySample
 */
export async function watchPageMemory({ browser, protocol, hubPid }) {
  const whole = await browser.newBrowserCDPSession();
  const started = performance.now();
  /** @type {MemorySample[]} */
  const samples = [];
  const sample = async () => {
    // What a first collection makes unreachable is freed by a second one.
    for (let round = 0; round < 2; round += 1) await protocol.send('HeapProfiler.collectGarbage');
    const { metrics } = await protocol.send('Performance.getMetrics');
    const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => resident(id));
    samples.push({
      seconds: (performance.now() - started) / 1000,
      heap: metric('JSHeapUsedSize') / megabyte,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      page: renderers.includes(undefined) ? undefined : renderers.reduce((sum, each) => sum + each, 0),
      hub: resident(hubPid),
    });
    return samples.at(-1);
  };
  return { samples, sample };
}

/** The megabytes that the system has given to a process. */
function resident(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** By how much `field` grows in an hour: the slope of the line through the samples, by the least squares. */
export function growthPerHour(samples, field) {
  const times = samples.map(({ seconds }) => seconds / 3600);
  const values = samples.map((sample) => sample[field]);
  const [time, value] = [mean(times), mean(values)];
  const of = (combine) => times.reduce((sum, each, index) => sum + combine(each - time, values[index] - value), 0);
  return of((x, y) => x * y) / of((x) => x * x);
}

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** A sample as a line to read. */
export function sampleText({ seconds, heap, nodes, listeners, page, hub }) {
  const processes = page === undefined ? '' : `, page ${page.toFixed(0)} MB, hub ${hub?.toFixed(0)} MB`;
  return `${seconds.toFixed(0)} s: heap ${heap.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners${processes}`;
}
