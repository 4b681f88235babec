/**
 * The tool calls and terminals of a session that have not ended, and how they are cancelled.
 *
 * Those that have ended are removed when the next one begins.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { Mistake } from '../../connection/mistake.ts';
import type { AgentTerminal } from '../turn/agent-terminal.ts';
import type { ToolCall } from '../turn/tool-call.ts';

type Work = ToolCall | AgentTerminal;

/** How many ids of tool calls are remembered. */
const maxIds = 10_000;

export class RunningWork {
  readonly #toolCalls = new Map<string, ToolCall>();
  readonly #terminals = new Map<string, AgentTerminal>();
  readonly #usedIds = new Set<string>();

  /** Takes an id for a tool call; throws if another one has it (TOOL-02). */
  claim(toolCallId: string): string {
    if (this.#usedIds.has(toolCallId)) {
      throw new Mistake(`A tool call of this session already has the id ${JSON.stringify(toolCallId)}.`);
    }
    this.#usedIds.add(toolCallId);
    const [oldest] = this.#usedIds;
    if (this.#usedIds.size > maxIds && oldest !== undefined) this.#usedIds.delete(oldest);
    return toolCallId;
  }

  addToolCall(call: ToolCall): void {
    forgetEnded(this.#toolCalls);
    this.#toolCalls.set(call.toolCallId, call);
  }

  addTerminal(terminal: AgentTerminal): void {
    forgetEnded(this.#terminals);
    this.#terminals.set(terminal.terminalId, terminal);
  }

  /** The client cancels one tool call; throws -32602 if there is nothing to cancel (TOOL-19). */
  cancelToolCall(toolCallId: string): void {
    requestCancel(this.#toolCalls.get(toolCallId), { toolCallId });
  }

  cancelTerminal(terminalId: string): void {
    requestCancel(this.#terminals.get(terminalId), { terminalId });
  }

  /** The session is closed: everything that can be cancelled is, and every tool call gets an end (CLOSE-04). */
  stop(send: (update: SessionUpdate) => Promise<void>): void {
    for (const work of [...this.#toolCalls.values(), ...this.#terminals.values()]) {
      if (work.isCancellable) work.requestCancel();
    }
    for (const call of this.#toolCalls.values()) if (!call.isFinal) call.stop(send);
  }
}

function forgetEnded(table: Map<string, Work>): void {
  for (const [id, work] of table) if (work.isFinal) table.delete(id);
}

function requestCancel(work: Work | undefined, data: object): void {
  if (work?.isCancellable === true) work.requestCancel();
  else
    throw new RpcError(
      rpcCodes.invalidParams,
      'The tool call or terminal is unknown, has ended, or cannot be cancelled.',
      { data },
    );
}
