/**
 * Started once per sample: imports one entry and prints what that cost.
 *
 * `node import-probe.mjs time <entry>` measures CPU time; `… files <entry>` counts the loaded files, which needs a hook
 * that would disturb the time.
 */
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const [, , what, entry] = process.argv;

if (what === 'time') {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await import(entry);
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }));
} else {
  const { port1, port2 } = new MessageChannel();
  const files = new Set();
  port1.on('message', ({ url }) => files.add(url));
  port1.unref();
  register('./loaded-modules-hook.mjs', { parentURL: import.meta.url, data: { port: port2 }, transferList: [port2] });
  await import(entry);
  // The hook runs on its own thread; its messages are delivered within two macrotasks.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  console.log(JSON.stringify({ files: files.size }));
}
