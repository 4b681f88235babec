// Generated from src/definitions by `npm run generate`. Do not edit.
import { createValidators, type Validator } from '../../validate/validator.ts';
import { checks } from './checks.gen.ts';
import { readDefinitions } from './definitions.gen.ts';
import type * as types from './types.gen.ts';

/** A validator for every definition of this version. */
export interface Validators {
  readonly CreateTerminalRequest: Validator<types.CreateTerminalRequest>;
  readonly CreateTerminalResponse: Validator<types.CreateTerminalResponse>;
  readonly EnvVariable: Validator<types.EnvVariable>;
  readonly KillTerminalRequest: Validator<types.KillTerminalRequest>;
  readonly KillTerminalResponse: Validator<types.KillTerminalResponse>;
  readonly ReadTextFileRequest: Validator<types.ReadTextFileRequest>;
  readonly ReadTextFileResponse: Validator<types.ReadTextFileResponse>;
  readonly ReleaseTerminalRequest: Validator<types.ReleaseTerminalRequest>;
  readonly ReleaseTerminalResponse: Validator<types.ReleaseTerminalResponse>;
  readonly SessionId: Validator<types.SessionId>;
  readonly TerminalExitStatus: Validator<types.TerminalExitStatus>;
  readonly TerminalId: Validator<types.TerminalId>;
  readonly TerminalOutputRequest: Validator<types.TerminalOutputRequest>;
  readonly TerminalOutputResponse: Validator<types.TerminalOutputResponse>;
  readonly WaitForTerminalExitRequest: Validator<types.WaitForTerminalExitRequest>;
  readonly WaitForTerminalExitResponse: Validator<types.WaitForTerminalExitResponse>;
  readonly WriteTextFileRequest: Validator<types.WriteTextFileRequest>;
  readonly WriteTextFileResponse: Validator<types.WriteTextFileResponse>;
}

/** A validator for every definition of this version. */
export const validators: Validators = createValidators(checks, readDefinitions) as unknown as Validators;
