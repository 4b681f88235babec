/** What a client says of itself in one version of the protocol. */
import { fieldsOf, type Fields } from '../conversation/message.ts';
import type { AgentDialect } from './agent-dialect.ts';
import type { Over } from './place/agent-place.ts';

/** What is known of a client besides its words. */
export interface ClientTraits {
  readonly canInterrupt: boolean;
  readonly over: Over;
}

export class ClientFacts {
  readonly dialect: AgentDialect;
  /** The params of `initialize`. */
  readonly params: Fields;
  /** Whether it can be asked to stop its work. */
  readonly canInterrupt: boolean;
  /** How it reaches its agent. */
  readonly over: Over;

  constructor(dialect: AgentDialect, params: Fields, { canInterrupt, over }: ClientTraits) {
    this.dialect = dialect;
    this.params = params;
    this.canInterrupt = canInterrupt;
    this.over = over;
  }

  get capabilities(): Fields {
    return this.dialect.capabilitiesIn(this.params);
  }

  /** Whether it offers something to agents, by the path of its marker such as `fs.readTextFile`. */
  offers(path: string): boolean {
    let value: unknown = this.capabilities;
    for (const step of path.split('.')) value = fieldsOf(value)[step];
    return this.dialect.isOffered(value);
  }
}
