/** A hub for tests with faults: its options are the first argument; prints its address when it serves. */
import { command } from '@acp-stack/conductor/node';
import { openHub, serveHub } from '@acp-stack/hub';
import { sqliteJournal } from '@acp-stack/journal';
import { postgresJournal } from '@acp-stack/journal/postgres';

const { database, schema, agent, notes, roots, drain, label } = JSON.parse(process.argv[2]);
const isAlone = !database.startsWith('postgres:');
const journal = isAlone
  ? await sqliteJournal(database)
  : await postgresJournal(database, {
      schema,
      connectTimeout: 2000,
      statementTimeout: 4000,
      onRisk: () => undefined,
    });
const component = command([process.execPath, agent], { env: { ACP_GIVEN: notes, ACP_HUB_LABEL: label } });
const hub = await openHub({
  journal,
  roots,
  isAlone,
  name: label,
  sleepAfter: 2000,
  agents: { scripted: { component, share: 'all' } },
  log: { write: (line) => void process.stderr.write(`${label} ${line}`) },
});
// Clients over HTTP notice a dead stream by the silence.
const serving = await serveHub(hub, { port: 0, withoutCredentials: true, limits: { keepAliveInterval: 1000 } });
process.stdout.write(`${JSON.stringify({ url: serving.url })}\n`);

async function stop() {
  await hub.drain({ timeout: drain });
  await serving.close({ drain: 0 });
  await hub.close();
  await journal.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
