/** Where context goes with agents that take none beside a prompt. */
export const contextFallbacks = ['none', 'prompt'] as const;
export type ContextFallback = (typeof contextFallbacks)[number];
