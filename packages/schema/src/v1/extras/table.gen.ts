// Generated from src/definitions by `npm run generate`. Do not edit.
import { createTable, type Table } from '../../table.ts';

/** The text of every definition. */
export const definitions: Readonly<Record<string, string>> = {
  CreateTerminalRequest: '{sessionId;command;args?^:string[];env?^:EnvVariable[];cwd?:string~;outputByteLimit?:u64~',
  CreateTerminalResponse: '{terminalId',
  EnvVariable: '{name;value',
  KillTerminalRequest: '{sessionId;terminalId',
  KillTerminalResponse: '{!',
  ReadTextFileRequest: '{sessionId;path;line?:u32~;limit?:u32~',
  ReadTextFileResponse: '{content',
  ReleaseTerminalRequest: '{sessionId;terminalId',
  ReleaseTerminalResponse: '{!',
  SessionId: '=string',
  TerminalExitStatus: '{exitCode?-:u32~;signal?-:string~',
  TerminalId: '=string',
  TerminalOutputRequest: '{sessionId;terminalId',
  TerminalOutputResponse: '{output;truncated:bool;exitStatus?-:TerminalExitStatus~',
  WaitForTerminalExitRequest: '{sessionId;terminalId',
  WaitForTerminalExitResponse: '{exitCode?-:u32~;signal?-:string~;!',
  WriteTextFileRequest: '{sessionId;path;content',
  WriteTextFileResponse: '{!',
};

export const table: Table = createTable(definitions);
