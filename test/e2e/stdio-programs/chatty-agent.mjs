/**
 * An agent that prints all over the place while it works: `node chatty-agent.mjs <guarded|unguarded|pretty>`.
 *
 * `guarded` uses our channel; `unguarded` a channel that leaves standard output to all code; `pretty` one that breaks
 * its lines. It never ends by itself.
 */
import { execSync, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

import { lineChannel } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

const [, , manner] = process.argv;

const homeMade = (write) =>
  lineChannel(
    {
      start: (onData, onEnd) => void process.stdin.on('data', onData).once('end', () => onEnd()),
      pause: () => undefined,
      resume: () => undefined,
    },
    { write, end: async () => process.exit(), destroy: () => process.exit() },
  );

const channels = {
  guarded: () => stdio({ exitGrace: 50 }),
  unguarded: () => homeMade((text, onTaken) => void process.stdout.write(text, () => onTaken())),
  pretty: () =>
    homeMade((text, onTaken) => {
      for (const line of text.trimEnd().split('\n'))
        fs.writeSync(1, `${JSON.stringify(JSON.parse(line), undefined, 1)}\n`);
      onTaken();
    }),
};

const channel = channels[manner]();
const isQuiet = manner === 'pretty';
// Something that a program forgot to stop.
setInterval(() => undefined, 1000);

/** Has others print, who inherit the output. */
async function startChildren() {
  spawnSync('echo', ['by spawnSync'], { stdio: 'inherit' });
  execSync('echo by execSync', { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(spawn('echo', ['by spawn'], { stdio: ['ignore', 1, process.stdout] }), 'close');
  await once(fork(new URL('says.mjs', import.meta.url), ['by fork']), 'close');
  await once(new Worker('console.log("a worker")', { eval: true }), 'exit');
}

await agent({ name: 'chatty', version: '1.0.0' })
  .on(
    '_slow',
    (value) => value,
    async () => {
      await new Promise((resolve) => void setTimeout(resolve, 200));
      return { done: true };
    },
  )
  .onPrompt(async ({ message, text }) => {
    await message.append('one\ntwo\r\nthree\u2028');
    if (isQuiet) return;
    console.log('console.log');
    console.info('console.info');
    console.dir({ console: 'dir' });
    console.table([{ a: 1 }]);
    process.stdout.write('process.stdout.write\n');
    writeSync(1, 'fs.writeSync\n');
    fs.writeFileSync(1, 'fs.writeFileSync\n');
    await promisify(fs.write)(1, 'fs.write\n');
    fs.createWriteStream('', { fd: 1, autoClose: false }).write('a stream of fs\n');
    if (text === 'children') await startChildren();
    if (manner === 'guarded') process.stdout.end('process.stdout.end\n');
    console.error('grün ✓ \u001B[31mred\u001B[0m');
  })
  .serve(channel);
