/** Recognition of text in pictures, as an interface; server/ocr implements it. */

/** Left, top, width, height in pixels of the picture as it is shown. */
export type Box = readonly [number, number, number, number];

/** A line of text that was found in a picture. */
export interface TextLine {
  text: string;
  /** 0 to 1. */
  confidence: number;
  box: Box;
  /** The left edge of each character, and the right edge of the last one; without it they are taken as equally wide. */
  edges?: readonly number[];
  /** The same box where the engine had the lines of the picture level; by these places lines are one row. */
  level?: Box;
}

/** A value as the machine read it. */
export interface Found {
  key: string;
  value: string;
  confidence: number;
  box: Box | null;
}

/** The text of a picture, or of the text layer of a PDF. */
export interface Recognised {
  /** From top to bottom. */
  lines: readonly TextLine[];
  /** Size of the picture as it is shown; 0 of a PDF. */
  width: number;
  height: number;
}
/** What a paper says: its text, and the values that were found in it. */
export interface ReadPaper extends Recognised {
  fields: readonly Found[];
}

/** The reading could not be done: the picture cannot be decoded, the program ended, or it took too long. */
export class OcrError extends Error {}
/** The server is stopping: the picture is read by the next one. */
export class OcrStopped extends Error {}

/** What is to be read. */
export interface Paper {
  tenantId: string;
  /** Who has brought it. */
  personId: string;
  /** The file; asked for when its turn has come, so that what waits takes no memory. */
  bytes(): Promise<Buffer>;
  contentType: string;
  picType: number;
}

export interface Ocr {
  /** As readings name it: `tesseract`, `ppocr`. */
  engine: string;
  /**
   * Reads one picture, or the text layer of one PDF; others wait until it is done, tenants in turn, and the people
   * of each in turn.
   * `progress` is told per cent. Throws `OcrError`, or `OcrStopped`.
   */
  read(paper: Paper, progress: (percent: number) => void): Promise<ReadPaper>;
  /** Ends the program; readings that wait are rejected. */
  close(): Promise<void>;
}
