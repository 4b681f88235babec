/** A bridge between two sides without channels: what becomes of a message is known at once. */
import type { BridgeReport } from '@acp-stack/bridge';
import { VirtualClock } from '@acp-stack/testing';

import { defaultBridgeLimits } from '@acp-stack/bridge';
import type { Role } from '@acp-stack/bridge';
import { Translator, type TranslatorOptions } from '../../../packages/bridge/src/translate/translator.ts';
import { v1AgentRules } from '../../../packages/bridge/src/rules-for-v1-agent/rules.ts';
import { v1ClientRules } from '../../../packages/bridge/src/rules-for-v1-client/rules.ts';
import type { Version } from '../round-trip/wire.ts';

export interface Message {
  readonly id?: string;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: object;
}

/** What became of one message. */
export interface Outcome {
  readonly sent: Readonly<Record<Role, readonly Message[]>>;
  readonly reports: readonly BridgeReport[];
}

export class DirectBridge {
  readonly #translator: Pick<Translator<never, never>, 'receive' | 'finish'>;
  #sent: { role: Role; message: Message }[] = [];
  #reports: BridgeReport[] = [];
  #ids = 0;

  constructor(client: Version, extras: boolean) {
    const options: Omit<TranslatorOptions, 'versions'> = {
      send: (role, message) => void this.#sent.push({ role, message: message as Message }),
      isStrict: false,
      report: (report) => void this.#reports.push(report),
      limits: defaultBridgeLimits,
      clock: new VirtualClock(),
      mintId: () => this.#nextId('minted'),
      extras,
    };
    this.#translator =
      client === 1
        ? new Translator({ ...options, versions: { client: 1, agent: 2 } }, (hub) => v1ClientRules(hub, { extras }))
        : new Translator({ ...options, versions: { client: 2, agent: 1 } }, (hub) =>
            v1AgentRules(hub, { extras, terminals: undefined }),
          );
  }

  notify(from: Role, method: string, params: object): Outcome {
    return this.#take(from, { method, params });
  }

  /** Asks; the answer has the id under which the other side got it, where it did. */
  ask(
    from: Role,
    method: string,
    params: object,
  ): Outcome & { readonly id: string; readonly askedAs: string | undefined } {
    const id = this.#nextId(from);
    const outcome = this.#take(from, { id, method, params });
    const asked = outcome.sent[from === 'client' ? 'agent' : 'client'].find((message) => message.id !== undefined);
    return { ...outcome, id, askedAs: asked?.id };
  }

  answer(from: Role, id: string | undefined, result: object): Outcome {
    return this.#take(from, { ...(id === undefined ? {} : { id }), result });
  }

  #take(from: Role, message: Message): Outcome {
    this.#sent = [];
    this.#reports = [];
    this.#translator.receive(from, { jsonrpc: '2.0', ...message });
    this.#translator.finish();
    const sent: Record<Role, Message[]> = { client: [], agent: [] };
    for (const each of this.#sent) sent[each.role].push(each.message);
    return { sent, reports: this.#reports };
  }

  #nextId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}-${this.#ids}`;
  }
}
