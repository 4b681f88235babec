/** What client and agent said in `initialize`. */
import { RpcError } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { initializeParamsToV1, initializeResultToV2 } from '../convert/initialize.ts';
import { hasVersion1Mark, withVersion1Mark } from '../extensions/version-1-methods.ts';
import { withOffers } from '../extensions/client-offers.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';

export interface InitializationSettings {
  readonly extras: boolean;
  /** Whether the bridge can run terminals. */
  readonly terminals: boolean;
}

/** What every agent of version 2 with sessions can do, and what happens for an agent that cannot. */
const stopgaps = {
  load: 'Their history is not replayed.',
  resume: 'They are loaded, if the agent can do that, and their history is not shown.',
  list: 'The sessions of this connection are listed.',
  close: 'They are cancelled and forgotten.',
} as const;

type Need = keyof typeof stopgaps;

export class Initialization {
  readonly #context: RuleContext<V2, V1>;
  readonly #settings: InitializationSettings;
  #agent: v1.AgentCapabilities = {};
  #clientHasTerminals = false;

  constructor(context: RuleContext<V2, V1>, settings: InitializationSettings) {
    this.#context = context;
    this.#settings = settings;
  }

  /** Whether the client understands what only version 1 has. */
  get extras(): boolean {
    return this.#settings.extras;
  }

  /** Whether the client runs terminals itself. */
  get clientHasTerminals(): boolean {
    return this.#clientHasTerminals;
  }

  get canLogout(): boolean {
    return isOffered(this.#agent.auth?.logout);
  }

  /** Whether the agent itself can do it. */
  can(need: Need): boolean {
    if (need === 'load') return this.#agent.loadSession === true;
    return isOffered(this.#agent.sessionCapabilities?.[need]);
  }

  /** Whether the bridge may fill in for the agent. */
  get mayHelp(): boolean {
    return !this.#context.isStrict;
  }

  initialize(params: v2.InitializeRequest, exchange: Exchange<v2.InitializeResponse, V1>): void {
    const { protocolVersion } = params;
    // Version 0 is answered with the latest version (INIT-05, X-23).
    if (protocolVersion === 1) {
      const message = 'Version 1 of the protocol is not supported here; the supported one is 2.';
      const data = { requested: protocolVersion, supported: [2] };
      exchange.refuse(new RpcError(errorCodes.unsupported_protocol_version, message, { data }));
      return;
    }
    const { terminal } = (params.capabilities ?? {}) as { readonly terminal?: unknown };
    this.#clientHasTerminals = this.#settings.extras && terminal === true;
    const converted = initializeParamsToV1(params, this.#settings, this.#context);
    const offered = { ...converted, clientCapabilities: withOffers(converted.clientCapabilities ?? {}) };
    exchange.forward('initialize', offered, {
      result: (result) => {
        this.#agent = result.agentCapabilities ?? {};
        const shown = this.#withSessions(initializeResultToV2(result, this.#settings, this.#context));
        return this.#settings.extras && hasVersion1Mark(params.capabilities) ? marked(shown) : shown;
      },
    });
  }

  /**
   * Version 2 has sessions with all four abilities or none. The bridge fills in for what the agent lacks, except in
   * strict mode.
   */
  #withSessions(result: v2.InitializeResponse): v2.InitializeResponse {
    const missing = (Object.keys(stopgaps) as Need[]).filter((need) => !this.can(need));
    if (missing.length === 0) return result;
    if (this.mayHelp) {
      const words = missing.map((need) => `The agent cannot ${need} sessions. ${stopgaps[need]}`);
      this.#context.lose('initialize result', words.join(' '));
      return result;
    }
    const { session: _, ...others } = result.capabilities ?? {};
    return { ...result, capabilities: others };
  }
}

/** The response to a client that has said what it can do for an agent of version 1. */
const marked = (result: v2.InitializeResponse): v2.InitializeResponse => ({
  ...result,
  capabilities: withVersion1Mark(result.capabilities ?? {}),
});

const isOffered = (marker: unknown): boolean => typeof marker === 'object' && marker !== null;
