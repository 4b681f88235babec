#!/usr/bin/env node
/**
 * The `acp` program. Without arguments it opens a chat, or prints the methods of the protocol if there is no terminal.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps compiled code for the next start; from Node 22.8 on.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const { start } = await import('./start.ts');
await start(fileURLToPath(import.meta.url));
