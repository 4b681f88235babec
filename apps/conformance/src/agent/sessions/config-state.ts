/** The config options of one session, as the agent has told them last. */
import type { Conversation } from '../../conversation/conversation.ts';
import { fieldsOf, type Fields, type Reply } from '../../conversation/message.ts';
import type { AgentStage } from '../agent-stage.ts';

/** How a value of an option is set; undefined for types that this suite does not know. */
export function valueType({ type }: Fields): 'id' | 'boolean' | undefined {
  if (type === 'select') return 'id';
  return type === 'boolean' ? 'boolean' : undefined;
}

const entriesOf = ({ options }: Fields): readonly Fields[] => (Array.isArray(options) ? options.map(fieldsOf) : []);
const isGroup = (entry: Fields): boolean => Array.isArray(entry['options']);

/** The values that an option can be set to. */
export const valuesOf = (option: Fields): readonly unknown[] =>
  entriesOf(option).flatMap((entry) => (isGroup(entry) ? valuesOf(entry) : [entry['value']]));

/** Whether an option has groups beside values that are in none. */
export function isMixed(option: Fields): boolean {
  const entries = entriesOf(option);
  return entries.some(isGroup) && !entries.every(isGroup);
}

export class ConfigState {
  readonly sessionId: string;
  readonly #stage: AgentStage;
  readonly #conversation: Conversation;
  #options: readonly Fields[];
  /** Where in the log they were told. */
  #toldAt: number;

  /** The options in the result of `session/new`. */
  constructor(stage: AgentStage, conversation: Conversation, opened: Fields) {
    this.#stage = stage;
    this.#conversation = conversation;
    this.sessionId = String(opened['sessionId']);
    this.#options = this.optionsIn(opened);
    this.#toldAt = 0;
  }

  get options(): readonly Fields[] {
    const [update] = this.#conversation.updates(this.sessionId, ['config_option_update'], this.#toldAt).slice(-1);
    return update === undefined ? this.#options : this.optionsIn(update);
  }

  get ids(): readonly unknown[] {
    return this.options.map(this.idOf);
  }

  readonly idOf = (option: Fields): unknown => option[this.#stage.dialect.configIdKey];

  /** The options in a result or an update. */
  readonly optionsIn = (fields: unknown): readonly Fields[] => {
    const { configOptions } = fieldsOf(fields);
    return Array.isArray(configOptions) ? configOptions.map(fieldsOf) : [];
  };

  idsIn(fields: unknown): readonly unknown[] {
    return this.optionsIn(fields).map(this.idOf);
  }

  /** The same option in a result or an update. */
  find(fields: unknown, option: Fields): Fields | undefined {
    return this.optionsIn(fields).find((each) => this.idOf(each) === this.idOf(option));
  }

  /** An option that can have another value, and that value. */
  changeable(): readonly [Fields, unknown] | readonly [] {
    for (const option of this.options) {
      const other =
        option['type'] === 'boolean'
          ? !(option['currentValue'] as boolean)
          : valuesOf(option).find((value) => value !== option['currentValue']);
      if (valueType(option) !== undefined && other !== undefined) return [option, other];
    }
    return [];
  }

  /** Sets an option in the form of its type. */
  set(option: Fields, value: unknown): Promise<Reply> {
    const type = valueType(option);
    const form = this.#stage.dialect.configValue(type ?? 'id', value);
    return this.send({ configId: this.idOf(option), ...form });
  }

  /** Sends `session/set_config_option` with these params. */
  async send(params: Fields): Promise<Reply> {
    const reply = await this.#conversation.request('session/set_config_option', {
      sessionId: this.sessionId,
      ...params,
    });
    if (reply.error === undefined && this.optionsIn(reply.result).length > 0)
      this.#options = this.optionsIn(reply.result);
    return reply;
  }
}
