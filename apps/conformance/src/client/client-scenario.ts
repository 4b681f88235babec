/** A scenario for clients: what it needs, what it does, and which rules it decides. */
import type { Version } from '../rules/rule.ts';
import type { ClientFacts } from './client-facts.ts';
import type { ClientStage } from './client-stage.ts';

/** A scenario for clients. */
export interface ClientScenario {
  /** `area/what`, as `--only` takes it. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** The versions of the protocol that it is about. */
  readonly versions: readonly Version[];
  /** The rules that it decides. */
  readonly decides: readonly string[];
  /** Says what the client does not offer; undefined if the scenario can run. */
  readonly needs?: (client: ClientFacts) => string | undefined;
  /** Plays it; what it observes goes to the stage. */
  readonly run: (stage: ClientStage) => Promise<void>;
}
