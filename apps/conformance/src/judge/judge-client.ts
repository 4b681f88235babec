/** Judges a client: it is started once for each scenario, and connects to the agent that the suite plays. */
import { agentDialects } from '../client/agent-dialect.ts';
import type { ClientDriver } from '../client/client-driver.ts';
import { ClientFacts } from '../client/client-facts.ts';
import type { ClientPlay } from '../client/client-play.ts';
import type { ClientScenario } from '../client/client-scenario.ts';
import { ClientStage, type ClientSettings } from '../client/client-stage.ts';
import type { Over } from '../client/place/agent-place.ts';
import { whyUntested } from '../client/untested.ts';
import { isPeerFailure, PeerEnded, PeerSilent } from '../conversation/failure.ts';
import { fieldsOf, type Fields } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import type { Observation } from '../verdict/verdict.ts';
import { judgeVersions, type Unspoken } from './judge-versions.ts';
import type { Player } from './play-scenarios.ts';
import { usualLimit, usualStartLimit, type Judgement, type RunOptions } from './run-options.ts';
import { stagePlayer } from './run-scenario.ts';

/** How a client is judged. */
export interface JudgeClientOptions extends RunOptions<ClientScenario> {
  /** Starts the client. */
  readonly driver: ClientDriver;
  /** How the client reaches the agent, `stdio` by default. */
  readonly over?: Over;
  /** The words of the prompt that the client is given. */
  readonly prompt?: string;
  /** Milliseconds until the client has started the agent, 15,000 by default. */
  readonly startLimit?: number;
  /** Milliseconds to wait for what a client must not do, 300 by default. */
  readonly patience?: number;
}

/** Judges the client that `driver` starts. */
export async function judgeClient(options: JudgeClientOptions): Promise<Judgement> {
  const settings = settingsOf(options);
  return judgeVersions(
    {
      side: 'client',
      probe: async (version) => {
        const facts = await probeVersion(version, settings);
        if (!(facts instanceof ClientFacts)) return facts;
        const player = (): Player<ClientScenario> => {
          const { play, close } = stagePlayer<ClientStage, ClientScenario>((scenario) => ({
            stage: new ClientStage(scenario, { ...settings, facts }),
            missing: scenario.needs?.(facts),
          }));
          return { play: async (scenario) => ofTransport(facts.over, await play(scenario)), close };
        };
        return { info: facts.dialect.infoIn(facts.params), player };
      },
      whyUntested,
    },
    options,
  );
}

type Settings = Omit<ClientSettings, 'facts'> & { readonly over: Over };

/** A client that connects to an address has no standard input or output to judge. */
const ofTransport = (over: Over, observations: readonly Observation[]): readonly Observation[] =>
  observations.map((each) =>
    over === 'stdio' || !each.rule.startsWith('STDIO-')
      ? each
      : { ...each, kind: 'not-offered', found: 'It connects to the address of its agent.', evidence: [] },
  );

const settingsOf = (options: JudgeClientOptions): Settings => ({
  driver: options.driver,
  over: options.over ?? 'stdio',
  prompt: options.prompt ?? 'Say hello.',
  limit: options.limit ?? usualLimit,
  startLimit: options.startLimit ?? usualStartLimit,
  patience: options.patience ?? 300,
});

/** The facts of the client in one version, or why it does not speak it: it is known once the client opens a session. */
async function probeVersion(version: Version, settings: Settings): Promise<ClientFacts | Unspoken> {
  const dialect = agentDialects[version];
  const { over } = settings;
  const nothingYet = new ClientFacts(dialect, {}, { canInterrupt: false, over });
  const stage = new ClientStage({ name: 'probe', decides: [] }, { ...settings, facts: nothingYet });
  try {
    const client = await stage.start();
    const params = await introduction(client);
    const { protocolVersion: asked } = params;
    const traits = { canInterrupt: client.run.interrupt !== undefined, over };
    // What it says is no initialize; the scenarios find out what is wrong with that.
    if (asked === undefined) return new ClientFacts(dialect, params, traits);
    if (typeof asked === 'number' && asked < version)
      return { outcome: 'not-offered', found: `It asks for version ${asked}, not for version ${version}.` };
    try {
      await client.called('session/new');
    } catch (error) {
      if (!(error instanceof PeerEnded)) throw error;
      return { outcome: 'not-offered', found: `It does not go on with an agent of version ${version}.` };
    }
    return new ClientFacts(dialect, params, traits);
  } catch (failure) {
    if (!isPeerFailure(failure)) throw failure;
    return { outcome: 'not-tested', found: failure.message };
  } finally {
    await stage.end();
  }
}

/** The params of its `initialize`; none if it sends something else. */
async function introduction(client: ClientPlay): Promise<Fields> {
  try {
    return fieldsOf((await client.called('initialize'))['params']);
  } catch (error) {
    if (error instanceof PeerSilent && client.conversation.received().length > 0) return {};
    throw error;
  }
}
