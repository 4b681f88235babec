/** The environment that points agents to the scripted model service. */

/** The name of the scripted model. */
export const scriptedModel = 'conformance-model';

const key = 'conformance-key';

/** The variables for the service at `url`; those of the agent's own environment that are not among them stay. */
export function modelEnvironment(url: string): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_BASE: `${url}/v1`,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: scriptedModel,
    CODEX_API_KEY: key,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: scriptedModel,
    ANTHROPIC_SMALL_FAST_MODEL: scriptedModel,
    GEMINI_API_KEY: key,
    GEMINI_MODEL: scriptedModel,
    GOOGLE_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: url,
    GOOGLE_VERTEX_BASE_URL: url,
    GEMINI_BASE_URL: url,
    ACP_AGENT_MODEL: `openai/${scriptedModel}`,
    // A request to the loopback interface never goes through a proxy.
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}
