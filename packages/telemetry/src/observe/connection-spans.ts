/**
 * The spans and metrics of one connection, from the messages that cross it.
 *
 * A request has a span from when it is seen until its response is; what was received continues the trace that it names,
 * and what is passed on names the span, so that the other side continues it. A prompt is the span of its turn; work
 * without a prompt is one too, and the state that begins it names that. The messages are those of the wire, in the form of either version.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { isMethodName as isVersion1Method } from '@acp-stack/schema/v1/unstable';
import { isMethodName } from '@acp-stack/schema/v2/unstable';
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

import { names, other } from '../attributes/attribute-names.ts';
import { boundedKey, boundedText } from '../attributes/bounded-names.ts';
import { parentOf, withParent } from '../trace/trace-parent.ts';
import { errorTypeOf } from './error-type.ts';
import type { Direction, ObservedSide } from './observed-side.ts';
import { answerAttributes, permissionToolCall, questionAttributes } from './question-attributes.ts';
import { SessionSpans } from './session-spans.ts';

/** Requests without a response, and sessions that are never closed, must not fill the memory. */
const maxFollowed = 10_000;

/** A message with an id and a method. */
export type SeenRequest = JsonObject & { readonly id: unknown; readonly method: string };

/** A request with its span. */
export interface TracedRequest {
  /** What is passed on in place of the request. */
  readonly message: SeenRequest;
  /** The context of what handles it. */
  readonly context: Context;
}

interface OpenRequest {
  /** Ends the span: with the response, or without one because the connection has ended. */
  settle(response: JsonObject | undefined): void;
}

const opening: ReadonlySet<string> = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);
/** Those whose session may have a history, which comes before the response. */
const replaying: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
const closing: ReadonlySet<string> = new Set(['session/close', 'session/delete']);

export class ConnectionSpans {
  readonly #side: ObservedSide;
  readonly #requests = new Map<string, OpenRequest>();
  readonly #sessions = new Map<string, SessionSpans>();

  constructor(side: ObservedSide) {
    this.#side = side;
  }

  /** A request is sent or was received. */
  request(direction: Direction, message: SeenRequest): TracedRequest {
    const { id, method } = message;
    const params = isJsonObject(message['params']) ? message['params'] : {};
    const isPrompt = method === 'session/prompt' && direction === this.#side.options.prompts;
    const session = this.#sessionOf(params, isPrompt);
    const parent = this.#parent(direction, params, session);
    const requestId = boundedText(String(id));
    const attributes: Attributes = {
      [names.method]: boundedText(method) ?? other,
      ...(requestId === undefined ? {} : { [names.requestId]: requestId }),
    };
    const turn = isPrompt ? session?.begin(params, attributes, parent) : undefined;
    if (turn === undefined) return this.#begin(direction, message, { params, attributes, parent });
    const { turns } = this.#side.telemetry;
    if (direction === 'in' && turns.size < maxFollowed) turns.set(turn.span.spanContext().spanId, turn.span);
    this.#open(direction, id, {
      settle: (response) => {
        if (response === undefined) turn.end({ errorType: 'connection_closed' });
        else if ('error' in response) turn.end({ error: response['error'] });
        else turn.answered(response['result']);
      },
    });
    return passedOn(message, turn.span, parent);
  }

  /** A response is sent or was received. */
  response(direction: Direction, message: JsonObject): void {
    // It crosses in the other direction than its request.
    const key = keyOf(direction === 'in' ? 'out' : 'in', message['id']);
    const open = this.#requests.get(key);
    this.#requests.delete(key);
    open?.settle(message);
  }

  /** A notification is sent or was received. Returns what is passed on in place of it. */
  notification(direction: Direction, message: JsonObject): JsonObject {
    const { method, params } = message;
    if (!isJsonObject(params)) return message;
    const isOfClient = direction === this.#side.options.prompts;
    const session = this.#sessions.get(boundedKey(String(params['sessionId'])));
    if (method === 'session/cancel' && isOfClient) session?.cancel();
    if (method !== 'session/update' || isOfClient || !isJsonObject(params['update'])) return message;
    const work = session?.update(params['update'], () => this.#parentOfWork(direction, params));
    return work === undefined ? message : withParent(message, work.span.spanContext());
  }

  /** The connection has ended. */
  end(): void {
    for (const open of this.#requests.values()) open.settle(undefined);
    this.#requests.clear();
    for (const id of this.#sessions.keys()) this.#closed(id, 'connection_closed');
  }

  // -------------------------------------------------------------------------------------------- spans

  #begin(
    direction: Direction,
    message: SeenRequest,
    {
      params,
      attributes,
      parent,
    }: { readonly params: JsonObject; readonly attributes: Attributes; readonly parent: Context },
  ): TracedRequest {
    const { telemetry, spanAttributes, metricAttributes } = this.#side;
    const method = isMethodName(message.method) || isVersion1Method(message.method) ? message.method : other;
    const sessionId = boundedText(params['sessionId']);
    if (method === 'initialize') this.#side.setClient(nameOf(params, 'clientInfo'));
    const span = telemetry.tracer.startSpan(
      method,
      {
        kind: direction === 'out' ? SpanKind.CLIENT : SpanKind.SERVER,
        attributes: {
          ...spanAttributes,
          ...attributes,
          ...(sessionId === undefined ? {} : { [names.conversation]: sessionId }),
          ...questionAttributes(method, params, telemetry.captureContent),
        },
      },
      parent,
    );
    const started = performance.now();
    const opened = this.#opening(method, params);
    this.#open(direction, message.id, {
      settle: (response) => {
        const outcome = this.#outcome(method, params, response);
        opened();
        const errorType = outcome[names.errorType];
        span.setAttributes({ ...this.#side.spanAttributes, ...outcome });
        if (errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        const { [names.statusCode]: _, ...measured } = outcome;
        telemetry.instruments.requests.record((performance.now() - started) / 1000, {
          ...metricAttributes,
          ...measured,
          ...(errorType === undefined ? {} : { [names.errorType]: telemetry.errors.of(errorType) }),
          [names.method]: method,
          [names.direction]: direction,
        });
      },
    });
    return passedOn(message, span, parent);
  }

  /** What became of a request, and what of it changes the connection. */
  #outcome(method: string, params: JsonObject, response: JsonObject | undefined): Readonly<Record<string, string>> {
    if (response === undefined) return { [names.errorType]: 'connection_closed' };
    if ('error' in response) {
      const type = errorTypeOf(response['error']);
      return { [names.errorType]: type, [names.statusCode]: type };
    }
    const result = isJsonObject(response['result']) ? response['result'] : {};
    const answer = answerAttributes(method, params, result);
    if (answer !== undefined) return answer;
    if (method === 'initialize') {
      const info = infoOf(result, 'agentInfo');
      this.#side.setAgent({ name: info['name'], version: info['version'], protocolVersion: result['protocolVersion'] });
      return {};
    }
    const sessionId = method === 'session/new' || method === 'session/fork' ? result['sessionId'] : params['sessionId'];
    if (typeof sessionId !== 'string') return {};
    if (opening.has(method)) this.#opened(sessionId, result);
    else if (closing.has(method)) this.#closed(sessionId, 'session_closed');
    else if (method === 'session/set_config_option') this.#sessions.get(boundedKey(sessionId))?.configured(result);
    const conversation = boundedText(sessionId);
    return opening.has(method) && conversation !== undefined ? { [names.conversation]: conversation } : {};
  }

  /** The context that a request belongs to: the span that it names, or else what is under way. */
  #parent(direction: Direction, params: JsonObject, session: SessionSpans | undefined): Context {
    const active = context.active();
    const named = parentOf(params);
    if (direction === this.#side.options.prompts) {
      if (named !== undefined) return trace.setSpanContext(active, named);
      const span = direction === 'out' ? liveSpan(active) : undefined;
      return span === undefined ? trace.deleteSpan(active) : trace.setSpan(active, span);
    }
    // What the agent asks belongs to its turn.
    const turn = session?.turn;
    const own = turn?.span.spanContext();
    if (turn === undefined || (named !== undefined && named.spanId !== own?.spanId))
      return named === undefined ? trace.deleteSpan(active) : trace.setSpanContext(active, named);
    const around = direction === 'out' ? liveSpan(active) : undefined;
    const inner = around?.spanContext().traceId === own?.traceId && around !== turn.span ? around : undefined;
    return trace.setSpan(active, inner ?? turn.tools.span(permissionToolCall(params)) ?? turn.span);
  }

  /** The context of work without a prompt: the span that the update names, or what its agent does. */
  #parentOfWork(direction: Direction, params: JsonObject): Context {
    const active = context.active();
    const named = parentOf(params);
    if (named !== undefined) return trace.setSpanContext(active, named);
    const span = direction === 'out' ? liveSpan(active) : undefined;
    return span === undefined ? trace.deleteSpan(active) : trace.setSpan(active, span);
  }

  /** Follows a request until its response. One that is not followed any more ends with the error `_OTHER`. */
  #open(direction: Direction, id: unknown, request: OpenRequest): void {
    const key = keyOf(direction, id);
    // An id that is used again belongs to another request.
    this.#requests.get(key)?.settle({ error: undefined });
    const [oldest] = this.#requests.entries();
    if (this.#requests.size >= maxFollowed && oldest !== undefined) {
      this.#requests.delete(oldest[0]);
      oldest[1].settle({ error: undefined });
    }
    this.#requests.set(key, request);
  }

  // -------------------------------------------------------------------------------------------- sessions

  /** The session that a request is about. One that was opened elsewhere is known from its first prompt. */
  #sessionOf({ sessionId }: JsonObject, isPrompt: boolean): SessionSpans | undefined {
    if (typeof sessionId !== 'string') return undefined;
    return this.#sessions.get(boundedKey(sessionId)) ?? (isPrompt ? this.#session(sessionId) : undefined);
  }

  #session(sessionId: string): SessionSpans {
    const key = boundedKey(sessionId);
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= maxFollowed && oldest !== undefined) this.#closed(oldest, other);
    const session = new SessionSpans(this.#side, sessionId);
    this.#sessions.set(key, session);
    return session;
  }

  /** A request opens a session that there is; the result is called once its response has been seen. */
  #opening(method: string, { sessionId }: JsonObject): () => void {
    if (!replaying.has(method) || typeof sessionId !== 'string') return () => undefined;
    const session = this.#session(sessionId);
    session.openings += 1;
    return () => {
      session.openings -= 1;
      // One that could not be opened is none.
      const key = boundedKey(sessionId);
      const isNone = !session.isOpen && session.openings === 0 && session.turn === undefined;
      if (isNone && this.#sessions.get(key) === session) this.#sessions.delete(key);
    };
  }

  #opened(sessionId: string, result: JsonObject): void {
    const session = this.#session(sessionId);
    session.configured(result);
    if (session.isOpen) return;
    session.isOpen = true;
    this.#count(1);
  }

  #closed(sessionId: string, errorType: string): void {
    const key = boundedKey(sessionId);
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    session?.end({ errorType });
    if (session?.isOpen === true) this.#count(-1);
  }

  #count(change: number): void {
    const { options, telemetry, metricAttributes } = this.#side;
    if (options.countsWork) telemetry.instruments.sessions.add(change, metricAttributes);
  }
}

/** The span that is active, unless it has ended: timers and streams remember where they were made. */
function liveSpan(active: Context): Span | undefined {
  const span = trace.getSpan(active);
  const { isRemote = false, traceFlags = 0 } = span?.spanContext() ?? {};
  const hasEnded = span?.isRecording() === false && !isRemote && (traceFlags & TraceFlags.SAMPLED) !== 0;
  return hasEnded ? undefined : span;
}

const keyOf = (direction: Direction, id: unknown): string => boundedKey(`${direction} ${typeof id} ${String(id)}`);

function passedOn(message: SeenRequest, span: Span, parent: Context): TracedRequest {
  return { message: withParent(message, span.spanContext()), context: trace.setSpan(parent, span) };
}

/** The description of a program: in version 2 of either side in `info`. */
function infoOf(values: JsonObject, version1Name: string): JsonObject {
  const info = values['info'] ?? values[version1Name];
  return isJsonObject(info) ? info : {};
}

const nameOf = (values: JsonObject, version1Name: string): unknown => infoOf(values, version1Name)['name'];
