/** Common mistakes of agents are blamed for what they are, and for nothing that only follows from them. */
import { agentScenarios, judgeAgent, type Connect, type Verdict } from '@acp-stack/conformance';
import { expect, test } from 'vitest';

interface Asked {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: unknown };
}

/** What a small agent of version 1 answers; undefined leaves the request without a response. */
type Answers = (asked: Asked) => object | undefined;

const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: 1, agentInfo: { name: 'careless', version: '1.0.0' }, agentCapabilities: {} },
  'session/prompt': { stopReason: 'end_turn' },
};

/** An agent in this process that reads JSON-RPC, refuses what is none, and answers as it is told. */
function agentThat(answers: Answers): Connect {
  return (receiver) => {
    let sessions = 0;
    const respond = (message: object): void => receiver.text(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const refuse = (code: number): void => respond({ id: null, error: { code, message: 'Refused.' } });
    const read = (text: string): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    };
    const send = (text: string): void => {
      const value = read(text);
      if (value === undefined) return refuse(-32_700);
      const asked = (value ?? {}) as Asked;
      if (typeof value === 'object' && value !== null && ('result' in value || 'error' in value)) return undefined;
      if (typeof asked.method !== 'string') return refuse(-32_600);
      if (asked.id === undefined) return undefined;
      sessions += 1;
      const known = asked.method === 'session/new' ? { sessionId: `s${sessions}` } : results[asked.method];
      const result = answers(asked) ?? known;
      return result === undefined ? undefined : respond({ id: asked.id, result });
    };
    return Promise.resolve({ send: (text) => void setImmediate(send, text), close: () => Promise.resolve() });
  };
}

async function brokenBy(answers: Answers, areas: RegExp): Promise<readonly Verdict[]> {
  return brokenOn(agentThat(answers), areas);
}

async function brokenOn(connect: Connect, areas: RegExp): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeAgent({
    connect,
    scenarios: agentScenarios.filter(({ name }) => areas.test(name)),
    limit: 500,
    startLimit: 10_000,
    budget: Infinity,
  });
  return verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
}

const idsOf = (verdicts: readonly Verdict[]): readonly string[] => [...new Set(verdicts.map(({ rule }) => rule.id))];

test('an agent that leaves unknown requests without a response is blamed for that alone', async () => {
  const areas = /^(?:json-rpc\/(?:unknown-methods|stray-responses)|bad-input|floods|cancellation\/nothing)/u;
  expect(idsOf(await brokenBy(() => undefined, areas)).toSorted()).toEqual(['EXT-04', 'GEN-07']);
});

test('an agent that repeats every version is blamed for that, and not for what version 2 demands', async () => {
  const repeats: Answers = ({ method, params }) =>
    method === 'initialize' ? { ...results['initialize'], protocolVersion: params?.protocolVersion } : undefined;
  const broken = await brokenBy(repeats, /^initialization\/(?:version|names)/u);
  expect(idsOf(broken)).toEqual(['INIT-05']);
  expect(broken.map(({ version }) => version)).toEqual([1]);
});

/** How an agent with short turns behaves. */
interface Habits {
  /** What it answers a cancelled prompt with. */
  readonly end: object;
  /** Whether it asks for permission first, and gives up if it gets an error. */
  readonly asks?: boolean;
}

/** An agent whose turns consist of 200 updates, unless they are cancelled. */
const shortTurns =
  ({ end, asks = false }: Habits): Connect =>
  (receiver) => {
    const send = (message: object): void => receiver.text(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const content = { type: 'text', text: 'word' };
    const turn = { isCancelled: false };
    let permitted: (response: object) => void = () => undefined;
    const work = async (id: unknown, sessionId: unknown): Promise<void> => {
      turn.isCancelled = false;
      if (asks) {
        const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
        const toolCall = { toolCallId: `call-${String(id)}`, title: 'Write' };
        const params = { sessionId, toolCall, options };
        const answered = new Promise<object>((resolve) => (permitted = resolve));
        send({ id: 'ask', method: 'session/request_permission', params });
        const answer = await answered;
        if ('error' in answer) return send({ id, error: answer.error });
      }
      for (let count = 0; count < 200 && !turn.isCancelled; count += 1) {
        const update = { sessionUpdate: 'agent_message_chunk', content };
        send({ method: 'session/update', params: { sessionId, update } });
        await new Promise((resolve) => void setImmediate(resolve));
      }
      return send({ id, ...(turn.isCancelled ? end : { result: { stopReason: 'end_turn' } }) });
    };
    const answer = (text: string): void => {
      const { id, method, params } = JSON.parse(text) as Asked & { readonly params?: { readonly sessionId?: unknown } };
      if (method === 'session/prompt') void work(id, params?.sessionId);
      else if (method === 'session/cancel') turn.isCancelled = true;
      else if (method === 'initialize') send({ id, result: results['initialize'] });
      else if (method === 'session/new') send({ id, result: { sessionId: `session-${String(id)}` } });
      else if (method === undefined) permitted(JSON.parse(text) as object);
      else if (id !== undefined) send({ id, error: { code: -32_601, message: 'Unknown.' } });
    };
    return Promise.resolve({ send: (text) => void setImmediate(answer, text), close: () => Promise.resolve() });
  };

test.each([
  { end: { result: { stopReason: 'end_turn' } }, expected: ['CANCEL-05'] },
  { end: { error: { code: -32_603, message: 'Aborted.' } }, expected: ['CANCEL-05'] },
  { end: { result: { stopReason: 'cancelled' } }, expected: [] },
])('an agent whose short turns are cut short and end with $end breaks $expected', async ({ end, expected }) => {
  expect(idsOf(await brokenOn(shortTurns({ end }), /^cancellation\/turn-of-version-1/u))).toEqual(expected);
});

test('an agent that asks for permission before every work gets it, as from any client', async () => {
  const end = { result: { stopReason: 'cancelled' } };
  const areas = /^(?:(?:capabilities|prompt|messages|permissions)\/|cancellation\/(?:turn|request|nothing))/u;
  expect(idsOf(await brokenOn(shortTurns({ end, asks: true }), areas))).toEqual([]);
});
