/** How a link to a file is opened; without it, names of files are plain text. */
import { createContext, useContext } from 'react';

import type { FileLink } from './safe-address.ts';

/** Opens a file, at a line if there is one. */
export type OpenFile = (file: FileLink) => void;

/** The way to open files in the session around. */
export const FileLinks: React.Context<OpenFile | undefined> = createContext<OpenFile | undefined>(undefined);

/** How to open files; undefined where that is not possible. */
export const useOpenFile = (): OpenFile | undefined => useContext(FileLinks);
