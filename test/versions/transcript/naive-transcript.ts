/**
 * The simplest transcript that keeps the rules: mutable arrays and maps, everything copied.
 *
 * The real transcript is compared with it.
 */
import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import type { Entry, Transcript } from '@acp-stack/transcript';

type Fields = Record<string, unknown>;

const tools = { kind: 'other', status: 'pending', locations: [] };
const isNothing = (value: unknown): boolean => value === undefined || value === null;

const isPlain = (block: Fields): boolean =>
  block['type'] === 'text' &&
  Object.entries(block).every(([key, value]) => ['type', 'text'].includes(key) || isNothing(value));

/** Entries after which text of the agent is another part of its message. */
const dividing = new Set(['tool_call', 'user_message', 'compaction', 'subagent', 'session_message']);

/** The text of blocks that are nothing but text. */
const plainText = (blocks: readonly Fields[]): string | undefined =>
  blocks.every(isPlain) ? blocks.map(({ text }) => String(text)).join('') : undefined;

export class NaiveTranscript {
  entries: Fields[] = [];
  readonly terminals: Fields[] = [];
  plans: Fields[] = [];
  lastPlan: unknown = undefined;
  state: unknown = undefined;
  info: Fields = {};
  usage: unknown = undefined;
  configOptions: unknown = undefined;
  availableCommands: unknown = undefined;
  #numbered = 0;
  /** Messages that have lost their later parts, and go on in another entry. */
  readonly #ended = new Set<Fields>();

  tell(update: SessionUpdate): void {
    const { sessionUpdate: tag, ...fields } = structuredClone(update) as Fields & { sessionUpdate: string };
    const growing = /^(.+)_chunk$/u.exec(tag)?.[1];
    if (['user_message', 'agent_message', 'agent_thought', 'session_message'].includes(growing ?? tag)) {
      if (growing === undefined) this.#replace(tag, fields);
      else this.#append(growing, fields['messageId'], fields['content'] as Fields);
    } else if (tag === 'tool_call_update' || tag === 'tool_call_content_chunk') {
      const entry = this.#entry('tool_call', fields['toolCallId'], {
        toolCallId: fields['toolCallId'],
        ...tools,
        content: [],
      });
      if (tag === 'tool_call_update') patch(entry, fields, 'content', tools);
      else (entry['content'] as unknown[]).push(fields['content']);
    } else if (tag === 'compaction_update' || tag === 'compaction_summary_chunk') {
      const { compactionId } = fields;
      const entry = this.#entry('compaction', compactionId, { compactionId, status: 'in_progress', summary: [] });
      if (tag === 'compaction_update') patch(entry, fields, 'summary');
      else append(entry['summary'] as Fields[], fields['content'] as Fields);
    } else if (tag === 'subagent_update') {
      patch(this.#entry('subagent', fields['sessionId'], { sessionId: fields['sessionId'] }), fields);
    } else if (tag === 'terminal_update' || tag === 'terminal_output_chunk') this.#tellTerminal(tag, fields);
    else if (tag === 'notice') this.entries.push({ ...this.#number('notice'), notice: fields });
    else this.#tellSession(tag, fields, update);
  }

  #append(type: string, messageId: unknown, block: Fields): void {
    const last = this.#parts(type, messageId).at(-1);
    const isDivided = type.startsWith('agent_') && last !== undefined && this.#isFollowed(last);
    if (isDivided && isPlain(block) && block['text'] === '') return;
    const part = isDivided ? ((last['part'] as number | undefined) ?? 1) + 1 : undefined;
    const entry = isDivided
      ? found(this.entries, `${type}/${part}:${String(messageId)}`, { type, messageId, content: [], part })
      : (last ?? this.#entry(type, messageId, { messageId, content: [] }));
    append(entry['content'] as Fields[], block);
  }

  #replace(type: string, fields: Fields): void {
    const { content, ...others } = fields;
    const first = this.#entry(type, fields['messageId'], { messageId: fields['messageId'], content: [] });
    const parts = this.#parts(type, fields['messageId']);
    patch(first, others);
    if (content === undefined) return;
    const blocks = (content ?? []) as Fields[];
    const before = plainText(parts.slice(0, -1).flatMap((part) => part['content'] as Fields[]));
    const text = plainText(blocks);
    const last = parts.at(-1);
    if (parts.length > 1 && last !== undefined && text !== undefined && before !== undefined) {
      if (text.length > before.length && text.startsWith(before)) {
        last['content'] = [{ type: 'text', text: text.slice(before.length) }];
        return;
      }
    }
    const obsolete = new Set(parts.slice(1));
    this.entries = this.entries.filter((entry) => !obsolete.has(entry));
    first['content'] = blocks;
    // What follows stands behind everything that the later parts were behind.
    if (obsolete.size > 0) this.#ended.add(first);
  }

  /** The parts of a message, in order; none if it is not known. */
  #parts(type: string, messageId: unknown): Fields[] {
    return this.entries.filter((entry) => entry['type'] === type && entry['messageId'] === messageId);
  }

  /** Whether something stands behind the entry that divides the texts of an agent. */
  #isFollowed(entry: Fields): boolean {
    const behind = this.entries.slice(this.entries.indexOf(entry) + 1);
    return this.#ended.has(entry) || behind.some(({ type }) => dividing.has(type as string));
  }

  #tellTerminal(tag: string, { output, data, ...fields }: Fields): void {
    const id = fields['terminalId'];
    const terminal = found(this.terminals, id as string, { terminalId: id, bytes: [] });
    if (tag === 'terminal_output_chunk') (terminal['bytes'] as number[]).push(...bytesOf(data as string));
    else {
      patch(terminal, fields);
      if (output === null) terminal['bytes'] = [];
      else if (output !== undefined) terminal['bytes'] = bytesOf((output as { data: string }).data);
    }
  }

  #tellSession(tag: string, fields: Fields, update: SessionUpdate): void {
    if (tag === 'state_update') this.state = fields;
    else if (tag === 'config_option_update') this.configOptions = fields['configOptions'];
    else if (tag === 'available_commands_update') this.availableCommands = fields['availableCommands'];
    else if (tag === 'session_info_update') patch(this.info, fields);
    else if (tag === 'usage_update') {
      const { cost = (this.usage as Fields | undefined)?.['cost'], ...figures } = fields;
      this.usage = isNothing(cost) ? figures : { ...figures, cost };
    } else if (tag === 'plan_update') {
      const plan = fields['plan'] as { planId: string };
      const told = found(this.plans, plan.planId, {});
      delete told['_meta'];
      Object.assign(told, { plan }, isNothing(fields['_meta']) ? {} : { _meta: fields['_meta'] });
      this.lastPlan = plan.planId;
    } else if (tag === 'plan_removed') {
      this.plans = this.plans.filter(({ id }) => id !== fields['planId']);
      if (this.lastPlan === fields['planId']) this.lastPlan = undefined;
    } else this.entries.push({ ...this.#number('unknown'), update });
  }

  #entry(type: string, id: unknown, initial: Fields): Fields {
    return found(this.entries, `${type}:${String(id)}`, { type, ...initial });
  }

  #number(type: string): Fields {
    this.#numbered += 1;
    return { id: `${type}:${this.#numbered - 1}`, type };
  }

  view(): unknown {
    const { entries, terminals, plans, lastPlan, state, info, usage, configOptions, availableCommands } = this;
    return json({ entries, terminals, plans, lastPlan, state, info, usage, configOptions, availableCommands });
  }
}

/** The real one in the same shape. */
export function viewOf(transcript: Transcript): unknown {
  const { entries, terminals, plans, lastPlanId, state, info, usage, configOptions, availableCommands } = transcript;
  return json({
    entries: entries.toArray().map(plainEntry),
    terminals: terminals.toArray().map(({ output, ...fields }) => ({ ...fields, bytes: [...output.bytes] })),
    plans: plans.toArray(),
    lastPlan: lastPlanId,
    state,
    info,
    usage,
    configOptions,
    availableCommands,
  });
}

const plainEntry = (entry: Entry): object => ({
  ...entry,
  ...('content' in entry ? { content: (entry.content as { toArray: () => unknown }).toArray() } : {}),
  ...('summary' in entry ? { summary: (entry.summary as { toArray: () => unknown }).toArray() } : {}),
});

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

function found(list: Fields[], id: string, initial: Fields): Fields {
  const known = list.find((each) => each['id'] === id);
  if (known !== undefined) return known;
  const made = { id, ...structuredClone(initial) };
  list.push(made);
  return made;
}

function patch(target: Fields, fields: Fields, list?: string, defaults: Fields = {}): void {
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'id' || key === 'type') continue;
    if (key === '_meta') {
      if (value === null) delete target['_meta'];
      else target['_meta'] = { ...(target['_meta'] as object | undefined), ...(value as object) };
    } else if (key === list) target[key] = value ?? [];
    else if (value !== null) target[key] = value;
    else if (key in defaults) target[key] = defaults[key];
    else delete target[key];
  }
}

function append(list: Fields[], block: Fields): void {
  const last = list.at(-1);
  if (!isPlain(block)) list.push(block);
  else if (last === undefined || !isPlain(last)) list.push({ type: 'text', text: block['text'] });
  else if (block['text'] !== '') {
    list[list.length - 1] = { type: 'text', text: `${String(last['text'])}${String(block['text'])}` };
  }
}

const bytesOf = (data: string): number[] => [...Buffer.from(data, 'base64')];

/** Cuts a plain text or the bytes of a terminal in two, where an update holds some. */
export function cut(update: SessionUpdate, where: number): readonly SessionUpdate[] {
  const { content, data } = update as { readonly content?: ContentBlock; readonly data?: string };
  if (update.sessionUpdate === 'terminal_output_chunk' && typeof data === 'string') {
    const bytes = Buffer.from(data, 'base64');
    const at = where % (bytes.length + 1);
    return [bytes.subarray(0, at), bytes.subarray(at)].map((piece) => ({ ...update, data: piece.toString('base64') }));
  }
  const isBlock = update.sessionUpdate.endsWith('_chunk') && update.sessionUpdate !== 'tool_call_content_chunk';
  if (!isBlock || content?.type !== 'text' || !isPlain({ ...content })) return [update];
  const words = content.text;
  const at = where % (words.length + 1);
  return [words.slice(0, at), words.slice(at)].map(
    (piece) => ({ ...update, content: { ...content, text: piece } }) as SessionUpdate,
  );
}
