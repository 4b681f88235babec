/** An endpoint like that of OpenAI in front of agents. */
export { openaiEndpoint, type OpenaiEndpoint } from './openai-endpoint.ts';
export type { Keys } from './access/keys.ts';
export { defaultOpenaiLimits, type OpenaiEndpointOptions, type OpenaiLimits } from './options/openai-options.ts';
export type { ServedAgent } from '@acp-stack/sdk';
