/**
 * Files and addresses that are dropped on an element. Dragged text is left to the browser.
 *
 * A file that is dropped beside it would replace the whole page, so that is prevented.
 */
import { useEffect, useState, type DragEvent } from 'react';

const taken = ['Files', 'text/uri-list'];

/** Whether something is dragged that would be taken. */
const isTaken = (data: Pick<DataTransfer, 'types'> | null): boolean =>
  taken.some((type) => data?.types.includes(type) === true);

export interface FileDrop {
  readonly isDragging: boolean;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** The handlers of the element that takes files. */
export function useFileDrop(take: (data: DataTransfer) => void): FileDrop {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const prevent = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    document.addEventListener('dragover', prevent);
    document.addEventListener('drop', prevent);
    return () => {
      document.removeEventListener('dragover', prevent);
      document.removeEventListener('drop', prevent);
    };
  }, []);
  return {
    isDragging,
    onDragOver: (event) => {
      if (!isTaken(event.dataTransfer)) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => {
      setDragging(false);
    },
    onDrop: (event) => {
      setDragging(false);
      if (!isTaken(event.dataTransfer)) return;
      event.preventDefault();
      take(event.dataTransfer);
    },
  };
}
