/** What an agent says of itself in one version of the protocol. */
import type { Dialect, SessionFeature } from '../dialect/dialect.ts';
import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';
import { unknownFence, type Fence } from '../conversation/conversation.ts';
import type { Address } from '../remote/address.ts';

/** What is known besides what the agent says. */
interface MoreFacts {
  readonly address?: Address | undefined;
  readonly fence?: Fence;
}

export class AgentFacts {
  readonly dialect: Dialect;
  /** The result of `initialize`. */
  readonly result: Fields;

  /** Where it is reached; undefined if it is a process. */
  readonly address: Address | undefined;

  /** What shows that it has read everything before. */
  readonly fence: Fence;

  constructor(dialect: Dialect, result: Fields, { address, fence = unknownFence }: MoreFacts = {}) {
    this.dialect = dialect;
    this.result = result;
    this.address = address;
    this.fence = fence;
  }

  /** Whether it answers requests that it does not know, as it should. */
  get answersUnknown(): boolean {
    return this.fence === unknownFence;
  }

  get capabilities(): Fields {
    return this.dialect.capabilitiesIn(this.result);
  }

  /** The capabilities of its sessions. */
  get session(): Fields {
    return this.dialect.sessionCapabilities(this.capabilities);
  }

  get authMethods(): readonly Fields[] {
    const { authMethods } = this.result;
    return Array.isArray(authMethods) ? authMethods.map(fieldsOf) : [];
  }

  /** Whether it has an optional method of sessions. */
  has(feature: SessionFeature): boolean {
    return this.dialect.offersSession(this.capabilities, feature);
  }

  /** Whether a marker among its capabilities is an object or true, by its path such as `session.inject`. */
  offers(path: string): boolean {
    let value: unknown = this.capabilities;
    for (const step of path.split('.')) value = fieldsOf(value)[step];
    return isFields(value) || value === true;
  }

  /** The same of the capabilities of its sessions, in either version. */
  offersInSession(path: string): boolean {
    let value: unknown = this.session;
    for (const step of path.split('.')) value = fieldsOf(value)[step];
    return isFields(value) || value === true;
  }
}
