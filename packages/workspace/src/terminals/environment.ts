/**
 * What a command sees of our environment: everything but what looks like a secret.
 *
 * A command is often chosen by a model, and prints what it likes. The rule goes by names and is data; it cannot know a secret with a harmless name.
 */
import { nameGlob } from '../patterns/glob.ts';

/** Names of variables that are not passed on, whatever their case. */
export const secretNames: readonly string[] = [
  '*TOKEN*',
  '*SECRET*',
  '*PASSWORD*',
  '*PASSWD*',
  '*PASSPHRASE*',
  '*CREDENTIAL*',
  '*API_KEY*',
  '*APIKEY*',
  '*_KEY',
  '*_KEY_ID',
  '*_PASS',
  '*_PWD',
  '*_PAT',
  '*_DSN',
  '*_COOKIE',
  '*PRIVATE_KEY*',
  '*CONNECTION_STRING*',
  '*DATABASE_URL',
  'AWS_*',
  'AZURE_*',
  'ANTHROPIC_*',
  'OPENAI_*',
  'GEMINI_*',
  'NPM_CONFIG_*AUTH*',
];

/** What changes the rule that commands do not see `secretNames`. In a pattern `*` stands for any characters. */
export interface EnvironmentRules {
  /** Patterns of names that are passed on although they look like secrets. */
  readonly allow?: readonly string[];
  /** Patterns of more names that are not passed on. */
  readonly deny?: readonly string[];
}

/** The variables of `ours` that a command inherits. */
export function inheritedEnvironment(
  { allow = [], deny = [] }: EnvironmentRules = {},
  ours: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const isAllowed = anyName(allow);
  const isDenied = anyName(deny);
  const isSecret = anyName(secretNames);
  return Object.fromEntries(
    Object.entries(ours).flatMap(([name, value]) => {
      const isPassedOn = !isDenied(name) && (isAllowed(name) || !isSecret(name));
      return value !== undefined && isPassedOn ? [[name, value]] : [];
    }),
  );
}

function anyName(patterns: readonly string[]): (name: string) => boolean {
  const matchers = patterns.map((pattern) => nameGlob(pattern.toUpperCase()));
  return (name) => matchers.some((matches) => matches(name.toUpperCase()));
}
