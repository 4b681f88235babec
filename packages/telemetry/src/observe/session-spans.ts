/** One session of a connection: its turns, its state and its model, as far as the spans need them. */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { isBusy, type PromptStart } from '@acp-stack/schema/prompt-progress';
import type { StateUpdate } from '@acp-stack/schema/v2/unstable';
import type { Attributes, Context } from '@opentelemetry/api';

import { boundedText } from '../attributes/bounded-names.ts';
import type { ObservedSide } from './observed-side.ts';
import { TurnSpan, type TurnEnd, type TurnPrompt } from './turn-span.ts';

/** A session with more prompts at once is not followed further. */
const maxTurns = 200;

export class SessionSpans {
  /** Whether it counts as open. */
  isOpen = false;
  /** How many requests that open it have no response yet: what comes before that may be its history. */
  openings = 0;
  readonly #side: ObservedSide;
  /** What spans call the session. */
  readonly #id: string | undefined;
  readonly #turns: TurnSpan[] = [];
  #state: StateUpdate = { state: 'idle' };
  #reportsWork = false;
  #model: string | undefined;

  constructor(side: ObservedSide, sessionId: string) {
    this.#side = side;
    this.#id = boundedText(sessionId);
  }

  /** The turn that the agent works on; undefined if there is none. */
  get turn(): TurnSpan | undefined {
    return this.#turns[0];
  }

  /** A prompt begins a turn; undefined if there are too many. */
  begin(params: JsonObject, attributes: Attributes, parent: Context): TurnSpan | undefined {
    if (this.#turns.length >= maxTurns) return undefined;
    const start: PromptStart = {
      state: this.#state,
      isQuiet: this.#turns.length === 0 && !isBusy(this.#state),
      reportsWork: this.#reportsWork,
      isClaimed: (messageId) => this.#turns.some((other) => other !== turn && other.messageId === messageId),
    };
    const turn = this.#add(parent, { params, attributes, start });
    return turn;
  }

  /**
   * An update of the session. Those of a history that is replayed have no turn. Returns a turn if work without a prompt
   * begins, in the context of `parent()`.
   */
  update(update: JsonObject, parent: () => Context): TurnSpan | undefined {
    const kind = update['sessionUpdate'];
    if (kind === 'config_option_update') this.configured(update);
    const current = this.turn;
    // A turn removes itself when it ends.
    for (const turn of this.#turns.slice()) turn.see(update, turn === current);
    if (kind !== 'state_update' || typeof update['state'] !== 'string') return undefined;
    this.#state = update as unknown as StateUpdate;
    if (!isBusy(this.#state)) return undefined;
    this.#reportsWork = true;
    const isNew = this.#turns.length === 0 && this.openings === 0 && this.#side.options.countsWork;
    return isNew ? this.#add(parent()) : undefined;
  }

  #add(parent: Context, prompt?: TurnPrompt): TurnSpan {
    const turn = new TurnSpan({
      side: this.#side,
      sessionId: this.#id,
      model: this.#model,
      parent,
      ...(prompt === undefined ? {} : { prompt }),
      onEnd: () => {
        const index = this.#turns.indexOf(turn);
        if (index !== -1) this.#turns.splice(index, 1);
        this.#side.telemetry.turns.delete(turn.span.spanContext().spanId);
      },
    });
    this.#turns.push(turn);
    return turn;
  }

  /** The client has cancelled the work. */
  cancel(): void {
    this.turn?.span.addEvent('session/cancel');
  }

  /** A response or an update has the options of the session: which model it uses is one of them. */
  configured({ configOptions, models }: JsonObject): void {
    const options: readonly unknown[] = Array.isArray(configOptions) ? configOptions : [];
    const option = options.find((each) => isJsonObject(each) && each['category'] === 'model');
    const current = isJsonObject(option)
      ? option['currentValue']
      : isJsonObject(models)
        ? models['currentModelId']
        : undefined;
    this.#model = boundedText(current) ?? this.#model;
  }

  /** The session, or the connection, has ended. */
  end(end: TurnEnd): void {
    for (const turn of this.#turns.slice()) turn.end(end);
  }
}
