/** The tools that the agent brings along. */
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
import type { Workbench } from './workbench.ts';

export const allTools = (bench: Workbench): readonly Tool[] => [
  readTool(bench),
  listTool(bench),
  findTool(bench),
  searchTool(bench),
  editTool(bench),
  writeTool(bench),
  deleteTool(bench),
  moveTool(bench),
  commandTool(bench),
  planTool(),
  askTool(bench),
  ...(bench.session.editor.isTold ? [editorStateTool(bench)] : []),
  ...(bench.mayFetch ? [fetchTool(bench)] : []),
];
