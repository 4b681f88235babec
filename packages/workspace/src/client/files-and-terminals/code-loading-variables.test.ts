import { describe, expect, test } from 'vitest';

import { requireHarmlessVariables } from './code-loading-variables.ts';

const set =
  (name: string, value = '/tmp/x') =>
  () =>
    requireHarmlessVariables([{ name, value }]);

describe('an agent cannot set variables that load code', () => {
  test.each(
    [
      'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH GCONV_PATH PATH Path',
      'PATHEXT HOME XDG_CONFIG_HOME ZDOTDIR SHELL BASH_ENV ENV BASH_FUNC_ls%% SHELLOPTS PS4 PROMPT_COMMAND',
      'IFS EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR PAGER GIT_PAGER MANPAGER BROWSER GIT_SSH',
      'GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_EXEC_PATH GIT_DIR LESSOPEN TAR_OPTIONS NODE_OPTIONS NODE_PATH',
      'npm_config_script_shell PYTHONPATH PYTHONSTARTUP PYTHONHOME PERL5OPT PERL5LIB RUBYOPT RUBYLIB',
      'LUA_INIT PHPRC R_PROFILE_USER VIMINIT JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS',
      'CORECLR_PROFILER_PATH CC MAKEFLAGS GOFLAGS RUSTC_WRAPPER CARGO_HOME KUBECONFIG ACP_CONFIG ld_preload',
    ].flatMap((line) => line.split(' ')),
  )('%s', (name) => {
    expect(set(name)).toThrow(`The variable ${name} can make a command run other code`);
  });

  test.each([['LD_PRELOAD=/tmp/x.so'], [''], ['A\0B']])('nor names such as %j, which set another variable', (name) => {
    expect(set(name)).toThrow('cannot be the name of a variable');
    expect(set('GREETING', 'a\0LD_PRELOAD=b')).toThrow('cannot be the name of a variable');
  });
});

test.each([
  ['CI', '1'],
  ['TERM', 'dumb'],
  ['LANG', 'C.UTF-8'],
  ['NODE_ENV', 'test'],
  ['GIT_TERMINAL_PROMPT', '0'],
  ['CLAUDECODE', '1'],
  ['PAGER', 'cat'],
  ['GIT_PAGER', ''],
  ['GIT_EDITOR', 'true'],
  ['MY_PATHOLOGY', 'x'],
])('an agent can set %s to %j', (name, value) => {
  expect(set(name, value)).not.toThrow();
});
