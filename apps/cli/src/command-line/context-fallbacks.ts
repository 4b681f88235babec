/** Where context goes if the agent does not accept it beside a prompt. */
export const contextFallbacks = ['none', 'prompt'] as const;
export type ContextFallback = (typeof contextFallbacks)[number];
