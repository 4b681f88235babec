/**
 * An ACP agent as a language model of the AI SDK.
 *
 * Each conversation is a session of the agent. A call that continues a conversation prompts only what is new in it; one
 * with another history opens a new session. The agent runs its own tools, and is offered those of the call by MCP.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamResult,
  SharedV3Warning,
} from '@ai-sdk/provider';
import { offer, type McpOffer } from '@acp-stack/mcp';
import {
  AgentLink,
  client,
  historyBlocks,
  text,
  type ClientConnection,
  type ClientSession,
  type ContentBlock,
} from '@acp-stack/sdk';

import { jsonInstruction, settingWarnings, unsupported } from '../prompt/call-warnings.ts';
import { Fingerprint, readConversation, saidIn, type Conversation } from '../prompt/conversation.ts';
import { promptContent } from '../prompt/prompt-content.ts';
import { namedSource, type AcpAgent } from '../session/agent-source.ts';
import { OpenSessions, type OpenSession } from '../session/open-sessions.ts';
import { openNew, resume } from '../session/open-session.ts';
import { RunningTurn } from '../session/turn.ts';
import { generated } from '../stream/generated.ts';
import { stepStream } from './step-stream.ts';
import { namedSession, type AcpModelOptions } from './options.ts';

/**
 * Returns a model whose answers come from an ACP agent. The agent is started by the first call, and ended by `close`.
 */
export function acp(agent: AcpAgent, options: AcpModelOptions = {}): AcpModel {
  return new AcpModel(agent, options);
}

/** What a call needs once it is known which session it is for. */
interface Begun {
  readonly turn: RunningTurn;
  readonly warnings: SharedV3Warning[];
}

/** An ACP agent as a language model. */
export class AcpModel implements LanguageModelV3, AsyncDisposable {
  /** The version of the interface. */
  readonly specificationVersion = 'v3';
  /** The id of the provider. */
  readonly provider = 'acp';
  /** The name of the agent. */
  readonly modelId: string;
  /** Links to documents are passed on; pictures and sounds are downloaded by the AI SDK. */
  readonly supportedUrls: Record<string, RegExp[]> = { 'text/*': [/^/u], 'application/*': [/^/u], 'video/*': [/^/u] };
  readonly #options: AcpModelOptions;
  readonly #link: AgentLink;
  /** Declares the tools of calls to sessions. */
  readonly #mcp: McpOffer;
  readonly #sessions = new OpenSessions();
  /** The turns that wait for the result of a tool, by the id of the call. */
  readonly #waiting = new Map<string, RunningTurn>();
  #hasWarned = false;
  #isClosed = false;

  /** Made by `acp()`. */
  constructor(agent: AcpAgent, options: AcpModelOptions) {
    this.#options = options;
    const { name, source } = namedSource(agent);
    this.modelId = name;
    const program = client({ name: 'ai-sdk', version: packageVersion });
    this.#mcp = offer(program);
    this.#link = new AgentLink(program, source);
  }

  /**
   * The connection to the agent, for everything that the AI SDK has no call for, such as its sessions and its login.
   */
  async connect(): Promise<ClientConnection> {
    if (this.#isClosed) throw new Error('The model is closed; call acp() again for another one.');
    return this.#link.connect();
  }

  /** Streams an answer; called by the AI SDK. */
  async doStream(options: LanguageModelV3CallOptions): Promise<LanguageModelV3StreamResult> {
    const { turn, warnings } = await this.#begin(options);
    const stream = stepStream(turn, {
      warnings,
      includesRaw: options.includeRawChunks === true,
      signal: options.abortSignal,
      onSuspended: (toolCallId) => this.#waiting.set(toolCallId, turn),
    });
    return { stream };
  }

  /** Generates an answer; called by the AI SDK. */
  async doGenerate(options: LanguageModelV3CallOptions): Promise<LanguageModelV3GenerateResult> {
    const { stream } = await this.doStream({ ...options, includeRawChunks: false });
    return generated(stream);
  }

  /** Cancels what runs, and ends the agent; a session can be continued by its id, if the agent stores it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const turns = this.#sessions.all.flatMap(({ turn }) => turn ?? []);
    for (const turn of turns) turn.cancel();
    await Promise.all(turns.map(({ over }) => over));
    await this.#link.close();
  }

  /** Closes the model. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  // -------------------------------------------------------------------------------------------- one call

  async #begin(options: LanguageModelV3CallOptions): Promise<Begun> {
    options.abortSignal?.throwIfAborted();
    const conversation = readConversation(options.prompt);
    const warnings = [...settingWarnings(options)];
    const continued = await this.#continue(conversation);
    if (continued !== undefined) return { turn: continued, warnings };
    const connection = await this.connect();
    const tools = usableTools(options, connection, warnings);
    const scope = JSON.stringify([conversation.system, tools]);
    const digest = Fingerprint.of(conversation.history).digest(scope);
    const named = namedSession(options);
    // Nothing is awaited between finding an idle session and starting its turn: no other call takes it.
    const known = named === undefined ? this.#remembering(digest, conversation) : this.#idle(named);
    const open = known ?? (await this.#open(named, { conversation, scope, tools }));
    if (open.scope !== scope)
      warnings.push(
        unsupported('tools', 'The session was opened with other tools or system messages, and keeps them.'),
      );
    const isNew = known === undefined && named === undefined;
    const content = this.#content(open.session, conversation, { isNew, json: jsonInstruction(options) });
    options.abortSignal?.throwIfAborted();
    return { turn: this.#start(open, content, { conversation, hasTools: tools.length > 0 }), warnings };
  }

  /**
   * Gives a turn that waits the results that it waits for; undefined if there is none, or the user has gone on. If the
   * agent has ended it in between, its end is still to be read.
   */
  async #continue({ results, news }: Conversation): Promise<RunningTurn | undefined> {
    const turns = new Set<RunningTurn>();
    for (const [toolCallId, output] of results) {
      const turn = this.#waiting.get(toolCallId);
      this.#waiting.delete(toolCallId);
      if (turn === undefined) continue;
      turn.answer(toolCallId, output);
      turns.add(turn);
    }
    const [turn] = turns;
    if (turn === undefined || news.length === 0) return turn;
    turn.cancel();
    await turn.over;
    return undefined;
  }

  /** The idle session that remembers the conversation. */
  #remembering(digest: string, { history }: Conversation): OpenSession | undefined {
    return history.length === 0 ? undefined : this.#sessions.remembering(digest);
  }

  /** The session that the call names, if it is open; throws if it works. */
  #idle(sessionId: string): OpenSession | undefined {
    const open = this.#sessions.find(sessionId);
    if (open?.turn === undefined) return open;
    throw new Error(`The session ${sessionId} still works on another call; await that one, or abort it.`);
  }

  /** Opens a new session, or the stored one that is named. */
  async #open(named: string | undefined, { conversation, scope, tools }: Setup): Promise<OpenSession> {
    const connection = await this.connect();
    const needs = { ...this.#options, system: conversation.system, tools, mcp: this.#mcp };
    const { session, bind } = await (named === undefined
      ? openNew(connection, needs)
      : resume(connection, named, needs));
    const open: OpenSession = { session, scope, digest: undefined, turn: undefined };
    bind(open);
    const { onUpdate } = this.#options;
    if (onUpdate !== undefined) session.onUpdate((update) => onUpdate(update, { sessionId: session.id }));
    return open;
  }

  #content(
    session: ClientSession,
    { system, history, news }: Conversation,
    { isNew, json }: { readonly isNew: boolean; readonly json: string | undefined },
  ): readonly ContentBlock[] {
    const content = [
      ...(isNew && system !== '' && !session.supports('systemPrompt') ? [text(system)] : []),
      ...(isNew ? historyBlocks(saidIn(history)) : []),
      ...promptContent(news, (kind) => session.supports(`prompt.${kind}`)),
      ...(json === undefined ? [] : [text(json)]),
    ];
    if (news.length > 0 || (isNew && history.length > 0)) return content;
    throw new Error('There is nothing new for the agent: the last message has to be one of the user.');
  }

  #start(open: OpenSession, content: readonly ContentBlock[], call: StartedCall): RunningTurn {
    const { conversation, hasTools } = call;
    const { onPermission } = this.#options;
    const turn = new RunningTurn({
      session: open.session,
      content,
      onPermission,
      hasTools,
      onOver: (ended) => {
        open.turn = undefined;
        if (ended.refused.length > 0) this.#warnOnce(ended.refused);
      },
    });
    const asked = Fingerprint.of(conversation.messages);
    open.digest = () => asked.withAgent(turn.writer.text).digest(open.scope);
    open.turn = turn;
    this.#sessions.use(open);
    return turn;
  }

  #warnOnce([title]: readonly string[]): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    // oxlint-disable-next-line no-console -- the AI SDK takes no warnings during a stream
    console.warn(
      `The agent asked for permission (${JSON.stringify(title)}) and was refused: pass acp() onPermission to decide.`,
    );
  }
}

interface Setup {
  readonly conversation: Conversation;
  readonly scope: string;
  readonly tools: readonly LanguageModelV3FunctionTool[];
}

interface StartedCall {
  readonly conversation: Conversation;
  readonly hasTools: boolean;
}

/** The tools that the agent can be offered; a warning says why it cannot. */
function usableTools(
  { tools = [], toolChoice }: LanguageModelV3CallOptions,
  connection: ClientConnection,
  warnings: SharedV3Warning[],
): readonly LanguageModelV3FunctionTool[] {
  const functions = tools.filter((tool) => tool.type === 'function');
  if (functions.length === 0 || toolChoice?.type === 'none') return [];
  if (connection.supports('session.mcp.acp')) return functions;
  warnings.push(
    unsupported('tools', `The agent ${connection.agentInfo.name} takes no MCP servers, so it has none of them.`),
  );
  return [];
}
