/**
 * Converts the terminals of an agent of version 2 to `_meta` of tool calls, for a client of version 1 that has
 * `_meta.terminal_output` in its capabilities. `terminals-from-v1-meta.ts` is the other direction.
 *
 * `terminal_info` is in the `tool_call` that shows a terminal first, because released clients look for it only there;
 * `terminal_output` and `terminal_exit` are in updates of their own, as released agents send them.
 */
import { decodeLenientBase64 } from '@acp-stack/schema/base64';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type { TerminalExitStatus, TerminalUpdate } from '@acp-stack/schema/v2/unstable';

import { clearable } from '../convert/tool-call.ts';
import type { LossReporter } from '../loss/loss-reporter.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import { withoutNull } from '../values/has-only.ts';
import { terminalOutputKey } from './client-offers.ts';

interface Terminal {
  cwd: string | undefined;
  exitStatus: TerminalExitStatus | undefined;
  /** The tool call that has shown it; undefined while the client does not know it. */
  toolCallId: string | undefined;
  /** Bytes may be split inside a character. */
  decoder: InstanceType<typeof TextDecoder>;
  /** What the client has: how many bytes, and their checksum. */
  sent: { readonly bytes: number; readonly sum: number };
  isReported: boolean;
}

type ToolCallMessage = v1.SessionUpdateVariants['tool_call' | 'tool_call_update'];
type Fields = Omit<v1.ToolCallUpdate, 'content' | '_meta'>;

export interface TerminalsToV1MetaOptions {
  readonly losses: Pick<LossReporter, 'omit'>;
  /** How many terminals are remembered. */
  readonly remembered: number;
  /** Sends an update to the client. */
  readonly sendUpdate: (update: v1.SessionUpdate) => void;
}

/** Whether the client of version 1 shows terminals that are described in `_meta`. */
export function readsTerminalMeta(capabilities: v1.ClientCapabilities | undefined): boolean {
  const { _meta: meta } = capabilities ?? {};
  return meta?.[terminalOutputKey] === true;
}

/** Clears a terminal: version 1 can only add to its output. */
const clearScreen = '\u001B[H\u001B[2J\u001B[3J';
const replacement = '\uFFFD';
/** The fields of a tool call are remembered, for a second `tool_call`, up to this many characters of JSON. */
const maxFields = 16 * 1024;
const nothing = { bytes: 0, sum: 0 };

/** The terminals of one session. */
export class TerminalsToV1Meta {
  readonly #options: TerminalsToV1MetaOptions;
  #terminals: BoundedMap<string, Terminal>;
  /** What the client knows of tool calls. */
  #calls: BoundedMap<string, Fields>;

  constructor(options: TerminalsToV1MetaOptions) {
    this.#options = options;
    this.#terminals = new BoundedMap(options.remembered);
    this.#calls = new BoundedMap(options.remembered);
  }

  /** Whether the client knows the terminal. */
  isOpen(terminalId: string): boolean {
    return this.#terminals.get(terminalId)?.toolCallId !== undefined;
  }

  /**
   * Opens `fresh`, the terminals that an update of a tool call shows for the first time: returns the update with
   * `terminal_info` of the last of them.
   *
   * A message can open only one terminal, so each other one is opened by a message that is sent before. As only a
   * `tool_call` can open one, an update of a known tool call becomes a `tool_call` with all its fields.
   */
  opening(update: ToolCallMessage, fresh: readonly string[]): v1.SessionUpdate {
    const known = this.#learn(update);
    if (fresh.length === 0) return update;
    const { _meta: meta } = update;
    const announced =
      known === undefined ? update : ({ ...known, ...update, sessionUpdate: 'tool_call' } as ToolCallMessage);
    const notYetOpen = new Set(fresh);
    const opened = fresh.map((terminalId): v1.SessionUpdate => {
      notYetOpen.delete(terminalId);
      const content = update.content?.filter((item) => item.type !== 'terminal' || !notYetOpen.has(item.terminalId));
      return {
        ...announced,
        content,
        _meta: { ...meta, ...this.#open(terminalId, update.toolCallId) },
      } as ToolCallMessage;
    });
    for (const message of opened.slice(0, -1)) this.#options.sendUpdate(message);
    return opened.at(-1) ?? update;
  }

  /** Takes the directory and the exit of a terminal. Returns the fields that the client does not get. */
  take({ terminalId, cwd, exitStatus, ...others }: Omit<TerminalUpdate, 'output'>): object {
    const terminal = this.#find(terminalId);
    const isKept = terminal.toolCallId === undefined || cwd === terminal.cwd;
    if (isKept) terminal.cwd = cwd ?? terminal.cwd;
    if (exitStatus === undefined) return isKept ? others : { ...others, cwd };
    terminal.exitStatus = exitStatus ?? undefined;
    const { exitCode: _, signal: __, ...aboutExit } = exitStatus ?? {};
    return { ...others, ...(isKept ? undefined : { cwd }), exitStatus: aboutExit };
  }

  /** Sends more output of an open terminal. */
  print(terminalId: string, data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? decodeLenientBase64(data) : data;
    const terminal = this.#find(terminalId);
    const { sent, decoder } = terminal;
    terminal.sent = { bytes: sent.bytes + bytes.length, sum: checksum(bytes, sent.sum) };
    this.#sendOutput(terminalId, terminal, decoder.decode(bytes, { stream: true }));
  }

  /** Replaces the output of an open terminal: only what is new is sent, if it begins with what the client has. */
  replace(terminalId: string, data: string): void {
    const bytes = decodeLenientBase64(data);
    const terminal = this.#find(terminalId);
    const { sent } = terminal;
    if (bytes.length >= sent.bytes && checksum(bytes.subarray(0, sent.bytes)) === sent.sum) {
      this.print(terminalId, bytes.subarray(sent.bytes));
      return;
    }
    const words = `The terminal ${terminalId} has replaced its output; the client was sent a sequence that clears it.`;
    this.#options.losses.omit('display terminals', words);
    terminal.decoder = newDecoder();
    terminal.sent = nothing;
    this.#sendOutput(terminalId, terminal, clearScreen);
    this.print(terminalId, bytes);
  }

  /** Sends the exit of an open terminal if it has ended since. */
  sendExit(terminalId: string): void {
    const terminal = this.#find(terminalId);
    const { exitStatus, decoder } = terminal;
    if (exitStatus === undefined) return;
    terminal.exitStatus = undefined;
    this.#sendOutput(terminalId, terminal, decoder.decode());
    const { exitCode = null, signal = null } = exitStatus;
    this.#send(terminal, { terminal_exit: { terminal_id: terminalId, exit_code: exitCode, signal } });
  }

  /** Forgets everything, because it is about to be sent again. */
  clear(): void {
    this.#terminals = new BoundedMap(this.#options.remembered);
    this.#calls = new BoundedMap(this.#options.remembered);
  }

  #open(terminalId: string, toolCallId: string): { readonly terminal_info: object } {
    const terminal = this.#find(terminalId);
    terminal.toolCallId = toolCallId;
    const { cwd } = terminal;
    return { terminal_info: { terminal_id: terminalId, ...(cwd === undefined ? undefined : { cwd }) } };
  }

  /** Returns all fields of a tool call after the update; undefined if they are unknown or too long to be kept. */
  #learn(update: ToolCallMessage): Fields | undefined {
    const { content: _, _meta: __, sessionUpdate, ...fields } = update;
    const { toolCallId } = fields;
    const before = this.#calls.get(toolCallId);
    if (before === undefined && sessionUpdate === 'tool_call_update') return undefined;
    const known: Fields = sessionUpdate === 'tool_call' ? fields : { ...before, ...withoutNull(fields, clearable) };
    if (JSON.stringify(known).length > maxFields) this.#calls.forget(toolCallId);
    else this.#calls.remember(toolCallId, known);
    return known;
  }

  #find(terminalId: string): Terminal {
    const known = this.#terminals.get(terminalId);
    if (known !== undefined) return known;
    const terminal: Terminal = {
      cwd: undefined,
      exitStatus: undefined,
      toolCallId: undefined,
      decoder: newDecoder(),
      sent: nothing,
      isReported: false,
    };
    this.#terminals.remember(terminalId, terminal);
    return terminal;
  }

  #sendOutput(terminalId: string, terminal: Terminal, data: string): void {
    if (data === '') return;
    if (data.includes(replacement) && !terminal.isReported) {
      terminal.isReported = true;
      const words = `The terminal ${terminalId} has output that is not UTF-8; such bytes were replaced.`;
      this.#options.losses.omit('display terminals', words);
    }
    this.#send(terminal, { [terminalOutputKey]: { terminal_id: terminalId, data } });
  }

  #send({ toolCallId }: Terminal, meta: Readonly<Record<string, unknown>>): void {
    if (toolCallId === undefined) return;
    this.#options.sendUpdate({ sessionUpdate: 'tool_call_update', toolCallId, _meta: meta });
  }
}

// A byte order mark is output like any other.
const newDecoder = (): Terminal['decoder'] => new TextDecoder('utf-8', { ignoreBOM: true });

/** Tells two outputs apart without keeping them (FNV-1a); continues from `sum`. */
function checksum(bytes: Uint8Array, sum = 0): number {
  let result = sum;
  for (const byte of bytes) result = Math.imul(result ^ (byte + 1), 16_777_619);
  return result;
}
