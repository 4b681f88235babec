/**
 * The environment of a command: all variables of this process except those that look like secrets.
 *
 * A command is often chosen by a model and may print anything. The rule matches names; it cannot recognize a secret
 * with an ordinary name.
 */
import { nameGlob } from '../patterns/glob.ts';

/** Names of variables that commands do not inherit; case is ignored. */
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

/** Exceptions from the rule that commands do not inherit `secretNames`. In a pattern, `*` matches any characters. */
export interface EnvironmentRules {
  /** Patterns of names that are inherited although they look like secrets. */
  readonly allow?: readonly string[];
  /** Patterns of additional names that are not inherited. */
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
