/** A client: it starts any agent, sends what you type, prints what the agent does, and asks you when the agent asks. */
import { createInterface } from 'node:readline';

import { client, type PermissionOption } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

import { updatePrinter } from './update-printer.ts';

/** The agent and its arguments: those of the command line, or the agent that comes with `acp`. */
const words = process.argv.length > 2 ? process.argv.slice(2) : ['acp', 'agent'];

const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY });
const lines = terminal[Symbol.asyncIterator]();

/** The next line of the user; undefined at the end of the input. */
async function askUser(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const { value, done } = await lines.next();
  return done === true ? undefined : value;
}

/** Shows the options with numbers; anything else than one of the numbers cancels. */
async function choose(title: string, options: readonly PermissionOption[]): Promise<string> {
  const list = options.map(({ name }, index) => `  ${index + 1} ${name}`).join('\n');
  const answer = await askUser(`\n${title}\n${list}\n? `);
  return options[Number(answer) - 1]?.optionId ?? 'cancelled';
}

const connection = await client({ name: 'PROJECT_NAME', version: '0.1.0' })
  .onPermission(({ title, options }) => choose(title, options))
  .connect(spawnAgent(words));
const session = await connection.newSession({ cwd: process.cwd() });
console.log(`${connection.agentInfo.name} is ready; Ctrl+C stops its work, Ctrl+D ends.`);

const print = updatePrinter((text) => process.stdout.write(text));
let isWorking = false;
let hasEnded = false;
void connection.closed.then(() => {
  hasEnded = true;
});
terminal.on('SIGINT', () => {
  if (isWorking) session.cancel();
  else terminal.close();
});

for (let prompt = await askUser('> '); prompt !== undefined; prompt = await askUser('> ')) {
  if (prompt.trim() === '') continue;
  isWorking = true;
  try {
    const run = session.prompt(prompt);
    for await (const update of run) print(update);
    const { stopReason } = await run;
    console.log(stopReason === 'end_turn' ? '' : `\n(${stopReason})`);
  } catch (error) {
    console.error(String(error));
    if (hasEnded) break; // the agent
  }
  isWorking = false;
}
terminal.close();
await connection.close();
