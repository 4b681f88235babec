/**
 * Environment variables of programs that are started.
 *
 * On Windows a name means the same variable in every case: `Path` of this process and `PATH` of a command are one.
 */

/** Environment variables by name; undefined is the same as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the variables of all environments. A later one wins, and undefined there removes a variable. On Windows each
 * variable is in the result once, in the spelling of the environment that won.
 */
export function mergedEnvironment(
  environments: readonly Environment[],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const found = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of environments.flatMap((each) => Object.entries(each))) {
    const key = keyOf(name, platform);
    if (value === undefined) found.delete(key);
    else found.set(key, [name, value]);
  }
  return Object.fromEntries(found.values());
}

/** The value of a variable, in whatever case Windows has its name. */
export function variableOf(environment: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return environment[name];
  const isNamed = ([each, value]: readonly [string, string | undefined]): boolean =>
    value !== undefined && keyOf(each, platform) === keyOf(name, platform);
  return Object.entries(environment).findLast(isNamed)?.[1];
}

const keyOf = (name: string, platform: NodeJS.Platform): string => (platform === 'win32' ? name.toUpperCase() : name);
