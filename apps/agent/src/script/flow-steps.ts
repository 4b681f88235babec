/** Steps that control the turn: pauses, stop reasons, errors, crashes. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import { rejectionOnAbort } from '../signals/rejection-on-abort.ts';
import { required, type ScriptValue } from './script-value.ts';
import { runInOrder, step, type RunStep, type StepContext, type ProcessControl } from './step-context.ts';
import type { StepTable } from './step-table.ts';

const longestDelay = 3_600_000;
const maxRepetitions = 1_000_000;

/** An incomplete message. */
const half = '{"jsonrpc":"2.0","method":"session/update","params":{"sess';

const crashes: Readonly<Record<string, (processControl: ProcessControl) => Promise<void>>> = {
  exit: (processControl) => processControl.exit(1),
  kill: (processControl) => processControl.kill(),
  garbage: (processControl) => processControl.write('This is not JSON.\n'),
  'half-line': async (processControl) => {
    await processControl.write(half);
    await processControl.exit(1);
  },
};

export const flowSteps: StepTable = {
  delay: (field) => {
    const milliseconds = field.count(0, longestDelay);
    return step((context) => pause(context, milliseconds));
  },
  wait: (field) => {
    field.oneOf(['cancel']);
    return step(({ turn }) => rejectionOnAbort(turn.signal));
  },
  hang: (field) => {
    if (!field.flag()) throw field.problem('must be true');
    // Even a cancellation does not end this step.
    return () => new Promise(() => undefined);
  },
  repeat: (field, readSteps) => {
    const fields = field.object(['times', 'steps']);
    const times = required(field, fields, 'times').count(1, maxRepetitions);
    const steps = readSteps(required(field, fields, 'steps'));
    return async (context) => {
      for (let count = 0; count < times; count += 1) {
        const stopReason = await runInOrder([steps])(context);
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

/** An error for the client. */
export function readError(field: ScriptValue): ScriptedError {
  const fields = field.object(['code', 'message', 'data', 'times']);
  const data = fields.get('data')?.value;
  return {
    code: fields.get('code')?.count(-2_147_483_648, 2_147_483_647) ?? rpcCodes.internalError,
    message: required(field, fields, 'message').words(),
    ...(data === undefined ? {} : { data }),
  };
}

function readCrash(field: ScriptValue): RunStep {
  if (field.isObject) {
    const fields = field.object(['exit', 'write']);
    const code = fields.get('exit')?.count(0, 255);
    const text = fields.get('write')?.text();
    if (code === undefined && text === undefined) throw field.problem('needs "exit" or "write"');
    return step(async ({ processControl }) => {
      if (text !== undefined) await processControl.write(text);
      if (code !== undefined) await processControl.exit(code);
    });
  }
  const crash = crashes[field.oneOf(Object.keys(crashes))];
  return step(async ({ processControl }) => crash?.(processControl));
}

/** Waits for `milliseconds`; rejects if the turn is cancelled before. */
function pause({ clock, turn }: StepContext, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.schedule(milliseconds, resolve);
    const cancel = (): void => {
      stop();
      reject(turn.signal.reason as Error);
    };
    turn.signal.addEventListener('abort', cancel, { once: true });
  });
}
