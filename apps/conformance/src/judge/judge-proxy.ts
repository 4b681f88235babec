/** Judges a proxy: the suite is the conductor of its chain, the client before it, and the agent behind it. */
import { isPeerFailure } from '../conversation/failure.ts';
import { fieldsOf } from '../conversation/message.ts';
import { chainDialects } from '../proxy/chain-dialect.ts';
import type { ProxyScenario } from '../proxy/proxy-scenario.ts';
import { ProxyStage, type ProxySettings } from '../proxy/proxy-stage.ts';
import type { Connect } from '../wire/wire.ts';
import { judgeVersions, type Unspoken } from './judge-versions.ts';
import type { Player } from './play-scenarios.ts';
import { usualLimit, type Judgement, type RunOptions } from './run-options.ts';
import { stagePlayer } from './run-scenario.ts';

/** How a proxy is judged. */
export interface JudgeProxyOptions extends RunOptions<ProxyScenario> {
  /** Starts the proxy. */
  readonly connect: Connect;
}

/** Judges the proxy that `connect` connects to. */
export async function judgeProxy(options: JudgeProxyOptions): Promise<Judgement> {
  const { connect, limit = usualLimit } = options;
  return judgeVersions(
    {
      side: 'proxy',
      probe: async (version) => {
        const settings = { connect, dialect: chainDialects[version], limit };
        const player = (): Player<ProxyScenario> =>
          stagePlayer<ProxyStage, ProxyScenario>((scenario) => ({ stage: new ProxyStage(scenario, settings) }));
        return (await refusalOf(settings)) ?? { player };
      },
      whyUntested: () => 'It is not about proxies, or one proxy alone does not show it.',
    },
    options,
  );
}

/** Why the proxy is not judged in a version: it refuses it, or it does not answer. */
async function refusalOf(settings: ProxySettings): Promise<Unspoken | undefined> {
  const { version } = settings.dialect;
  const stage = new ProxyStage({ name: 'probe', decides: [] }, settings);
  try {
    const { error, result } = await stage.initialize(await stage.connection());
    if (error !== undefined)
      return {
        outcome: 'not-offered',
        found: `It refuses proxy/initialize with version ${version}: ${error.message}`,
      };
    const { protocolVersion: chosen } = fieldsOf(result);
    if (typeof chosen !== 'number' || chosen === version) return undefined;
    return { outcome: 'not-offered', found: `It answered version ${version} with version ${chosen}.` };
  } catch (failure) {
    if (!isPeerFailure(failure)) throw failure;
    return { outcome: 'not-tested', found: failure.message };
  } finally {
    await stage.end();
  }
}
