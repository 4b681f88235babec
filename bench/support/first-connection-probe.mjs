/**
 * Started once per sample: `node first-connection-probe.mjs ours|peer`; milliseconds of CPU, as JSON.
 *
 * `imported` is what importing the SDK takes. `first` is what connecting to an agent of version 1 takes after that,
 * beyond what it takes with an agent of version 2: the bridge is loaded then.
 */
const [, , implementation] = process.argv;

const cpuOf = async (work) => {
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000;
};

const introductions = {
  v1: { protocolVersion: 1, agentCapabilities: {} },
  v2: { protocolVersion: 2, info: { name: 'far', version: '1' }, capabilities: { session: {} } },
};

/** Connects to an agent that only introduces itself. */
async function connect({ client, memoryPair, Peer }, version) {
  const [left, right] = memoryPair();
  const agent = new Peer(left, { handlers: () => ({ kind: 'request', run: () => introductions[version] }) });
  await client({ name: 'bench', version: '1.0.0' }).connect(right);
  return agent;
}

if (implementation === 'peer') {
  console.log(JSON.stringify({ imported: await cpuOf(() => import('@agentclientprotocol/sdk')) }));
} else {
  let entries;
  const imported = await cpuOf(async () => {
    entries = { ...(await import('@acp-stack/sdk')), ...(await import('@acp-stack/rpc')) };
  });
  const usual = await cpuOf(() => connect(entries, 'v2'));
  const first = (await cpuOf(() => connect(entries, 'v1'))) - usual;
  console.log(JSON.stringify({ imported, usual, first }));
}
process.exit(0);
