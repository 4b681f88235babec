/** How to give the bundled agent a model; it only searches the files until it has one. */

/** What to set, as lines for a terminal. */
export const modelSetup: string = `The bundled agent uses the model that ACP_AGENT_MODEL names, of the service
that is set beside it.

A local or OpenAI-compatible service:
  OPENAI_BASE_URL=http://127.0.0.1:11434/v1 ACP_AGENT_MODEL=qwen3-coder
OpenAI:
  OPENAI_API_KEY=... ACP_AGENT_MODEL=openai/name
Anthropic:
  ANTHROPIC_API_KEY=... ACP_AGENT_MODEL=anthropic/name

A service that lists its models needs no name. acp providers set changes a
service while the agent runs; agent.json, beside the config file of acp,
stores services permanently.
`;

/** Told once in a session that has no model. */
export const searchOnly = 'Search-only: no model configured. /model explains how to add one.';

/** The first line of what to do if a prompt needs a model. */
export const noModelConfigured = 'No model configured. Set ACP_AGENT_MODEL and a service; see acp providers --help.';
