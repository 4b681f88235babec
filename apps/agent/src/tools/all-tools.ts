/** The built-in tools of the agent. */
import type { Tool } from '../model/tool.ts';
import { askTool } from './ask.ts';
import { editTool, writeTool } from './edit.ts';
import { editorStateTool } from './editor-state.ts';
import { fetchTool } from './fetch.ts';
import { listTool } from './list.ts';
import { deleteTool, moveTool } from './move.ts';
import { planTool } from './plan.ts';
import { readTool } from './read.ts';
import { commandTool } from './run.ts';
import { findTool, searchTool } from './search.ts';
import type { SessionResources } from './session-resources.ts';

export const allTools = (resources: SessionResources): readonly Tool[] => [
  readTool(resources),
  listTool(resources),
  findTool(resources),
  searchTool(resources),
  editTool(resources),
  writeTool(resources),
  deleteTool(resources),
  moveTool(resources),
  commandTool(resources),
  planTool(),
  askTool(resources),
  ...(resources.session.editor.isOffered ? [editorStateTool(resources)] : []),
  ...(resources.mayFetch ? [fetchTool(resources)] : []),
];
