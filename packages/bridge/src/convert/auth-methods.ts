/** Login methods: `id` or `methodId`, a type that may be missing, an environment as a map or as a list. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { validators as v1Validators } from '@acp-stack/schema/v1/unstable';
import { isAuthMethod, type AuthMethod, type EnvVariable } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { agentMethodToV1 } from './initialize-to-v1-client.ts';
import { mapOrSame } from '../values/map-or-same.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from './fields-with-content.ts';

/** Returns the methods for version 2; with `extras`, also those that only a draft of version 1 has. */
export function authMethodsToV2(
  methods: readonly v1.AuthMethod[] | undefined,
  { extras }: { readonly extras: boolean },
  losses: LossReporter,
): readonly AuthMethod[] | undefined {
  if (methods === undefined) return undefined;
  return mapOrSame(methods, (method): AuthMethod | undefined => {
    if (method.type === 'env_var' && !extras) {
      losses.lose('authMethods', `Version 2 has no login by environment variables; ${method.id} was left out.`);
      return undefined;
    }
    if (method.type === 'terminal') {
      const { id, env, ...others } = method;
      const list = env === undefined ? undefined : Object.entries(env).map(([name, value]) => ({ name, value }));
      return { ...others, methodId: id, ...(list === undefined ? undefined : { env: list }) };
    }
    const { id, ...others } = method;
    return { ...others, type: method.type ?? 'agent', methodId: id } as AuthMethod;
  });
}

/** Returns the methods for version 1, without those of a type that version 1 cannot have. */
export function authMethodsToV1(
  methods: readonly AuthMethod[] | undefined,
  losses: LossReporter,
): readonly v1.AuthMethod[] | undefined {
  if (methods === undefined) return undefined;
  return mapOrSame(methods, (method): v1.AuthMethod | undefined => {
    if (isAuthMethod.terminal(method)) {
      const { methodId, env, ...others } = method;
      return {
        ...others,
        id: methodId,
        ...(env === undefined ? undefined : { env: environment(env, methodId, losses) }),
      };
    }
    if (isAuthMethod.agent(method)) return agentMethodToV1(method);
    // A program that also speaks version 1 may offer what only version 1 has.
    const { methodId: id, ...given } = method;
    const other: unknown = { ...given, id };
    if (method.type === ('env_var' as string) && v1Validators.AuthMethodEnvVar.is(other))
      return { ...other, type: 'env_var' };
    losses.lose('authMethods', `Version 1 has no login of type ${method.type}; ${method.methodId} was left out.`);
    return undefined;
  });
}

function environment(
  variables: readonly EnvVariable[],
  methodId: string,
  losses: LossReporter,
): { readonly [key: string]: string } {
  const names = new Set(variables.map(({ name }) => name));
  if (names.size < variables.length)
    losses.lose('authMethods', `The login ${methodId} sets a variable twice; the last value was kept.`);
  for (const { name, value: _, ...others } of variables) {
    if (hasNonEmptyField(others))
      losses.omit('authMethods', `Other fields of the variable ${name} were left out: ${nonEmptyFieldNames(others)}.`);
  }
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}
