/** The model services that clients can set. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { PeerSilent, Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields, type Reply } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused } from '../../sessions/describe-reply.ts';

const secret = 'conformance-secret';

/** Two addresses where nothing listens. */
const addresses = ['http://127.0.0.1:9/conformance-first', 'http://127.0.0.1:9/conformance-second'] as const;

async function listProviders(conversation: Conversation): Promise<readonly Fields[]> {
  const { result, error } = await conversation.request('providers/list', {});
  if (error !== undefined) throw new Unreachable(`providers/list was refused: ${error.message}`);
  const { providers } = fieldsOf(result);
  return Array.isArray(providers) ? providers.map(fieldsOf) : [];
}

const find = (providers: readonly Fields[], { providerId }: Fields): Fields | undefined =>
  providers.find((each) => each['providerId'] === providerId);

const protocolsOf = ({ supported }: Fields): readonly unknown[] =>
  Array.isArray(supported) ? (supported as unknown[]) : [];

/** Sets a provider to two addresses, one after the other. */
async function checkSet(stage: AgentStage, conversation: Conversation, provider: Fields): Promise<void> {
  const { providerId } = provider;
  const [apiType] = protocolsOf(provider);
  for (const more of [{ headers: { 'x-conformance': secret } }, {}]) {
    const baseUrl = addresses['headers' in more ? 0 : 1];
    const reply = await conversation.request('providers/set', { providerId, apiType, baseUrl, ...more });
    if (reply.error !== undefined) throw new Unreachable(`providers/set was refused: ${reply.error.message}`);
    const listed = await listProviders(conversation);
    const current = fieldsOf(find(listed, provider)?.['current']);
    stage.check(
      'PROV-02',
      current['baseUrl'] === baseUrl && current['apiType'] === apiType,
      `A provider that was set to ${baseUrl} is listed with ${JSON.stringify(current)}.`,
    );
    checkHeaders(stage, listed);
  }
}

function checkHeaders(stage: AgentStage, providers: readonly Fields[]): void {
  const text = JSON.stringify(providers);
  const hasHeaders = providers.some((each) => 'headers' in each || 'headers' in fieldsOf(each['current']));
  stage.check('PROV-06', !hasHeaders && !text.includes(secret), `providers/list returns headers: ${text}.`);
}

/** Sends settings that cannot be made. */
async function checkWrong(stage: AgentStage, conversation: Conversation, provider: Fields): Promise<void> {
  const { providerId } = provider;
  const [apiType] = protocolsOf(provider);
  const baseUrl = 'http://127.0.0.1:9/wrong';
  const attempts: readonly Fields[] = [
    { providerId: 'conformance-unknown', apiType, baseUrl },
    { providerId, apiType },
    { providerId, apiType: '_conformance', baseUrl },
  ];
  for (const attempt of attempts) {
    const reply = await replyIfAny(conversation, attempt);
    if (attempt['apiType'] === '_conformance')
      stage.check('PROV-08', reply !== undefined, 'providers/set with an unknown apiType was not answered.');
    if (reply === undefined) continue;
    stage.check(
      'PROV-03',
      isRefused(reply, invalidParams),
      `providers/set with ${JSON.stringify(attempt)} ${describeReply(reply)}.`,
    );
  }
}

async function replyIfAny(conversation: Conversation, params: Fields): Promise<Reply | undefined> {
  try {
    return await conversation.request('providers/set', params);
  } catch (error) {
    if (error instanceof PeerSilent) return undefined;
    throw error;
  }
}

/** Disables what can be disabled, and what cannot. */
async function checkDisable(
  stage: AgentStage,
  conversation: Conversation,
  providers: readonly Fields[],
): Promise<void> {
  const needed = providers.find(({ required }) => required === true);
  if (needed === undefined) stage.notOffered('PROV-04', 'None of its providers is required.');
  else {
    const reply = await conversation.request('providers/disable', { providerId: needed['providerId'] });
    stage.check('PROV-04', isRefused(reply, invalidParams), `Disabling a required provider ${describeReply(reply)}.`);
  }
  const spare = providers.find(({ required, current }) => required !== true && isFields(current));
  if (spare === undefined) return stage.notOffered('PROV-05', 'It has no provider that can be disabled.');
  const reply = await conversation.request('providers/disable', { providerId: spare['providerId'] });
  if (reply.error !== undefined) throw new Unreachable(`providers/disable was refused: ${reply.error.message}`);
  const now = find(await listProviders(conversation), spare);
  return stage.check(
    'PROV-05',
    now !== undefined && !isFields(now['current']),
    `A disabled provider is listed as ${JSON.stringify(now)}.`,
  );
}

/** What was set is gone with the process. */
async function checkForgotten(stage: AgentStage, provider: Fields): Promise<void> {
  if (stage.agent.address !== undefined)
    return stage.notTested('PROV-07', 'It is reached by an address, so its process cannot be started again.');
  const { current } = find(await listProviders(await stage.freshly()), provider) ?? {};
  const { baseUrl } = fieldsOf(current);
  return stage.check(
    'PROV-07',
    baseUrl !== addresses[1],
    `A new process has the address ${JSON.stringify(baseUrl)} too.`,
  );
}

/** The scenarios about providers. */
export const providerScenarios: readonly AgentScenario[] = [
  {
    name: 'providers/settings',
    about: 'Lists, sets and disables providers, on a connection of its own because that changes the process.',
    versions: [1, 2],
    decides: ['PROV-01', 'PROV-02', 'PROV-03', 'PROV-04', 'PROV-05', 'PROV-06', 'PROV-07', 'PROV-08'],
    needs: (agent) => (agent.offers('providers') ? undefined : 'It does not offer providers.'),
    run: async (stage) => {
      const conversation = await stage.freshly();
      const reply = await conversation.request('providers/list', {});
      const isList = Array.isArray(fieldsOf(reply.result)['providers']);
      stage.check('PROV-01', isList, `providers are offered, and providers/list ${describeReply(reply)}.`);
      const providers = await listProviders(conversation);
      checkHeaders(stage, providers);
      const [provider] = providers.filter((each) => protocolsOf(each).length > 0);
      if (provider === undefined) throw new Unreachable('It lists no provider that can be set.');
      await checkWrong(stage, conversation, provider);
      await checkSet(stage, conversation, provider);
      await checkDisable(stage, conversation, providers);
      await checkForgotten(stage, provider);
    },
  },
];
