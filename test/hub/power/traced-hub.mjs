/**
 * A hub on a file whose system calls are traced: `node traced-hub.mjs <file> <folder>`.
 *
 * Says its address. Its agent repeats what it is told, in two pieces of text that are nowhere else.
 */
import { openHub, serveHub } from '@acp-stack/hub';
import { sqliteJournal } from '@acp-stack/journal';
import { agent } from '@acp-stack/sdk';

const [, , file = '', folder = ''] = process.argv;
const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
  const [block] = turn.prompt;
  const number = block?.text?.slice('prompt'.length);
  await turn.message.append(`answer${number}`);
  await turn.message.append(`ending${number}`);
});
const journal = await sqliteJournal(file);
const log = { write: (line) => void process.stderr.write(line) };
const hub = await openHub({ journal, agents: { echo }, roots: [folder], isAlone: true, log });
const serving = await serveHub(hub, { port: 0, withoutCredentials: true });
async function close() {
  await serving.close();
  await hub.close();
  await journal.close();
}
process.stdin.resume().on('end', () => void close());
process.stdout.write(`${serving.url}\n`);
