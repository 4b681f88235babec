/** A hub for tests with faults: its options are the first argument; prints its address when it serves. */
import { appendFileSync } from 'node:fs';

import { command } from '@acp-stack/conductor/node';
import { openHub, serveHub } from '@acp-stack/hub';
import { sqliteJournal } from '@acp-stack/journal';
import { postgresJournal } from '@acp-stack/journal/postgres';

const { database, schema, agent, notes, items, roots, drain, label, agentFailures } = JSON.parse(process.argv[2]);
const isAlone = !database.startsWith('postgres:');
const journal = isAlone
  ? await sqliteJournal(database)
  : await postgresJournal(database, {
      schema,
      connectTimeout: 2000,
      statementTimeout: 4000,
      onRisk: () => undefined,
    });
keepItems();
const component = command([process.execPath, agent], { env: { ACP_GIVEN: notes, ACP_HUB_LABEL: label } });
const hub = await openHub({
  journal,
  roots,
  isAlone,
  name: label,
  sleepAfter: 2000,
  agentLimits: agentFailures === undefined ? {} : { failures: agentFailures },
  agents: { scripted: { component, share: 'all' } },
  log: { write: (line) => void process.stderr.write(`${label} ${line}`) },
});
// Clients over HTTP notice a dead stream by the silence.
const serving = await serveHub(hub, { port: 0, withoutCredentials: true, limits: { keepAliveInterval: 1000 } });
process.stdout.write(`${JSON.stringify({ url: serving.url })}\n`);

/** Writes down the items of an inbox before they are removed: the checker compares with all that was ever accepted. */
function keepItems() {
  const trim = journal.trim.bind(journal);
  journal.trim = async (stream, options) => {
    if (stream.startsWith('inbox/')) {
      const first = (await journal.get(stream))?.first ?? 1;
      for await (const { sequence, at, event } of journal.read(stream, { after: first - 1 }))
        if (sequence <= options.through)
          appendFileSync(items, `${JSON.stringify({ stream, item: sequence, at, request: event })}\n`);
    }
    await trim(stream, options);
  };
}

async function stop() {
  await hub.drain({ timeout: drain });
  await serving.close({ drain: 0 });
  await hub.close();
  await journal.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
