/**
 * Suggestions of a model behind an endpoint, for positions where an engine without a model has none.
 *
 * By default only endpoints on this machine are used; other hosts must be listed. A model has a short time limit; after
 * a timeout or an error it is not asked for a while. Files that may contain secrets are never sent.
 */
import { joinSignals, systemClock, type Clock } from '@acp-stack/rpc';
import type { NesContextCapabilities, NesEditHistoryEntry } from '@acp-stack/schema/v2/unstable';

import type { MirroredChange, MirroredDocument } from '../documents/document-mirror.ts';
import { editEngine } from '../engine/edit-engine.ts';
import type { EngineRequest, EngineSession, NesEngine, NesWorkspace } from '../suggestions/nes-engine.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';
import { EditHistory } from '../text/edit-history.ts';
import type { Replacement } from '../text/text-position.ts';
import { replacementBetween } from '../text/replacements.ts';
import { Text } from '../text/text.ts';
import { backgroundOf } from './background.ts';
import { isUseful } from './edit-filter.ts';
import { withoutFormat, inferFormat, writePrompt, type Prompt, type PromptFormat } from './prompt-format.ts';

/** The model, and what is never sent to it. */
export interface ModelEngineOptions {
  /** The URL for completions, such as `http://localhost:8080/v1/completions`. */
  readonly endpoint: string;
  /** The name of the model at the endpoint. */
  readonly model: string;
  /** The prompt format; derived from the name of the model by default. */
  readonly format?: PromptFormat;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Hosts that are allowed besides this machine. */
  readonly hosts?: readonly string[];
  /** Which documents are never sent; by default those whose names suggest secrets. */
  readonly isSecret?: (uri: string) => boolean;
  /** Time limits in milliseconds, for automatic requests and for those of the user. */
  readonly timeouts?: { readonly automatic?: number; readonly manual?: number };
  /** The engine that is asked first; `editEngine()` by default. */
  readonly first?: NesEngine;
  /** Called with the error if the model could not be asked, or took too long. */
  readonly onError?: (error: unknown) => void;
  /** Sends the requests; that of the platform by default. */
  readonly fetch?: typeof fetch;
  /** Measures `timeouts`; the system clock by default. */
  readonly clock?: Clock;
}

const defaultTimeouts = { automatic: 400, manual: 3000 };
/** Milliseconds without requests after a timeout or an error. */
const pauseAfterError = 10_000;
/** The maximum length of a prompt in code units, at about three per token, and of a result in tokens. */
const budget = 12_000;
const maxTokens = 512;

/** The context that a model is told; the documents that are open are known without it. */
const usedContext: NesContextCapabilities = {
  recentFiles: { maxCount: 4 },
  relatedSnippets: {},
  editHistory: { maxCount: 6 },
  userActions: { maxCount: 16 },
  openFiles: {},
  diagnostics: {},
};

/** Returns an engine that asks a model if the first engine has no suggestion; throws if the endpoint is not allowed. */
export function modelEngine(options: ModelEngineOptions): NesEngine {
  const { endpoint, model, hosts = [], first = editEngine() } = options;
  const { hostname, protocol } = new URL(endpoint);
  if (!isLoopback(hostname) && !hosts.includes(hostname))
    throw new TypeError(`${hostname} is not allowed; add it to hosts to allow it.`);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError(`${protocol} is not supported; use http: or https:.`);
  const format = options.format ?? inferFormat(model);
  if (format === undefined) throw new TypeError(`The prompt format of ${model} is not known; set format.`);
  return {
    context: { ...usedContext, ...first.context },
    open: (workspace) => new ModelSession(options, format, first, workspace),
  };
}

class ModelSession implements EngineSession {
  readonly #options: ModelEngineOptions;
  readonly #format: PromptFormat;
  readonly #first: EngineSession;
  readonly #history = new EditHistory();
  readonly #clock: Clock;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: ModelEngineOptions, format: PromptFormat, first: NesEngine, workspace: NesWorkspace) {
    this.#options = options;
    this.#format = format;
    this.#first = first.open(workspace);
    this.#clock = options.clock ?? systemClock;
  }

  changed(change: MirroredChange): void | Promise<void> {
    this.#history.note(change.uri, change.before, change.after, this.#clock.now());
    return this.#first.changed?.(change);
  }

  opened(document: MirroredDocument): void | Promise<void> {
    return this.#first.opened?.(document);
  }

  closed(uri: string): void | Promise<void> {
    return this.#first.closed?.(uri);
  }

  saved(document: MirroredDocument): void | Promise<void> {
    return this.#first.saved?.(document);
  }

  focused(document: MirroredDocument): void | Promise<void> {
    return this.#first.focused?.(document);
  }

  async suggest(request: EngineRequest): Promise<readonly Suggestion[]> {
    const found = await this.#first.suggest(request);
    if (found.length > 0) return found;
    const edit = await this.#askModel(request);
    return edit === undefined ? [] : [{ kind: 'edit', uri: request.document.uri, edits: [edit] }];
  }

  accepted(suggestion: Suggestion): void {
    this.#first.accepted?.(suggestion);
  }

  rejected(...rejection: Parameters<NonNullable<EngineSession['rejected']>>): void {
    this.#first.rejected?.(...rejection);
  }

  close(): void {
    this.#first.close?.();
  }

  async #askModel(request: EngineRequest): Promise<Replacement | undefined> {
    const { document, position, trigger, signal } = request;
    const { isSecret = looksSecret, onError } = this.#options;
    const isManual = trigger === 'manual';
    if (isSecret(document.uri) || (!isManual && this.#clock.now() < this.#pausedUntil)) return undefined;
    const before = this.#history.before(document.uri) ?? document.text;
    const prompt = writePrompt(this.#format, {
      path: nameOf(document.uri),
      text: document.text,
      before,
      position,
      history: this.#knownHistory(request).filter(({ uri }) => !isSecret(uri)),
      background: backgroundOf(request, { isSecret, nameOf }),
      budget,
    });
    if (prompt === undefined) return undefined;
    try {
      const answer = withoutFormat(this.#format, await this.#complete(prompt, isManual, signal));
      const edit = editFrom(answer, prompt, request);
      return edit !== undefined && isUseful(edit, { text: document.text, before, isManual }) ? edit : undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#pausedUntil = this.#clock.now() + pauseAfterError;
      onError?.(error);
      return undefined;
    }
  }

  /** The edits that were seen here; those of the client, which may be older, as long as there are none. */
  #knownHistory({ context }: EngineRequest): readonly NesEditHistoryEntry[] {
    const seen = this.#history.entries(6);
    return seen.length > 0 ? seen : (context.editHistory ?? []);
  }

  /** Sends a prompt and returns the completion; throws after a timeout. */
  async #complete({ prompt, stop }: Prompt, isManual: boolean, signal: AbortSignal): Promise<string> {
    const { endpoint, model, apiKey, timeouts, fetch: ask = fetch } = this.#options;
    const { automatic, manual } = { ...defaultTimeouts, ...timeouts };
    const abortRequest = new AbortController();
    const cancelTimeout = this.#clock.schedule(isManual ? manual : automatic, () => {
      abortRequest.abort(new Error('The model took too long.'));
    });
    const either = joinSignals(signal, abortRequest.signal);
    try {
      const response = await ask(endpoint, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, prompt, stop, temperature: 0, max_tokens: maxTokens }),
        signal: either.signal,
      });
      if (!response.ok) throw new Error(`The model responded with status ${response.status}.`);
      return textIn(await response.json());
    } finally {
      either.release();
      cancelTimeout();
    }
  }
}

function textIn(answer: unknown): string {
  const [choice] = (answer as { readonly choices?: readonly { readonly text?: unknown }[] } | null)?.choices ?? [];
  if (typeof choice?.text !== 'string') throw new Error('The response of the model has no text.');
  return choice.text;
}

/** The smallest edit from the document to what the model wrote. */
function editFrom(answer: string, { window }: Prompt, { document, position }: EngineRequest): Replacement | undefined {
  const { text } = document;
  if (window === undefined)
    return answer.trim() === '' ? undefined : { span: { start: position, end: position }, text: answer };
  const ending = text.lines(0, 1)[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
  const old = text.lines(window.from, window.to).join('');
  const hasEnd = /[\r\n]$/u.test(old);
  const now = answer.replace(/\n$/u, '').replaceAll('\n', ending) + (hasEnd ? ending : '');
  const edit = replacementBetween(Text.from(old), Text.from(now));
  if (edit === undefined) return undefined;
  const { start, end } = edit.span;
  const shift = (line: number): number => line + window.from;
  const span = { start: { ...start, line: shift(start.line) }, end: { ...end, line: shift(end.line) } };
  return text.has(span.start) && text.has(span.end) ? { span, text: edit.text } : undefined;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);

/** Whether the name of a file suggests secrets. */
const looksSecret = (uri: string): boolean =>
  /(?:^|\/)(?:\.env(?:\.[^/]*)?|\.netrc|\.npmrc|\.pgpass|id_[a-z0-9]+|[^/]*\.(?:pem|key|p12|pfx|jks|keystore))$|(?:^|\/)\.(?:ssh|aws|gnupg)\/|secret|credential/iu.test(
    uri,
  );

function nameOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname).split('/').slice(-3).join('/').replace(/^\//u, '');
  } catch {
    return uri;
  }
}
