/** What a call asks for and an agent cannot do: it runs its own model, with its own settings. */
import type { LanguageModelV3CallOptions, SharedV3Warning } from '@ai-sdk/provider';

const settings = [
  'maxOutputTokens',
  'temperature',
  'stopSequences',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
] as const satisfies readonly (keyof LanguageModelV3CallOptions)[];

/** The warnings for the settings of a call. */
export function settingWarnings(options: LanguageModelV3CallOptions): readonly SharedV3Warning[] {
  const { toolChoice, tools = [] } = options;
  return [
    ...settings
      .filter((name) => options[name] !== undefined)
      .map((feature) => unsupported(feature, 'The agent runs its own model, with its own settings.')),
    ...(toolChoice?.type === 'required' || toolChoice?.type === 'tool'
      ? [unsupported('toolChoice', 'The agent decides itself which tools it calls.')]
      : []),
    ...tools
      .filter((tool) => tool.type === 'provider')
      .map(({ name }) => unsupported(`the tool ${name}`, 'It is a tool of another provider.')),
  ];
}

/** A warning about `feature`. */
export const unsupported = (feature: string, details: string): SharedV3Warning => ({
  type: 'unsupported',
  feature,
  details,
});

/** How the agent is asked for JSON: there is no other way than to say so. */
export function jsonInstruction({ responseFormat }: LanguageModelV3CallOptions): string | undefined {
  if (responseFormat?.type !== 'json') return undefined;
  const { schema } = responseFormat;
  const fitting = schema === undefined ? '' : ` that fits this JSON Schema: ${JSON.stringify(schema)}`;
  return `Answer with nothing but JSON${fitting}. Write no Markdown around it.`;
}
