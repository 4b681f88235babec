/**
 * The methods by which a page uses the machine of its hub: files, folders, agents and logins.
 *
 * They are extensions on the connection to the hub. `capabilities._meta["acp-stack.dev/hub"].methods` of the
 * `initialize` response lists those that a client may call.
 */

/** The names on the wire. */
export const hostMethods = {
  /** Finds files of a session by a part of their path. */
  findFiles: '_acp-stack.dev/host/find_files',
  /** Reads a file of a session. */
  readFile: '_acp-stack.dev/host/read_file',
  /** Writes a file of a session. */
  writeFile: '_acp-stack.dev/host/write_file',
  /** Lists the folders in which sessions may work. */
  folders: '_acp-stack.dev/host/folders',
  /** Opens a file in the editor of the user. */
  openInEditor: '_acp-stack.dev/host/open_in_editor',
  /** Lists the agents. */
  agents: '_acp-stack.dev/host/agents',
  /** Installs an agent of a registry. */
  installAgent: '_acp-stack.dev/host/install_agent',
  /** Asks an agent what it can do. */
  describeAgent: '_acp-stack.dev/host/describe_agent',
  /** Logs an agent in. */
  login: '_acp-stack.dev/host/login',
  /** Types in the terminal of a login. */
  terminalInput: '_acp-stack.dev/host/terminal_input',
  /** Changes the size of the terminal of a login. */
  terminalResize: '_acp-stack.dev/host/terminal_resize',
  /** Ends the terminal of a login. */
  terminalEnd: '_acp-stack.dev/host/terminal_end',
} as const;

/** The names of what a client is told about a terminal that it has started. */
export const hostNotifications = {
  /** Output of the terminal of a login. */
  terminalOutput: '_acp-stack.dev/host/terminal_output',
  /** The program of the terminal has ended. */
  terminalExit: '_acp-stack.dev/host/terminal_exit',
} as const;

/** The key of a method in `hostMethods`. */
export type HostMethod = keyof typeof hostMethods;

/** What each method takes. */
export interface HostParams {
  /** Which files to find. */
  readonly findFiles: {
    readonly sessionId: string;
    /** A part of a path, or characters of it in their order; a glob if it has a `*`. */
    readonly query: string;
    /** 50 when absent. */
    readonly limit?: number;
  };
  /** Which file to read. */
  readonly readFile: {
    readonly sessionId: string;
    /** Absolute, or relative to the folder of the session. */
    readonly path: string;
  };
  /** Which file to write, and its whole text. */
  readonly writeFile: {
    readonly sessionId: string;
    readonly path: string;
    readonly text: string;
    /** The version that was read; the file is not written if it has another one now. */
    readonly version?: string;
  };
  /** Which folders to list. */
  readonly folders: {
    /** A folder whose folders are listed; the roots when absent. */
    readonly path?: string;
  };
  /** Which file to open. */
  readonly openInEditor: {
    readonly sessionId: string;
    readonly path: string;
    /** From 1. */
    readonly line?: number;
  };
  /** Whether the registries are asked first, where agents can be installed; otherwise nothing is contacted. */
  readonly agents: { readonly refresh?: boolean };
  /** Which agent to install. */
  readonly installAgent: {
    readonly name: string;
    /** The `confirm.id` of what the user has agreed to. */
    readonly confirm?: string;
  };
  /** Which agent to ask. */
  readonly describeAgent: { readonly name: string };
  /** Which agent to log in, and how. */
  readonly login: {
    readonly name: string;
    readonly methodId: string;
    /** The size of the terminal, for a login in a terminal; 80 times 24 when absent. */
    readonly columns?: number;
    readonly rows?: number;
  };
  /** What the user has typed. */
  readonly terminalInput: { readonly terminalId: string; readonly data: string };
  /** The new size of the terminal. */
  readonly terminalResize: { readonly terminalId: string; readonly columns: number; readonly rows: number };
  /** Which terminal to end. */
  readonly terminalEnd: { readonly terminalId: string };
}

/** What each method returns. */
export interface HostResults {
  /** The files that match. */
  readonly findFiles: {
    /** Best first. */
    readonly files: readonly HostFile[];
    /** Whether these are all files that match. */
    readonly isComplete: boolean;
  };
  /** The text of the file, and what identifies it. */
  readonly readFile: { readonly text: string; readonly version: string };
  /** What identifies the text now. */
  readonly writeFile: { readonly version: string };
  /** Folders for new sessions. */
  readonly folders: {
    /** The folders in which sessions may work. */
    readonly roots: readonly string[];
    readonly folders: readonly HostFolder[];
  };
  /** Nothing; the editor was started. */
  readonly openInEditor: object;
  /** The agents that can be used or installed. */
  readonly agents: { readonly agents: readonly HostAgent[] };
  /** What to ask the user, or what was installed. */
  readonly installAgent: InstallAnswer;
  /** What the agent says about itself. */
  readonly describeAgent: AgentDescription;
  /** Whether the login is done. */
  readonly login: LoginAnswer;
  /** Nothing. */
  readonly terminalInput: object;
  /** Nothing. */
  readonly terminalResize: object;
  /** Nothing; its program is ended. */
  readonly terminalEnd: object;
}

/** A file of a session. */
export interface HostFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to its root, with `/`. */
  readonly relativePath: string;
}

/** A folder for new sessions. */
export interface HostFolder {
  /** Absolute. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
}

/** An agent that sessions can use, or that can be installed. */
export interface HostAgent {
  /** The name for `session/new` and for the other methods. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** One sentence about it. */
  readonly description?: string;
  /** The version that is installed, or listed. */
  readonly version?: string;
  /** The text of an SVG without scripts, events and references. */
  readonly icon?: string;
  /** Whether sessions can use it now, or after an install. */
  readonly state: 'ready' | 'installable';
  /** Whether sessions use it that name no agent. */
  readonly isDefault: boolean;
}

/** A fact that the user decides about; no part of the text is hidden. */
export interface HostFact {
  /** What the fact is about, such as `runs`. */
  readonly name: string;
  /** The fact. */
  readonly text: string;
}

/** What to ask the user, or what was installed. */
export type InstallAnswer =
  | {
      readonly confirm: {
        /** Stands for these facts: the install goes on only if they are still the same. */
        readonly id: string;
        readonly facts: readonly HostFact[];
      };
    }
  | { readonly installed: { readonly name: string; readonly version: string } };

/** What an agent says about itself. */
export interface AgentDescription {
  /** Its name, title and version. */
  readonly info: { readonly name: string; readonly title?: string | null; readonly version: string };
  /** The capabilities of version 2 of the protocol, also of an agent of version 1. */
  readonly capabilities: object;
  /** How it can be logged in; empty if it needs no login. */
  readonly authMethods: readonly HostLoginMethod[];
  /** The version of the protocol that it speaks. */
  readonly version: number;
}

/** A way to log in. */
export interface HostLoginMethod {
  /** The id for `login`. */
  readonly methodId: string;
  /** The name for the user. */
  readonly name: string;
  /** What the agent says about it. */
  readonly description?: string;
  /** `agent`: the agent does it by itself; `terminal`: a program runs; `env_var`: variables have to be set. */
  readonly kind: 'agent' | 'terminal' | 'env_var' | 'other';
  /** Why it cannot be used, as one sentence; absent if it can. */
  readonly obstacle?: string;
}

/** The login is done, or a terminal runs for it: it is done when the terminal exits with the code 0. */
export type LoginAnswer = { readonly state: 'done' } | { readonly terminalId: string; readonly command: string };

/** What the notifications carry. */
export interface HostNotifications {
  /** Output of a terminal. */
  readonly terminalOutput: {
    readonly terminalId: string;
    /** Bytes in base64; a character may be split between two notifications. */
    readonly data: string;
  };
  /** How the program of a terminal has ended. */
  readonly terminalExit: {
    readonly terminalId: string;
    /** Null if a signal ended the program. */
    readonly exitCode: number | null;
    /** Why the login failed although the program has ended well, as one sentence. */
    readonly problem?: string;
  };
}
