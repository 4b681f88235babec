/** An agent of the AI SDK, as far as it is used. */
import type { Agent, ToolSet } from 'ai';

/** An agent of the AI SDK, such as a `ToolLoopAgent`, with any tools. */
// oxlint-disable-next-line typescript/no-explicit-any -- its parameters are invariant
export type AiAgent = Pick<Agent<never, any, any>, 'stream'> & { readonly tools: ToolSet };
