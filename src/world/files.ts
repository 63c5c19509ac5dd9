import { headBytes } from '../../contract/domain/files/imageKind';
import type { PickedFile } from './world';

/** Chosen files, by the id under which the sagas refer to them. */
const files = new Map<string, File>();
/** More than are ever chosen at once: older ones have been sent or dropped. */
const mostHeld = 10_000;
let count = 0;

/**
 * Registers a file that was chosen, pasted or dropped. The result is plain data, fit for an action. A file that cannot
 * be read any more has no `head`.
 */
export async function holdFile(file: File): Promise<PickedFile> {
  const id = `file-${++count}`;
  files.set(id, file);
  for (const oldest of files.keys()) if (files.size > mostHeld) files.delete(oldest);
  const start = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const head = Array.from(new Uint8Array(start), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { file: id, name: file.name, size: file.size, type: file.type, head };
}

export function heldFile(id: string): File | undefined {
  return files.get(id);
}
