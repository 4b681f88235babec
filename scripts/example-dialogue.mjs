/**
 * Prints what is said while an example runs: by the user, by the agent, and everything that they ask each other.
 *
 * Examples are programs as users write them and print little. So every connection of a client in this process is
 * listened to; what programs say that an example has started is theirs to print.
 */
import { client } from '@acp-stack/sdk';

const usual = new Set(['initialize', 'session/new', 'session/resume', 'session/list', 'session/close']);
const longest = 160;
const longestFields = 90;

/** Has `print` called with each line from now on; the returned function prints what was not finished. */
export function showDialogue(print) {
  const prototype = Object.getPrototypeOf(client({ name: 'dialogue', version: '1.0.0' }));
  const { connect } = prototype;
  const ends = [];
  prototype.connect = async function connectAndListen(...args) {
    const connection = await connect.apply(this, args);
    const dialogue = new Dialogue(print);
    ends.push(() => dialogue.flush());
    const listen = () => connection.raw.tap((tapped) => dialogue.note(tapped));
    const { reconnect } = connection;
    // Another connection underneath.
    connection.reconnect = async (...again) => {
      const opened = await reconnect(...again);
      listen();
      return opened;
    };
    listen();
    return connection;
  };
  return () => {
    prototype.connect = connect;
    for (const end of ends) end();
  };
}

/** What is said over one connection. */
class Dialogue {
  #print;
  /** The message that is being written: its speaker, its id and the text so far. */
  #open;
  /** Requests that wait for their response. */
  #asked = new Map();
  #titles = new Map();
  #printed = new Map();

  constructor(print) {
    this.#print = print;
  }

  note({ direction, message }) {
    const { id, method, params, result, error } = Object(message);
    const isOurs = direction === 'out';
    if (method === undefined) this.#answer(`${isOurs ? 'in' : 'out'} ${id}`, isOurs, { result, error });
    else if (method === 'session/update') this.#update(params?.update ?? {});
    else if (!usual.has(method)) this.#ask({ isOurs, id, method, params });
  }

  flush() {
    if (this.#open === undefined) return;
    const { speaker, text } = this.#open;
    this.#open = undefined;
    if (text.trim() !== '') this.#say(speaker, text.trim());
  }

  #say(speaker, words) {
    this.flush();
    const shown = words.length > longest ? `${words.slice(0, longest)}…` : words;
    this.#print(`${speaker}: ${shown.replaceAll('\n', '\n  ')}`);
  }

  /** Calls that are not part of the conversation. */
  #call(isOurs, words) {
    this.flush();
    const shown = words.length > longestFields ? `${words.slice(0, longestFields)}…` : words;
    this.#print(`  ${isOurs ? '→' : '←'} ${shown}`);
  }

  #ask({ isOurs, id, method, params }) {
    if (id !== undefined) this.#asked.set(`${isOurs ? 'out' : 'in'} ${id}`, { method, params });
    const speaker = isOurs ? 'You' : 'Agent';
    if (method === 'session/prompt') this.#say(speaker, textOf(params?.prompt));
    else if (method === 'session/inject') this.#say(`${speaker} (${params?.mode})`, textOf(params?.content));
    else if (method === 'session/request_permission') this.#say(speaker, params?.title ?? 'May I?');
    else if (method === 'elicitation/create') this.#say(speaker, params?.message ?? method);
    else this.#call(isOurs, `${method}${fieldsOf(params)}`);
  }

  #answer(key, isOurs, { result, error }) {
    const { method, params } = this.#asked.get(key) ?? {};
    this.#asked.delete(key);
    if (method === undefined) return;
    const speaker = isOurs ? 'You' : 'Agent';
    if (error !== undefined) this.#call(isOurs, `${method} failed: ${error.message}`);
    else if (method === 'session/request_permission') {
      const chosen = params?.options?.find(({ optionId }) => optionId === result?.outcome?.optionId);
      this.#say(speaker, chosen?.name ?? 'no answer');
    } else if (method === 'elicitation/create') this.#say(speaker, answerText(result));
    else if (method !== 'session/prompt' && fieldsOf(result) !== '') this.#call(isOurs, fieldsOf(result).trim());
  }

  #update(update) {
    const { sessionUpdate: kind, messageId, content } = update;
    if (/^agent_(?:message|thought)_chunk$/u.test(kind)) this.#append(kind, messageId, textOf(content));
    else if (/^agent_(?:message|thought)$/u.test(kind)) {
      if (this.#open?.messageId === messageId) this.#open.text = textOf(content);
      else this.#append(kind, messageId, textOf(content));
    } else if (kind === 'tool_call_update') this.#toolCall(update);
    else if (kind === 'plan_update') this.#once('plan', `plan: ${planText(update.plan)}`);
    else if (kind === 'state_update') this.flush();
  }

  #append(kind, messageId, text) {
    if (this.#open?.messageId !== messageId) {
      this.flush();
      this.#open = { messageId, text: '', speaker: kind.startsWith('agent_thought') ? 'Agent thinks' : 'Agent' };
    }
    this.#open.text += text;
  }

  #toolCall({ toolCallId, title, status }) {
    if (title !== undefined) this.#titles.set(toolCallId, title);
    if (/^(?:completed|failed|cancelled)$/u.test(status))
      this.#once(toolCallId, `[${this.#titles.get(toolCallId) ?? 'tool call'}: ${status}]`);
  }

  #once(key, words) {
    if (this.#printed.get(key) === words) return;
    this.#printed.set(key, words);
    this.#say('Agent', words);
  }
}

const textOf = (content) =>
  [content ?? []]
    .flat()
    .map((block) => (typeof block.text === 'string' ? block.text : `[${block.name ?? block.type}]`))
    .join('');

const answerText = ({ action, content } = {}) =>
  action === 'accept' ? Object.values(content ?? {}).join(', ') || 'done' : String(action);

const planText = (plan) =>
  (plan?.entries ?? []).map(({ content, status }) => `${content} (${String(status).replaceAll('_', ' ')})`).join(', ');

/** Fields as JSON, without the session that they belong to. */
function fieldsOf(value) {
  const { sessionId: _, _meta: _ignored, ...fields } = Object(value);
  return Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`;
}
