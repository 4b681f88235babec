/** One side of one connection, as it is observed. */
import type { Attributes } from '@opentelemetry/api';

import { names } from '../attributes/attribute-names.ts';
import { boundedText } from '../attributes/bounded-names.ts';
import type { Role, Telemetry } from './telemetry.ts';

/** Whether a message was sent or received by the program that is observed. */
export type Direction = 'in' | 'out';

export interface SideOptions {
  readonly role: Role;
  /** `out` if this side sends prompts, `in` if it gets them. */
  readonly prompts: Direction;
  /** Whether tool calls, tokens and sessions are counted here; false where another side of the same program does it. */
  readonly countsWork: boolean;
}

/** What is known of a connection, and stands in its spans and metrics. */
export class ObservedSide {
  readonly telemetry: Telemetry;
  readonly options: SideOptions;
  #agent: string | undefined;
  /** For spans. */
  #spans: Attributes;
  /** For metrics. */
  #metrics: Attributes;

  constructor(telemetry: Telemetry, options: SideOptions) {
    this.telemetry = telemetry;
    this.options = options;
    this.#spans = { [names.role]: options.role };
    this.#metrics = this.#spans;
  }

  /** The name of the agent; undefined until it has said it. */
  get agent(): string | undefined {
    return this.#agent;
  }

  /** What every span of the connection says. */
  get spanAttributes(): Attributes {
    return this.#spans;
  }

  /** What every metric of the connection says. */
  get metricAttributes(): Attributes {
    return this.#metrics;
  }

  /** The client has said its name. */
  setClient(name: unknown): void {
    const client = boundedText(name);
    if (client !== undefined) this.#spans = { ...this.#spans, [names.client]: client };
  }

  /** The agent has said its name, and the version of the protocol. */
  setAgent({
    name,
    version,
    protocolVersion,
  }: Readonly<Record<'name' | 'version' | 'protocolVersion', unknown>>): void {
    this.#agent = boundedText(name);
    const agentVersion = boundedText(version);
    this.#spans = {
      ...this.#spans,
      ...(this.#agent === undefined ? {} : { [names.agentName]: this.#agent }),
      ...(agentVersion === undefined ? {} : { [names.agentVersion]: agentVersion }),
      ...(typeof protocolVersion === 'number' ? { [names.version]: protocolVersion } : {}),
    };
    const agent = this.telemetry.agents.of(this.#agent);
    this.#metrics = { ...this.#metrics, ...(agent === undefined ? {} : { [names.agentName]: agent }) };
  }
}
