// Generated from src/definitions by `npm run generate`. Do not edit.
import { dictionary } from '../../validate/dictionary.ts';
import type { MethodTable } from '../../shared/method-table.ts';
import type * as types from './types.gen.ts';
import { validators } from './validators.gen.ts';

/** The types of every method of this version. */
export interface Methods {
  /** Reads a text file, including changes not yet saved in the editor. */
  readonly 'fs/read_text_file': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.ReadTextFileRequest;
    readonly result: types.ReadTextFileResponse;
    readonly receivedParams: types.ReadTextFileRequest;
    readonly receivedResult: types.ReadTextFileResponse;
  };
  /** Writes a text file and creates it when it is missing. */
  readonly 'fs/write_text_file': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.WriteTextFileRequest;
    readonly result: types.WriteTextFileResponse;
    readonly receivedParams: types.WriteTextFileRequest;
    readonly receivedResult: types.WriteTextFileResponse;
  };
  /** Starts a command and answers while it runs. */
  readonly 'terminal/create': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.CreateTerminalRequest;
    readonly result: types.CreateTerminalResponse;
    readonly receivedParams: types.CreateTerminalRequest;
    readonly receivedResult: types.CreateTerminalResponse;
  };
  /** Reads what has been printed so far, without waiting. */
  readonly 'terminal/output': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.TerminalOutputRequest;
    readonly result: types.TerminalOutputResponse;
    readonly receivedParams: types.TerminalOutputRequest;
    readonly receivedResult: types.TerminalOutputResponse;
  };
  /** Answers as soon as the command has ended. */
  readonly 'terminal/wait_for_exit': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.WaitForTerminalExitRequest;
    readonly result: types.WaitForTerminalExitResponse;
    readonly receivedParams: types.WaitForTerminalExitRequest;
    readonly receivedResult: types.WaitForTerminalExitResponse;
  };
  /** Ends the command but keeps the terminal and its output. */
  readonly 'terminal/kill': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.KillTerminalRequest;
    readonly result: types.KillTerminalResponse;
    readonly receivedParams: types.KillTerminalRequest;
    readonly receivedResult: types.KillTerminalResponse;
  };
  /** Ends the command if it runs and gives up the terminal. */
  readonly 'terminal/release': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.ReleaseTerminalRequest;
    readonly result: types.ReleaseTerminalResponse;
    readonly receivedParams: types.ReleaseTerminalRequest;
    readonly receivedResult: types.ReleaseTerminalResponse;
  };
}

/** The name of a method of this version. */
export type MethodName = keyof Methods;

/** Every method of this version by name; one that is not here does not exist. */
export const methods: MethodTable<Methods> = dictionary<MethodTable<Methods>>({
  'fs/read_text_file': {
    name: 'fs/read_text_file',
    direction: 'agent>client',
    kind: 'request',
    params: validators.ReadTextFileRequest,
    result: validators.ReadTextFileResponse,
    gate: { kind: 'capability', side: 'client', paths: ['fs.readTextFile'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002, -32602],
  },
  'fs/write_text_file': {
    name: 'fs/write_text_file',
    direction: 'agent>client',
    kind: 'request',
    params: validators.WriteTextFileRequest,
    result: validators.WriteTextFileResponse,
    gate: { kind: 'capability', side: 'client', paths: ['fs.writeTextFile'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'terminal/create': {
    name: 'terminal/create',
    direction: 'agent>client',
    kind: 'request',
    params: validators.CreateTerminalRequest,
    result: validators.CreateTerminalResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'terminal/output': {
    name: 'terminal/output',
    direction: 'agent>client',
    kind: 'request',
    params: validators.TerminalOutputRequest,
    result: validators.TerminalOutputResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/wait_for_exit': {
    name: 'terminal/wait_for_exit',
    direction: 'agent>client',
    kind: 'request',
    params: validators.WaitForTerminalExitRequest,
    result: validators.WaitForTerminalExitResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/kill': {
    name: 'terminal/kill',
    direction: 'agent>client',
    kind: 'request',
    params: validators.KillTerminalRequest,
    result: validators.KillTerminalResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/release': {
    name: 'terminal/release',
    direction: 'agent>client',
    kind: 'request',
    params: validators.ReleaseTerminalRequest,
    result: validators.ReleaseTerminalResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
});

/** Whether this version has a method of this name; other names under which one is accepted do not count. */
export function isMethodName(name: string): name is MethodName {
  return name in methods;
}

/** The error codes of this version by name. */
export const errorCodes: {
} = {
};
