/**
 * Prompts of MCP servers as slash commands: `/server:prompt` and its arguments.
 *
 * Arguments are written as `name=value`, or without names in their order; then the last one takes the rest of the line.
 */
import type { AvailableCommand, ContentBlock, Turn } from '@acp-stack/sdk';
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/client';

import { promptParts } from '../model/history.ts';
import type { ModelMessage } from '../model/message.ts';
import { boundedContent } from './bounded-content.ts';

export interface McpPrompt {
  /** The name of the command. */
  readonly name: string;
  readonly info: Prompt;
  readonly get: (
    values: Readonly<Record<string, string>>,
    turn: Pick<Turn, 'signal' | 'trace'>,
  ) => Promise<GetPromptResult>;
}

/** The name of a command cannot contain spaces. */
export const commandName = (server: string, prompt: string): string =>
  `${server}:${prompt}`.trim().replaceAll(/[\s/]+/gu, '-');

/** The prompt as an available command. */
export function promptCommand({ name, info }: McpPrompt): AvailableCommand {
  const args = info.arguments ?? [];
  const hint = args.map(({ name: each, required }) => (required === true ? each : `[${each}]`)).join(' ');
  const description = (info.description ?? info.title ?? info.name) || name;
  return { type: 'command', name, description, ...(hint === '' ? {} : { input: { type: 'text', hint } }) };
}

/** The arguments of a call, or what is missing, in one sentence. */
export type PromptArguments = { readonly values: Readonly<Record<string, string>> } | { readonly problem: string };

export function readArguments({ name, info }: McpPrompt, input: string): PromptArguments {
  const args = info.arguments ?? [];
  const values = namedValues(args, input) ?? orderedValues(args, input);
  const isGiven = (argument: string): boolean => Object.hasOwn(values, argument) && values[argument] !== '';
  const missing = args.find((each) => each.required === true && !isGiven(each.name));
  if (missing === undefined) return { values };
  const shape = args.map((each) => (each.required === true ? `${each.name}=…` : `[${each.name}=…]`)).join(' ');
  return { problem: `“${missing.name}” is missing; write it as /${name} ${shape}.` };
}

type Arguments = NonNullable<Prompt['arguments']>;

/** A word, or a quoted string. */
const value = /"((?:[^"\\]|\\.)*)"|(\S+)/u.source;

function namedValues(args: Arguments, input: string): Readonly<Record<string, string>> | undefined {
  const found = [...input.matchAll(new RegExp(`(?:^|\\s)([^\\s="]+)=(?:${value})`, 'gu'))];
  const known = found.filter(([, name]) => args.some((each) => each.name === name));
  if (known.length === 0) return undefined;
  return Object.fromEntries(known.map(([, name = '', quoted, plain]) => [name, unquoted(quoted) ?? plain ?? '']));
}

function orderedValues(args: Arguments, input: string): Readonly<Record<string, string>> {
  const entries: [string, string][] = [];
  let rest = input.trim();
  for (const [index, { name }] of args.entries()) {
    if (rest === '') break;
    const [whole = rest, quoted, plain] = new RegExp(`^(?:${value})`, 'u').exec(rest) ?? [];
    const isLast = index === args.length - 1;
    const isAll = isLast && whole !== rest;
    entries.push([name, isAll ? rest : (unquoted(quoted) ?? plain ?? rest)]);
    rest = isAll ? '' : rest.slice(whole.length).trimStart();
  }
  return Object.fromEntries(entries);
}

const unquoted = (text: string | undefined): string | undefined => text?.replaceAll(/\\(.)/gu, '$1');

/** The content of a prompt, for the user and for a model; messages without readable content are left out. */
export function promptContent({ messages }: GetPromptResult): {
  readonly blocks: readonly ContentBlock[];
  readonly messages: readonly ModelMessage[];
} {
  const blocks = boundedContent(messages.map(({ content }) => content as unknown as ContentBlock));
  const modelMessages = blocks.map((block, index): ModelMessage => {
    const parts = promptParts([block]);
    const role = messages[index]?.role ?? 'user';
    return role === 'user' ? { role, content: parts } : { role, content: parts.filter((part) => part.type === 'text') };
  });
  return { blocks, messages: modelMessages.filter(({ content }) => content.length > 0) };
}
