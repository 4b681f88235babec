/** What a client says of itself in one version of the protocol. */
import { fieldsOf, type Fields } from '../conversation/message.ts';
import type { AgentDialect } from './agent-dialect.ts';

export class ClientFacts {
  readonly dialect: AgentDialect;
  /** The params of `initialize`. */
  readonly params: Fields;
  /** Whether it can be asked to stop its work. */
  readonly canInterrupt: boolean;

  constructor(dialect: AgentDialect, params: Fields, canInterrupt: boolean) {
    this.dialect = dialect;
    this.params = params;
    this.canInterrupt = canInterrupt;
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
