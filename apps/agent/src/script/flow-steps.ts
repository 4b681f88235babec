/** Steps that decide how the turn goes on: pauses, ends, errors, crashes. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import type { Field } from './field.ts';
import { inOrder, step, type Play, type Stage, type World } from './stage.ts';
import type { StepTable } from './step-table.ts';
import { required } from './tool-steps.ts';

const longestDelay = 3_600_000;
const mostRepetitions = 1_000_000;

/** A beginning of a message whose end never comes. */
const half = '{"jsonrpc":"2.0","method":"session/update","params":{"sess';

const crashes: Readonly<Record<string, (world: World) => Promise<void>>> = {
  exit: (world) => world.exit(1),
  kill: (world) => world.kill(),
  garbage: (world) => world.write('This is no JSON.\n'),
  'half-line': async (world) => {
    await world.write(half);
    await world.exit(1);
  },
};

export const flowSteps: StepTable = {
  delay: (field) => {
    const milliseconds = field.count(0, longestDelay);
    return step((stage) => pause(stage, milliseconds));
  },
  wait: (field) => {
    field.oneOf(['cancel']);
    return step(({ turn }) => aborted(turn.signal));
  },
  hang: (field) => {
    if (!field.flag()) throw field.problem('must be true');
    // Nothing ends this, not even a cancellation: the client has to live with it.
    return () => new Promise(() => undefined);
  },
  repeat: (field, readSteps) => {
    const fields = field.object(['times', 'steps']);
    const times = required(field, fields, 'times').count(1, mostRepetitions);
    const steps = readSteps(required(field, fields, 'steps'));
    return async (stage) => {
      for (let count = 0; count < times; count += 1) {
        const stopReason = await inOrder([steps])(stage);
        if (stopReason !== undefined) return stopReason;
      }
      return undefined;
    };
  },
  stop: (field) => {
    const reason = field.oneOf(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']);
    return async () => reason;
  },
  error: (field) => {
    const error = readError(field);
    return async () => {
      throw RpcError.from(error);
    };
  },
  crash: readCrash,
};

export interface ScriptedError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error as the client gets it. */
export function readError(field: Field): ScriptedError {
  const fields = field.object(['code', 'message', 'data', 'times']);
  const data = fields.get('data')?.value;
  return {
    code: fields.get('code')?.count(-2_147_483_648, 2_147_483_647) ?? rpcCodes.internalError,
    message: required(field, fields, 'message').words(),
    ...(data === undefined ? {} : { data }),
  };
}

function readCrash(field: Field): Play {
  if (field.isObject) {
    const fields = field.object(['exit', 'write']);
    const code = fields.get('exit')?.count(0, 255);
    const text = fields.get('write')?.text();
    if (code === undefined && text === undefined) throw field.problem('needs "exit" or "write"');
    return step(async ({ world }) => {
      if (text !== undefined) await world.write(text);
      if (code !== undefined) await world.exit(code);
    });
  }
  const crash = crashes[field.oneOf(Object.keys(crashes))];
  return step(async ({ world }) => crash?.(world));
}

/** Waits, or until the turn is cancelled. */
function pause({ clock, turn }: Stage, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.schedule(milliseconds, resolve);
    const cancel = (): void => {
      stop();
      reject(turn.signal.reason as Error);
    };
    turn.signal.addEventListener('abort', cancel, { once: true });
  });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
