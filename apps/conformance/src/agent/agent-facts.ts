/** What an agent says of itself in one version of the protocol. */
import type { Dialect, SessionFeature } from '../dialect/dialect.ts';
import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';
import type { Address } from '../remote/address.ts';

export class AgentFacts {
  readonly dialect: Dialect;
  /** The result of `initialize`. */
  readonly result: Fields;

  /** Where it is reached; undefined if it is a process. */
  readonly address: Address | undefined;

  constructor(dialect: Dialect, result: Fields, address?: Address) {
    this.dialect = dialect;
    this.result = result;
    this.address = address;
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
