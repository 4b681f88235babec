/** What the generated types promise to their users; compiled, never run. */
import { expectTypeOf } from 'vitest';

import type * as v1 from './v1/index.ts';
import type * as v1u from './v1/unstable/index.ts';
import { isMcpServer } from './v1/index.ts';
import type * as v2 from './v2/index.ts';
import { isContentBlock, isMethodName, methods } from './v2/index.ts';

declare const block: v2.ContentBlock;
declare const received: string;

// A known tag narrows, although the union is open.
if (block.type === 'text') expectTypeOf(block.text).toEqualTypeOf<string>();
if (isContentBlock.image(block)) expectTypeOf(block.mimeType).toEqualTypeOf<string>();

// An unknown value is kept, and can be recognized.
if (!isContentBlock.known(block)) expectTypeOf(block.type).toExtend<string>();

// What arrived may be passed on.
const echo: v2.ContentBlock = block;
void echo;

// A custom kind begins with an underscore; any other unknown kind cannot be built.
const custom: v2.ContentBlock = { type: '_chart', points: [1, 2] };
void custom;
// @ts-expect-error -- "chart" is neither known nor custom.
const invented: v2.ContentBlock = { type: 'chart' };
void invented;
// @ts-expect-error -- a plain string is neither.
const status: v2.ToolCallStatus = received;
void status;

// Known values of an open enum are compared and completed as literals.
declare const kind: v2.ToolKind;
if (kind === 'read') expectTypeOf(kind).toEqualTypeOf<'read'>();
if (kind === '_review') kind satisfies v2.Extension;

// Version 1 closes its unions.
// @ts-expect-error -- no custom content in version 1.
const old: v1.ContentBlock = { type: '_chart' };
void old;

// A server without a tag is a program.
declare const server: v1.McpServer;
if (isMcpServer.stdio(server)) expectTypeOf(server.command).toEqualTypeOf<string>();

// A method's name gives its types.
expectTypeOf<v2.Methods['session/prompt']['result']>().toEqualTypeOf<v2.PromptResponse>();
expectTypeOf<v1.Methods['session/prompt']['result']>().toHaveProperty('stopReason');
expectTypeOf(methods['session/cancel'].result).toEqualTypeOf<undefined>();
expectTypeOf<v1.MethodName>().not.toExtend<v2.MethodName>();
expectTypeOf<'session/load'>().toExtend<v1.MethodName>();
if (isMethodName(received)) {
  expectTypeOf(received).toEqualTypeOf<v2.MethodName>();
  expectTypeOf(methods[received].params.check({}).ok).toEqualTypeOf<boolean>();
  expectTypeOf(methods[received].result?.check({}).ok).toEqualTypeOf<boolean | undefined>();
}
// @ts-expect-error -- version 2 has no session/load.
void methods['session/load'];

// Older peers leave the message id out, we do not.
expectTypeOf<v2.Methods['session/prompt']['receivedResult']>().toEqualTypeOf<v2.ReceivedPromptResponse>();
expectTypeOf<v2.ReceivedPromptResponse['messageId']>().toEqualTypeOf<string | undefined>();
expectTypeOf<v2.PromptResponse['messageId']>().toEqualTypeOf<string>();

// A stable type does not mention an unstable one.
expectTypeOf<v1u.PromptResponse>().toHaveProperty('usage');
expectTypeOf<v1.PromptResponse>().not.toHaveProperty('usage');

// An absent field and an undefined one differ.
// @ts-expect-error -- leave it out instead.
const absent: v2.TextContent = { text: 'a', annotations: undefined };
void absent;

// Lists may be passed as readonly.
declare const blocks: readonly v2.ContentBlock[];
const prompt: v2.PromptRequest = { sessionId: 's', prompt: blocks };
void prompt;
