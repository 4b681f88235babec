/** What the bridge remembers of one session of a version 1 client. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { updateMethod } from '../protocol/method-names.ts';
import { blocksToV1 } from '../convert/content.ts';
import { Plans } from './plans.ts';
import { Prompts } from './prompts.ts';
import type { ClientFeatures } from './client-features.ts';
import type { ConnectionContext } from './connection-context.ts';
import { SentMessages } from './sent-messages.ts';
import { ToolCalls } from './tool-calls.ts';

/** Parts are made when they are first needed, because most sessions of a long list are never used. */
export class Session {
  readonly id: string;
  /** Order of the last use: the higher, the later. */
  lastUse = 0;
  /** The settings that the agent reported last. */
  options: readonly v2.SessionConfigOption[] | undefined;
  readonly #context: ConnectionContext;
  readonly #features: () => ClientFeatures;
  #prompts: Prompts | undefined;
  #messages: SentMessages | undefined;
  #toolCalls: ToolCalls | undefined;
  #plans: Plans | undefined;

  constructor(context: ConnectionContext, id: string, features: () => ClientFeatures) {
    this.#context = context;
    this.#features = features;
    this.id = id;
  }

  get prompts(): Prompts {
    return (this.#prompts ??= new Prompts(this.#context, this));
  }

  get messages(): SentMessages {
    return (this.#messages ??= new SentMessages(this.#context.limits));
  }

  get toolCalls(): ToolCalls {
    return (this.#toolCalls ??= new ToolCalls({
      losses: this.#context,
      isStrict: this.#context.isStrict,
      showsTerminals: this.#features().terminals,
      limits: this.#context.limits,
      sendUpdate: (update) => {
        this.sendUpdate(update);
      },
    }));
  }

  get plans(): Plans {
    return (this.#plans ??= new Plans(this.#context.limits.remembered));
  }

  /** Whether the client waits for the end of a prompt. */
  get isPrompted(): boolean {
    return this.#prompts?.isEmpty === false;
  }

  /** Bytes that are kept of its tool calls. */
  get toolBytes(): number {
    const { content, terminals } = this.#toolCalls?.size ?? { content: 0, terminals: 0 };
    return content + terminals;
  }

  /** Looks at an update that has been passed on: it may end prompts, and a state is remembered for later prompts. */
  see(update: v2.SessionUpdate): void {
    if (this.#prompts !== undefined || update.sessionUpdate === 'state_update') this.prompts.see(update);
  }

  /** Sends an update to the client, with what `original` has beside its own. */
  sendUpdate(update: v1.SessionUpdate, original?: v2.SessionNotification): void {
    this.#context.notifyClient('session/update', { ...original, sessionId: this.id, update });
  }

  /** Sends what was held back to be joined. */
  flush(): void {
    if (this.#toolCalls?.hasPending === true) this.#attempt(() => this.#toolCalls?.flush());
  }

  /** Sends all that the client lacks. */
  complete(): void {
    if (this.#toolCalls?.isComplete === false) this.#attempt(() => this.#toolCalls?.complete());
  }

  /** Ends the updates: what the client has not seen by now is lost. */
  end(): void {
    this.complete();
    if (this.#toolCalls !== undefined) this.#attempt(() => this.#toolCalls?.reportUnshown());
  }

  /** Closes the session: its prompts end as cancelled. */
  close(): void {
    this.end();
    this.#prompts?.close();
  }

  /** The connection has ended. */
  stop(): void {
    this.#toolCalls?.reportUnshown();
    this.#prompts?.stop();
  }

  /** Forgets what the client has of the session, because everything is about to be sent again. */
  startOver(): void {
    this.flush();
    this.#messages?.clear();
    this.#toolCalls?.clear();
    this.#prompts?.forgetEchoes();
  }

  /** Sends a message of another client that looked like an echo. */
  releaseMessage(messageId: string, blocks: readonly v2.ContentBlock[]): void {
    for (const content of blocksToV1(blocks, this.#context)) {
      this.messages.append('user_message', messageId, content);
      this.sendUpdate({ sessionUpdate: 'user_message_chunk', messageId, content });
    }
  }

  /** What was held back came from the agent, whatever causes it to be sent now. */
  #attempt(work: () => void): void {
    this.#context.attempt({ from: 'agent', method: updateMethod, sessionId: this.id }, work);
  }
}
