/**
 * `redact`: hides what looks like a credential, in both directions and in either version.
 *
 * Everything that people, agents and tools say is looked at: prompts, messages, tool calls, the output of terminals,
 * files that are read, MCP messages, errors. A secret that is cut by the chunks of a stream is found too: the last word
 * of a text waits for the next chunk, for a moment. What one side is asked to do is not changed, because it would be
 * done wrong: logins, MCP servers, addresses to open, files to write and commands to run. Secrets are found by their
 * names and shapes, so others are not; see `@acp-stack/conductor/secrets`.
 */
import { systemClock, wrapChannel, type Channel, type Clock, type Receiver } from '@acp-stack/rpc';
import { proxy, type ProxyComponent } from '@acp-stack/sdk';

import { redactJson } from '../secrets/redact-json.ts';
import { SecretStream } from '../secrets/secret-stream.ts';
import { textChunkOf, type TextChunk } from './chunk-text.ts';
import { infoOf } from './per-connection.ts';
import { positiveInteger, readSettings, withMethods, type Settings } from './settings.ts';

/** How long text waits. */
export interface RedactOptions {
  /** Milliseconds after which the last word of a text is shown, if nothing follows; 300 when absent. */
  readonly holdTime?: number;
  /** The source of time; that of the system when absent. */
  readonly clock?: Clock;
}

type Fields = Readonly<Record<string, unknown>>;

/** Requests whose params are credentials, or say what to do. */
const keptParams = new Set([
  'initialize',
  'authenticate',
  'auth/login',
  'providers/set',
  'fs/write_text_file',
  'terminal/create',
]);
/** Requests whose result one side needs as it is: ways to log in, and what the user entered for the agent. */
const keptResults = new Set(['proxy/initialize', '_proxy/initialize', 'initialize', 'elicitation/create']);
/** Texts whose ends are remembered, so that a secret in them is found however it is cut. */
const maxStreams = 256;
const envelopes = new Set<unknown>(['proxy/successor', '_proxy/successor']);
const isEnvelope = (method: unknown): boolean => envelopes.has(method);

/** What each option may be that can be written. */
export const redactSettings: Settings<Omit<RedactOptions, 'clock'>> = { holdTime: positiveInteger };
const settings: Settings<RedactOptions> = { ...redactSettings, clock: withMethods('a clock', 'now', 'schedule') };

/** Hides credentials in both directions; throws a `TypeError` if an option is wrong. */
export function redact(options: RedactOptions = {}): ProxyComponent {
  const { holdTime = 300, clock = systemClock } = readSettings('redact', options, { settings });
  // Without handlers it passes everything on as it is, in either version.
  const passing = proxy(infoOf('redact'));
  return {
    name: 'redact',
    role: 'proxy',
    start: (started) => redacted(passing.start(started), (show) => new Streams(show, holdTime, clock)),
  };
}

/** Wraps the channel to a proxy that passes everything on: secrets are removed from what leaves the proxy. */
function redacted(channel: Channel, streamsTo: (show: (params: Fields) => void) => Streams): Channel {
  /** The requests that wait for a result which is kept. */
  const waiting = new Set<unknown>();
  let receiver: Receiver | undefined;
  const streams = streamsTo((params) => receiver?.receive({ jsonrpc: '2.0', method: 'session/update', params }));
  const clean = (message: unknown): unknown => {
    if (Array.isArray(message)) return message.map(clean);
    if (!isFields(message)) return message;
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') return changed(message, 'params', cleanParams(method, params));
    if (waiting.delete(id)) return message;
    return error === undefined
      ? changed(message, 'result', redactJson(result))
      : changed(message, 'error', redactJson(error));
  };
  return wrapChannel(channel, {
    open: (opened) => {
      receiver = opened;
    },
    send: (message, text) => {
      const { id, method } = isFields(message) ? innerOf(message) : {};
      if (id !== undefined && keptResults.has(String(method))) waiting.add(id);
      return channel.send(message, text);
    },
    receive: (message, text, to) => {
      receiver = to;
      const { method, params } = isFields(message) ? message : {};
      const chunk = method === 'session/update' ? textChunkOf(params) : undefined;
      if (chunk !== undefined) {
        streams.take(chunk);
        return;
      }
      // What was held comes before what follows it; a response may be the end of a turn.
      if (!isEnvelope(method)) streams.flush(sessionOf(params));
      const shown = clean(message);
      to.receive(shown, shown === message ? text : undefined);
    },
    ended: (error, to) => {
      streams.flush(undefined);
      to.ended(error);
    },
    destroy: () => {
      streams.stop();
    },
  });
}

/** The texts of a connection that are on their way to the client. */
class Streams {
  readonly #show: (params: Fields) => void;
  readonly #holdTime: number;
  readonly #clock: Clock;
  readonly #held = new Map<string, { readonly text: SecretStream; chunk: TextChunk; stop: () => void }>();

  constructor(show: (params: Fields) => void, holdTime: number, clock: Clock) {
    [this.#show, this.#holdTime, this.#clock] = [show, holdTime, clock];
  }

  take(chunk: TextChunk): void {
    this.flush(chunk.sessionId, chunk.stream);
    const held = this.#held.get(chunk.stream) ?? { text: new SecretStream(), chunk, stop: () => undefined };
    held.stop();
    held.chunk = chunk;
    this.#held.set(chunk.stream, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxStreams && oldest !== undefined) {
      this.#flush(oldest);
      this.#held.delete(oldest);
    }
    const pushed = held.text.push(chunk.text);
    const shown = chunk.saysMore === true ? pushed + held.text.flush() : pushed;
    if (chunk.saysMore === true || shown !== '' || chunk.text === '') this.#show(shownWith(chunk, shown));
    if (!held.text.isHolding) return;
    held.stop = this.#clock.schedule(this.#holdTime, () => {
      this.#flush(chunk.stream);
    });
  }

  /** Shows what is held of a session, or of all; the stream `except` goes on. */
  flush(sessionId: unknown, except?: string): void {
    for (const [stream, { chunk }] of this.#held) {
      if (stream !== except && (sessionId === undefined || chunk.sessionId === sessionId)) this.#flush(stream);
    }
  }

  stop(): void {
    for (const { stop } of this.#held.values()) stop();
  }

  #flush(stream: string): void {
    const held = this.#held.get(stream);
    held?.stop();
    const shown = held?.text.flush() ?? '';
    if (held !== undefined && shown !== '') this.#show(shownWith(held.chunk, shown));
  }
}

/** The params of a chunk with the text that is shown; everything else in them loses its secrets too. */
function shownWith(chunk: TextChunk, text: string): Fields {
  const rest = chunk.with('');
  const clean = redactJson(rest);
  return clean === rest ? chunk.with(text) : (textChunkOf(clean)?.with(text) ?? (clean as Fields));
}

function cleanParams(method: string, params: unknown): unknown {
  if (isEnvelope(method) && isFields(params))
    return changed(params, 'params', cleanParams(String(params['method']), params['params']));
  if (keptParams.has(method)) return params;
  // Servers to connect to, and the address at which the user is to log in.
  const kept = method === 'elicitation/create' ? 'url' : 'mcpServers';
  if (!isFields(params) || params[kept] === undefined) return redactJson(params);
  const { [kept]: value, ...rest } = params;
  const shown = redactJson(rest);
  return shown === rest ? params : { ...(shown as Fields), [kept]: value };
}

const changed = (fields: Fields, name: string, value: unknown): Fields =>
  fields[name] === value ? fields : { ...fields, [name]: value };

/** The method inside of an envelope, with the id outside. */
function innerOf({ id, method, params }: Fields): { readonly id: unknown; readonly method: unknown } {
  return { id, method: isEnvelope(method) && isFields(params) ? params['method'] : method };
}

const sessionOf = (params: unknown): unknown => (isFields(params) ? params['sessionId'] : undefined);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
