/** What a hub is opened with. */
import type { Journal } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';
import type { AgentComponent } from '@acp-stack/sdk';

import type { AuthenticatorOptions } from '../access/authenticator.ts';
import type { QuotaLimits } from '../access/quotas.ts';
import type { SetupRules } from '../access/setup-policy.ts';
import type { AgentPoolLimits } from '../agents/agent-pool.ts';
import type { AgentSource } from '../agents/agent-source.ts';
import type { OfferMachine } from '../agents/offered-machine.ts';
import type { FurtherMethods } from '../methods/further-methods.ts';
import type { HubLogOptions } from '../observe/hub-log.ts';
import type { Retention } from '../retention/housekeeping.ts';
import type { HubObserver } from '../observe/hub-observer.ts';

/** Who may use the hub, besides those that have an invitation. */
export type Credentials = Pick<AuthenticatorOptions, 'tokens' | 'reloadTokens' | 'oidc' | 'certificates'>;

/** Options of `openHub`. */
export interface HubOptions extends Omit<SetupRules, 'agents'> {
  /** Where everything is stored. It stays open when the hub is closed. */
  readonly journal: Journal;
  /**
   * What the journal had lost when it was opened, as `onLoss` of a journal in a file says it. It is logged, and the
   * positions that clients have named until now are refused, because other records may get their numbers.
   */
  readonly loss?: Error;
  /** The agents that sessions may use, by name; the first one is the default. */
  readonly agents: Readonly<Record<string, AgentComponent | AgentSource>>;
  /** Who may use the hub; when absent, everyone who reaches it, as the operator. */
  readonly credentials?: Credentials;
  /** The beginning of the name of this node, such as the name of the machine; a random end makes it unique. */
  readonly name?: string;
  /** No other process uses the journal, as with a file of SQLite: the sessions of earlier nodes are taken at once. */
  readonly isAlone?: boolean;
  /** Further methods that clients may call, by their names, which begin with `_`. */
  readonly methods?: FurtherMethods;
  /** The quotas that differ from the defaults. */
  readonly quotas?: Partial<QuotaLimits>;
  /** The quotas of one principal that differ from those of all. */
  readonly quotasOf?: (principal: string) => Partial<QuotaLimits> | undefined;
  /** Limits of the running agents. */
  readonly agentLimits?: Partial<AgentPoolLimits>;
  /** After how much time without work and without clients the agent of a session is closed, in milliseconds. */
  readonly sleepAfter?: number;
  /** How long and how much is kept; everything by default. */
  readonly retention?: Retention;
  /** The version that clients and agents are told. */
  readonly version?: string;
  /** Observes the connections to clients and agents; `observe(options)` of `@acp-stack/telemetry` sets it. */
  readonly observer?: HubObserver;
  /** Offers agents what is on the machine of the user, such as the files of an editor; nothing when absent. */
  readonly offer?: OfferMachine;
  /** Measures every time; the system clock by default. */
  readonly clock?: Clock;
  /** Takes the lines of the log, each a JSON object with its line break; see `level`. */
  readonly log?: Pick<HubLogOptions, 'write' | 'level'>;
}
