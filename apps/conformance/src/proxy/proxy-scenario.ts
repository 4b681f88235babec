/** A scenario for proxies: what it does, and which rules it decides. */
import type { Version } from '../rules/rule.ts';
import type { ProxyStage } from './proxy-stage.ts';

/** A scenario for proxies. */
export interface ProxyScenario {
  /** `area/what`, as `--only` takes it. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** The versions of the protocol that it is about. */
  readonly versions: readonly Version[];
  /** The rules that it decides. */
  readonly decides: readonly string[];
  /** Plays it; what it observes goes to the stage. */
  readonly run: (stage: ProxyStage) => Promise<void>;
}
