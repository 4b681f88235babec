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
  const { verdicts } = await judgeAgent({
    connect: agentThat(answers),
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
