/** Errors of this program as errors of the protocol: one sentence, which says what to do. */
import { RegistryError } from '@acp-stack/registry';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { LoginError } from '@acp-stack/workspace/client';

import { CommandError } from '../errors/command-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { escapeLine } from '../text/escape-control-characters.ts';
import { withoutPeriod } from '../text/without-period.ts';

const told = [RegistryError, CommandError, UsageError, LoginError] as const;

/** Runs `work`; an error that is meant for people becomes an `RpcError`, any other stays as it is. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !told.some((kind) => error instanceof kind)) throw error;
    const { code } = error as { readonly code?: unknown };
    throw new RpcError(rpcCodes.internalError, sentence(error.message), {
      ...(typeof code === 'string' ? { data: { reason: code } } : {}),
      cause: error,
    });
  }
}

const sentence = (text: string): string =>
  `${withoutPeriod(escapeLine(text)).replace(/^./u, (letter) => letter.toUpperCase())}.`;
