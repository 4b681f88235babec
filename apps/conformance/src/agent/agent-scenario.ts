/** A scenario for agents: what it needs, what it does, and which rules it decides. */
import type { Version } from '../rules/rule.ts';
import type { AgentFacts } from './agent-facts.ts';
import type { AgentStage } from './agent-stage.ts';

/** A scenario for agents. */
export interface AgentScenario {
  /** `area/what`, as `--only` takes it. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** The versions of the protocol that it is about. */
  readonly versions: readonly Version[];
  /** The rules that it decides. */
  readonly decides: readonly string[];
  /** Says what the agent does not offer; undefined if the scenario can run. */
  readonly needs?: (agent: AgentFacts) => string | undefined;
  /** Whether it changes what other connections see, so that nothing may run beside it. */
  readonly isAlone?: boolean;
  /** Plays it; what it observes goes to the stage. */
  readonly run: (stage: AgentStage) => Promise<void>;
}
