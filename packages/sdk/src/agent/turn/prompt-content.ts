/** The content that an agent accepts in a prompt: text and links, and what it has advertised (CONT-01, LIFE-13). */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { ContentBlock, PromptCapabilities } from '@acp-stack/schema/v2/unstable';

const needs: ReadonlyMap<string, keyof PromptCapabilities | undefined> = new Map([
  ['text', undefined],
  ['resource_link', undefined],
  ['image', 'image'],
  ['audio', 'audio'],
  ['resource', 'embeddedContext'],
]);

/** Throws -32602 for the first block that the agent does not accept. */
export function checkPromptContent(prompt: readonly ContentBlock[], capabilities: PromptCapabilities): void {
  for (const { type } of prompt) {
    const need = needs.get(type);
    if (needs.has(type) && (need === undefined || isOffered(capabilities, need))) continue;
    throw new RpcError(rpcCodes.invalidParams, `This agent does not accept ${type} content in a prompt.`, {
      data: { type },
    });
  }
}

const isOffered = (capabilities: PromptCapabilities, need: keyof PromptCapabilities): boolean =>
  capabilities[need] !== undefined && capabilities[need] !== null;
