/**
 * Converts the terminals that an agent of version 1 describes in `_meta` of its tool calls to terminals of version 2.
 *
 * The agent runs the commands itself: `terminal_info` opens a terminal, `terminal_output` appends to it, `terminal_exit`
 * ends it. Released agents send this to clients with `_meta.terminal_output` in their capabilities, some to every
 * client. `terminals-to-v1-meta.ts` is the other direction.
 */
import { encodeBase64 } from '@acp-stack/schema/base64';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { BoundedMap } from '../values/bounded-map.ts';
import { isObject } from '../values/is-object.ts';
import { terminalOutputKey } from './client-offers.ts';

type ToolCall = (v1.ToolCall | v1.ToolCallUpdate) & { readonly sessionUpdate?: string };
type Fields = Readonly<Record<string, unknown>>;

/** The updates of version 2 for the terminals in `_meta` of a tool call, and the tool call without them. */
export interface SplitToolCall<T> {
  readonly updates: readonly v2.SessionUpdate[];
  readonly call: T;
}

const keys = ['terminal_info', terminalOutputKey, 'terminal_output_delta', 'terminal_exit'];

/** The terminals that one session has described in `_meta`. */
export class TerminalsFromV1Meta {
  readonly #known: BoundedMap<string, true>;

  constructor(remembered: number) {
    this.#known = new BoundedMap(remembered);
  }

  knows(terminalId: string): boolean {
    return this.#known.has(terminalId);
  }

  /** Reads `_meta` of a tool call; returns undefined if it says nothing about terminals. */
  read<T extends ToolCall>(call: T, cwd: string | undefined): SplitToolCall<T> | undefined {
    const { _meta: meta } = call as { readonly _meta?: unknown };
    if (!isObject(meta) || !keys.some((key) => isObject(meta[key]))) return undefined;
    const updates: v2.SessionUpdate[] = [];
    const { terminal_info: info, terminal_exit: exit } = meta;
    if (isObject(info)) updates.push(...this.#opened(info, call, cwd));
    for (const output of [meta[terminalOutputKey], meta['terminal_output_delta']]) {
      if (isObject(output)) updates.push(...this.#printed(output, call, cwd));
    }
    if (isObject(exit)) updates.push(...this.#ended(exit, call, cwd));
    return { updates, call: withoutKeys(call, meta) };
  }

  #opened(info: Fields, call: ToolCall, cwd: string | undefined): readonly v2.SessionUpdate[] {
    const terminalId = idOf(info);
    if (terminalId === undefined || this.knows(terminalId)) return [];
    this.#known.remember(terminalId, true);
    const command = commandOf(call);
    const folder = typeof info['cwd'] === 'string' ? info['cwd'] : cwd;
    return [
      {
        sessionUpdate: 'terminal_update',
        terminalId,
        ...(command === undefined ? undefined : { command }),
        ...(folder === undefined ? undefined : { cwd: folder }),
      },
    ];
  }

  #printed(output: Fields, call: ToolCall, cwd: string | undefined): readonly v2.SessionUpdate[] {
    const terminalId = idOf(output);
    const { data: text } = output;
    if (terminalId === undefined || typeof text !== 'string' || text === '') return [];
    const data = encodeBase64(new TextEncoder().encode(text));
    return [...this.#opened(output, call, cwd), { sessionUpdate: 'terminal_output_chunk', terminalId, data }];
  }

  #ended(exit: Fields, call: ToolCall, cwd: string | undefined): readonly v2.SessionUpdate[] {
    const terminalId = idOf(exit);
    if (terminalId === undefined) return [];
    const { exit_code: code, signal } = exit;
    const exitStatus = {
      exitCode: typeof code === 'number' && Number.isInteger(code) ? code : null,
      signal: typeof signal === 'string' ? signal : null,
    };
    return [...this.#opened(exit, call, cwd), { sessionUpdate: 'terminal_update', terminalId, exitStatus }];
  }
}

function idOf({ terminal_id: id }: Fields): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** The command line, from the input of the tool or its title. */
function commandOf({ rawInput, title }: ToolCall): string | undefined {
  const command: unknown = isObject(rawInput) ? rawInput['command'] : undefined;
  return typeof command === 'string' ? command : (title ?? undefined);
}

function withoutKeys<T extends ToolCall>(call: T, meta: Fields): T {
  const others = Object.fromEntries(Object.entries(meta).filter(([key]) => !keys.includes(key)));
  const { _meta: _, ...rest } = call;
  return (Object.keys(others).length === 0 ? rest : { ...rest, _meta: others }) as T;
}
